// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C = alpha op(A) + beta op(B) between any orders and types.
#include "blas/Tile.h"
#include "cublaslt/Descriptors.h"

namespace anywarp::cublaslt {
namespace {

constexpr int64_t kElements = 1 << 15; ///< in one block

struct Work {
  blas::Operand a, b, c;
  blas::Scalar alpha, beta;
  cudaDataType scaleType;
  int64_t rows, cols, columns, parts; ///< columns of a block, blocks of a batch member
};

/// Adds factor op(X) to a piece of a column.
template <typename V>
void add(const blas::Operand &o, int64_t member, V factor, int64_t row, int64_t column,
         int64_t count, V *values) {
  if (factor == V(0))
    return;
  const char *base = blas::memberOf(o, member);
  for (int64_t i = 0; i < count; ++i) {
    V x;
    const int64_t r = o.isTransposed ? column : row + i, c = o.isTransposed ? row + i : column;
    blas::loadRun(o.type, base, blas::indexOf(o.order, o.ld, r, c), 1, 1, &x);
    values[i] += blas::multiply(factor, o.isConjugated ? blas::conjugate(x) : x);
  }
}

template <typename V> void transformPart(const Work &w, library::Block block) {
  constexpr int64_t kStrip = 256;
  const int64_t member = int64_t(block.index) / w.parts;
  const int64_t first = int64_t(block.index) % w.parts * w.columns;
  const V alpha = blas::valueOf<V>(w.alpha, w.scaleType),
          beta = blas::valueOf<V>(w.beta, w.scaleType);
  char *c = const_cast<char *>(blas::memberOf(w.c, member));
  for (int64_t j = first; j < std::min(first + w.columns, w.cols); ++j)
    for (int64_t i = 0; i < w.rows; i += kStrip) {
      V values[kStrip] = {};
      const int64_t count = std::min(kStrip, w.rows - i);
      add(w.a, member, alpha, i, j, count, values);
      if (w.b.data)
        add(w.b, member, beta, i, j, count, values);
      blas::storeColumn(w.c, c, i, j, count, values);
    }
}

void transformBody(const Work &w, library::Block block) {
  switch (w.scaleType) {
  case CUDA_C_32F:
    return transformPart<blas::Complex>(w, block);
  case CUDA_C_64F:
    return transformPart<blas::DoubleComplex>(w, block);
  case CUDA_R_32F:
  case CUDA_R_16F:
    return transformPart<float>(w, block);
  default:
    return transformPart<double>(w, block);
  }
}

bool isComplex(cudaDataType type) {
  return type == CUDA_C_32F || type == CUDA_C_64F || type == CUDA_C_8I;
}

blas::Operand operandOf(cublasLtMatrixLayout_t layout, const void *data, cublasOperation_t op) {
  blas::Operand o;
  if (!layout)
    return o;
  const MatrixLayout &l = of(layout);
  o.data = data;
  o.ld = l.ld;
  o.stride = l.stride;
  o.type = l.type;
  o.order = blas::Order(l.order);
  o.isTransposed = op != CUBLAS_OP_N;
  o.isConjugated = op == CUBLAS_OP_C;
  return o;
}

/// Scales that an H200 takes for elements of a type.
bool takesScale(cudaDataType type, cudaDataType scale) {
  switch (type) {
  case CUDA_R_8I:
  case CUDA_R_32I:
    return scale == CUDA_R_32I || scale == CUDA_R_32F;
  case CUDA_R_32F:
  case CUDA_R_64F:
  case CUDA_C_32F:
  case CUDA_C_64F:
    return scale == type;
  default:
    return scale == type || scale == CUDA_R_32F;
  }
}

bool isShortFloat(cudaDataType type) { return type == CUDA_R_16F || type == CUDA_R_16BF; }

/// The orders of one matrix: by columns or rows for every type; the tiled ones for whole numbers,
/// as an H100 has them: 32-bit ones only in COL32, 8-bit ones in the others too, but not away from
/// those. Types change between 32 and 16 bits of float only.
bool isConvertible(const blas::Operand &from, const blas::Operand &to) {
  using blas::Order;
  const bool isTiled = from.order > Order::Row || to.order > Order::Row;
  if (from.type != to.type)
    return !isTiled && ((from.type == CUDA_R_32F && isShortFloat(to.type)) ||
                        (isShortFloat(from.type) && to.type == CUDA_R_32F));
  if (!isTiled)
    return true;
  const Order tiled = std::max(from.order, to.order);
  if (std::min(from.order, to.order) > Order::Row)
    return false;
  return from.type == CUDA_R_8I ? from.order <= Order::Col32
                                : from.type == CUDA_R_32I && tiled == Order::Col32;
}

/// A second matrix has the result's order where one of the two is in tiles (seen).
bool isSecond(const blas::Operand &b, const blas::Operand &a, const blas::Operand &c) {
  const bool isTiled = std::max(b.order, c.order) > blas::Order::Row;
  return b.type == a.type && (isTiled ? b.order == c.order : isConvertible(b, c));
}

/// op(X) has the size of C. The result's batch counts, whatever the others' say (seen).
bool fits(cublasLtMatrixLayout_t layout, cublasOperation_t op, const MatrixLayout &c) {
  const MatrixLayout &l = of(layout);
  return (op == CUBLAS_OP_N ? l.rows : l.cols) == c.rows &&
         (op == CUBLAS_OP_N ? l.cols : l.rows) == c.cols;
}

} // namespace

cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t,
                                       cublasLtMatrixTransformDesc_t transformDesc,
                                       const void *alpha, const void *A,
                                       cublasLtMatrixLayout_t Adesc, const void *beta,
                                       const void *B, cublasLtMatrixLayout_t Bdesc, void *C,
                                       cublasLtMatrixLayout_t Cdesc, cudaStream_t stream) {
  const TransformDesc &d = of(transformDesc);
  const MatrixLayout &c = of(Cdesc);
  if (!alpha || !beta || (B && (!Bdesc || B == A)) || // (seen)
      !fits(Adesc, d.transa, c) || (B && !fits(Bdesc, d.transb, c)))
    return CUBLAS_STATUS_INVALID_VALUE;
  Work w;
  w.a = operandOf(Adesc, A, d.transa);
  w.b = operandOf(Bdesc, B, d.transb);
  w.c = operandOf(Cdesc, C, CUBLAS_OP_N);
  w.scaleType = d.scaleType;
  for (const blas::Operand *o : {&w.a, &w.c, B ? &w.b : &w.a})
    if (!blas::sizeOf(o->type) || isComplex(o->type) != isComplex(d.scaleType))
      return CUBLAS_STATUS_NOT_SUPPORTED;
  if (!isConvertible(w.a, w.c) || (B && !isSecond(w.b, w.a, w.c)) ||
      !takesScale(w.a.type, d.scaleType) || !takesScale(w.c.type, d.scaleType))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (!blas::sizeOf(d.scaleType) || d.pointerMode > CUBLASLT_POINTER_MODE_DEVICE)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool isHost = d.pointerMode == CUBLASLT_POINTER_MODE_HOST;
  for (auto [scalar, value] : {std::pair{&w.alpha, alpha}, std::pair{&w.beta, beta}})
    if (isHost)
      scalar->value = blas::readScalar(value, d.scaleType);
    else
      scalar->device = value;
  w.rows = int64_t(c.rows);
  w.cols = int64_t(c.cols);
  w.columns = std::max<int64_t>(kElements / std::max<int64_t>(w.rows, 1), 1);
  w.parts = (w.cols + w.columns - 1) / w.columns;
  const CUresult result = library::launch<transformBody>("cublaslt_transform", stream,
                                                         uint64_t(w.parts * c.batchCount), w);
  return result == CUDA_SUCCESS ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace anywarp::cublaslt
