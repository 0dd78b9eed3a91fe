// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products with types as parameters: the combinations of the manual's tables.
#include <algorithm>

#include "cublas/Gemm.h"

namespace anywarp::cublas {
namespace {

/// A row of the manual's table for cublasGemmEx.
struct Combination {
  cudaDataType ab, c;
  blas::Arithmetic arithmetic;
  cudaDataType scale;
};

enum class Class { F16, F32, F64, I32, None };
Class classOf(cublasComputeType_t type) {
  switch (type) {
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_16F_PEDANTIC:
    return Class::F16;
  case CUBLAS_COMPUTE_32F:
  case CUBLAS_COMPUTE_32F_PEDANTIC:
  case CUBLAS_COMPUTE_32F_FAST_16F:
  case CUBLAS_COMPUTE_32F_FAST_16BF:
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
    return Class::F32;
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_64F_PEDANTIC:
  case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
    return Class::F64;
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32I_PEDANTIC:
    return Class::I32;
  }
  return Class::None;
}

constexpr Combination kF16[] = {{CUDA_R_16F, CUDA_R_16F, blas::Arithmetic::F32, CUDA_R_16F}};
constexpr Combination kI32[] = {{CUDA_R_8I, CUDA_R_32I, blas::Arithmetic::I32, CUDA_R_32I}};
constexpr Combination kF32[] = {{CUDA_R_16BF, CUDA_R_16BF, blas::Arithmetic::F32, CUDA_R_32F},
                                {CUDA_R_16F, CUDA_R_16F, blas::Arithmetic::F32, CUDA_R_32F},
                                {CUDA_R_8I, CUDA_R_32F, blas::Arithmetic::F32, CUDA_R_32F},
                                {CUDA_R_16BF, CUDA_R_32F, blas::Arithmetic::F32, CUDA_R_32F},
                                {CUDA_R_16F, CUDA_R_32F, blas::Arithmetic::F32, CUDA_R_32F},
                                {CUDA_R_32F, CUDA_R_32F, blas::Arithmetic::F32, CUDA_R_32F},
                                {CUDA_C_8I, CUDA_C_32F, blas::Arithmetic::C32, CUDA_C_32F},
                                {CUDA_C_32F, CUDA_C_32F, blas::Arithmetic::C32, CUDA_C_32F}};
constexpr Combination kF64[] = {{CUDA_R_64F, CUDA_R_64F, blas::Arithmetic::F64, CUDA_R_64F},
                                {CUDA_C_64F, CUDA_C_64F, blas::Arithmetic::C64, CUDA_C_64F}};

struct Table {
  const Combination *first, *last;
};
Table tableOf(Class kind) {
  switch (kind) {
  case Class::F16:
    return {std::begin(kF16), std::end(kF16)};
  case Class::F32:
    return {std::begin(kF32), std::end(kF32)};
  case Class::F64:
    return {std::begin(kF64), std::end(kF64)};
  case Class::I32:
    return {std::begin(kI32), std::end(kI32)};
  case Class::None:
    break;
  }
  return {nullptr, nullptr};
}
const Combination *find(Class kind, cudaDataType a, cudaDataType b, cudaDataType c) {
  const Table table = tableOf(kind);
  const auto *found = std::find_if(table.first, table.last, [&](const Combination &row) {
    return a == b && row.ab == a && row.c == c;
  });
  return found == table.last ? nullptr : found;
}

/// What 32-bit inputs become before they are multiplied.
blas::Rounding roundingFor(cublasHandle_t h, cublasComputeType_t type) {
  switch (type) {
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_FAST_16BF: // an H200 keeps as many bits (seen)
    return blas::Rounding::Tf32;
  case CUBLAS_COMPUTE_32F_FAST_16F:
    return blas::Rounding::Half;
  case CUBLAS_COMPUTE_32F:
    return roundingOf(h);
  default:
    return blas::Rounding::None;
  }
}
bool isAlgo(cublasGemmAlgo_t algo) {
  return (algo >= CUBLAS_GEMM_DEFAULT && algo <= CUBLAS_GEMM_ALGO23) ||
         (algo >= CUBLAS_GEMM_DEFAULT_TENSOR_OP && algo <= CUBLAS_GEMM_ALGO15_TENSOR_OP) ||
         algo == CUBLAS_GEMM_AUTOTUNE;
}

struct ExMatrix {
  const void *data;
  cudaDataType type;
  int64_t ld, stride;
};
/// Of 8-bit integers whose sums are integers: these are read four bytes at a time (seen).
bool isAligned(const ExMatrix &m, bool isArray) {
  return m.ld % 4 == 0 && m.stride % 4 == 0 &&
         (isArray || reinterpret_cast<uintptr_t>(m.data) % 4 == 0);
}
cublasStatus_t multiplyEx(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                          int64_t m, int64_t n, int64_t k, const void *alpha, ExMatrix a,
                          ExMatrix b, const void *beta, ExMatrix c, int64_t batches, bool isArray,
                          cublasComputeType_t compute, cublasGemmAlgo_t algo) {
  const Combination *row = find(classOf(compute), a.type, b.type, c.type);
  if (!isAlgo(algo))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!row)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (batches < 0) // found too late (seen)
    return CUBLAS_STATUS_EXECUTION_FAILED;
  if (!m || !n || !batches)
    return CUBLAS_STATUS_SUCCESS;
  blas::Matmul p;
  p.m = m;
  p.n = n;
  p.k = k;
  p.batches = batches;
  p.arithmetic = row->arithmetic;
  p.scaleType = row->scale;
  p.alpha = scalarOf(h, alpha, row->scale);
  p.beta = scalarOf(h, beta, row->scale);
  const bool areTransposed = transa != CUBLAS_OP_N && transb != CUBLAS_OP_N;
  const bool isRead = k && (p.alpha.device || p.alpha.value != blas::DoubleComplex(0));
  if (a.type == CUDA_R_8I && row->scale == CUDA_R_32I && isRead &&
      (!isAligned(a, isArray) || !isAligned(b, isArray) || (areTransposed && m % 4)))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (a.type == CUDA_R_32F || a.type == CUDA_C_32F)
    p.rounding = roundingFor(h, compute);
  p.a = operandOf(a.data, a.type, a.ld, transa, a.stride, isArray);
  p.b = operandOf(b.data, b.type, b.ld, transb, b.stride, isArray);
  p.d = operandOf(c.data, c.type, c.ld, CUBLAS_OP_N, c.stride, isArray);
  return multiply(h, p);
}

cublasStatus_t gemmEx(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                      int64_t m, int64_t n, int64_t k, const void *alpha, const void *a,
                      cudaDataType aType, int64_t lda, const void *b, cudaDataType bType,
                      int64_t ldb, const void *beta, void *c, cudaDataType cType, int64_t ldc,
                      cublasComputeType_t compute = CUBLAS_COMPUTE_32F,
                      cublasGemmAlgo_t algo = CUBLAS_GEMM_DEFAULT) {
  return multiplyEx(h, transa, transb, m, n, k, alpha, {a, aType, lda, 0}, {b, bType, ldb, 0}, beta,
                    {c, cType, ldc, 0}, 1, /*isArray=*/false, compute, algo);
}
cublasStatus_t gemmBatchedEx(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                             int64_t m, int64_t n, int64_t k, const void *alpha,
                             const void *const *a, cudaDataType aType, int64_t lda,
                             const void *const *b, cudaDataType bType, int64_t ldb,
                             const void *beta, void *const *c, cudaDataType cType, int64_t ldc,
                             int64_t count, cublasComputeType_t compute, cublasGemmAlgo_t algo) {
  if (isAlgo(algo) && !count) // whatever the types (seen)
    return CUBLAS_STATUS_SUCCESS;
  return multiplyEx(h, transa, transb, m, n, k, alpha, {a, aType, lda, 0}, {b, bType, ldb, 0}, beta,
                    {c, cType, ldc, 0}, count, /*isArray=*/true, compute, algo);
}
cublasStatus_t gemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t transa,
                                    cublasOperation_t transb, int64_t m, int64_t n, int64_t k,
                                    const void *alpha, const void *a, cudaDataType aType,
                                    int64_t lda, int64_t strideA, const void *b, cudaDataType bType,
                                    int64_t ldb, int64_t strideB, const void *beta, void *c,
                                    cudaDataType cType, int64_t ldc, int64_t strideC, int64_t count,
                                    cublasComputeType_t compute, cublasGemmAlgo_t algo) {
  if (isAlgo(algo) && !m) // whatever the types (seen)
    return CUBLAS_STATUS_SUCCESS;
  return multiplyEx(h, transa, transb, m, n, k, alpha, {a, aType, lda, strideA},
                    {b, bType, ldb, strideB}, beta, {c, cType, ldc, strideC}, count,
                    /*isArray=*/false, compute, algo);
}

template <typename I>
cublasStatus_t gemmGroupedBatchedEx(cublasHandle_t h, const cublasOperation_t *transa,
                                    const cublasOperation_t *transb, const I *m, const I *n,
                                    const I *k, const void *alpha, const void *const *a,
                                    cudaDataType aType, const I *lda, const void *const *b,
                                    cudaDataType bType, const I *ldb, const void *beta,
                                    void *const *c, cudaDataType cType, const I *ldc, I groups,
                                    const I *sizes, cublasComputeType_t compute) {
  const Combination *row = find(classOf(compute), aType, bType, cType);
  if (groups < 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  // Groups know fewer combinations (seen).
  const bool isHalf = aType == CUDA_R_16F || aType == CUDA_R_16BF;
  const bool isKnown = (isHalf && compute == CUBLAS_COMPUTE_32F) ||
                       (aType == CUDA_R_32F &&
                        (compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_PEDANTIC ||
                         compute == CUBLAS_COMPUTE_32F_FAST_TF32)) ||
                       (aType == CUDA_R_64F && compute == CUBLAS_COMPUTE_64F);
  if (!row || !isKnown || cType != aType || h->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  for (I g = 0; g < groups; ++g)
    if (!isOperation(transa[g]) || !isOperation(transb[g]) || m[g] < 0 || n[g] < 0 || k[g] < 0 ||
        sizes[g] < 0 || lda[g] < atLeastOne(isPlain(transa[g]) ? m[g] : k[g]) ||
        ldb[g] < atLeastOne(isPlain(transb[g]) ? k[g] : n[g]) || ldc[g] < atLeastOne(m[g]))
      return CUBLAS_STATUS_INVALID_VALUE;
  const size_t step = blas::sizeOf(row->scale);
  for (I g = 0, first = 0; g < groups; first += sizes[g++]) {
    const cublasStatus_t status =
        gemmBatchedEx(h, transa[g], transb[g], m[g], n[g], k[g],
                      static_cast<const char *>(alpha) + g * step, a + first, aType, lda[g],
                      b + first, bType, ldb[g], static_cast<const char *>(beta) + g * step,
                      c + first, cType, ldc[g], sizes[g], compute, CUBLAS_GEMM_DEFAULT);
    if (status != CUBLAS_STATUS_SUCCESS)
      return status;
  }
  return CUBLAS_STATUS_SUCCESS;
}

// Products of a matrix with itself: the whole product goes to memory of its own, one triangle of it
// to C.

struct Triangle {
  bool isLower, isHermitian;
  int64_t n, columns;
  Value<Complex> beta;
  const Complex *product;
  Complex *c;
  int64_t ldc;
};
void triangleBody(const Triangle &p, library::Block block) {
  const Complex beta = p.beta.get();
  const int64_t first = int64_t(block.index) * p.columns;
  for (int64_t j = first; j < std::min(first + p.columns, p.n); ++j)
    for (int64_t i = p.isLower ? j : 0; i < (p.isLower ? p.n : j + 1); ++i) {
      Complex &c = p.c[i + j * p.ldc];
      c = p.product[i + j * p.n] + (beta == Complex(0) ? Complex(0) : blas::multiply(beta, c));
      if (p.isHermitian && i == j)
        c = c.real();
    }
}
/// beta of herkEx is real.
struct RealBeta {
  const float *from;
  Complex *to;
};
void widenBeta(const RealBeta &p, library::Block) { *p.to = *p.from; }

/// Nothing is added to the whole of C, which keeps even the imaginary parts of its diagonal (seen).
bool isNothing(cublasHandle_t h, bool isHermitian, int64_t k, const void *alpha, const void *beta) {
  if (h->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    return false;
  const cudaDataType type = isHermitian ? CUDA_R_32F : CUDA_C_32F;
  return (!k || blas::readScalar(alpha, type) == blas::DoubleComplex(0)) &&
         blas::readScalar(beta, type) == blas::DoubleComplex(1);
}
cublasStatus_t rankKEx(cublasHandle_t h, bool isHermitian, cublasFillMode_t uplo,
                       cublasOperation_t trans, int64_t n, int64_t k, const void *alpha,
                       const void *a, cudaDataType aType, int64_t lda, const void *beta, void *c,
                       int64_t ldc) {
  if (trans != CUBLAS_OP_N)
    trans = isHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  if (aType != CUDA_C_32F) // not CUDA_C_8I either; the type of C is not looked at (seen)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (!n || isNothing(h, isHermitian, k, alpha, beta))
    return CUBLAS_STATUS_SUCCESS;
  library::Scratch product(h->stream, size_t(n * n + 2) * sizeof(Complex));
  if (product.result() != CUDA_SUCCESS)
    return statusOf(product.result());
  auto *scalars = product.get<Complex>() + n * n;
  blas::Matmul p;
  p.m = p.n = n;
  p.k = k;
  p.arithmetic = blas::Arithmetic::C32;
  p.scaleType = CUDA_C_32F;
  Value<Complex> scale{};
  if (isHermitian && h->pointerMode == CUBLAS_POINTER_MODE_DEVICE) {
    for (int i = 0; i < 2; ++i)
      if (cublasStatus_t status = launch<widenBeta>(
              h, "cublas_widen", 1, {static_cast<const float *>(i ? beta : alpha), scalars + i}))
        return status;
    p.alpha.device = scalars;
    scale.device = scalars + 1;
  } else {
    p.alpha = scalarOf(h, alpha, isHermitian ? CUDA_R_32F : CUDA_C_32F);
    if (h->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
      scale.device = static_cast<const Complex *>(beta);
    else
      scale.value = Complex(blas::readScalar(beta, isHermitian ? CUDA_R_32F : CUDA_C_32F));
  }
  const bool isPlain = trans == CUBLAS_OP_N;
  const cublasOperation_t other = isHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  p.a = operandOf(a, aType, lda, isPlain ? CUBLAS_OP_N : other);
  p.b = operandOf(a, aType, lda, isPlain ? other : CUBLAS_OP_N);
  p.d = operandOf(product.get(), CUDA_C_32F, n);
  if (cublasStatus_t status = multiply(h, p))
    return status;
  const int64_t columns = std::max<int64_t>((1 << 15) / n, 1);
  return launch<triangleBody>(h, "cublas_triangle_ex", ceilDiv(n, columns),
                              {uplo == CUBLAS_FILL_MODE_LOWER, isHermitian, n, columns, scale,
                               product.get<Complex>(), static_cast<Complex *>(c), ldc});
}
cublasStatus_t syrkEx(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                      int64_t k, const void *alpha, const void *a, cudaDataType aType, int64_t lda,
                      const void *beta, void *c, cudaDataType, int64_t ldc) {
  return rankKEx(h, false, uplo, trans, n, k, alpha, a, aType, lda, beta, c, ldc);
}
cublasStatus_t herkEx(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                      int64_t k, const void *alpha, const void *a, cudaDataType aType, int64_t lda,
                      const void *beta, void *c, cudaDataType, int64_t ldc) {
  return rankKEx(h, true, uplo, trans, n, k, alpha, a, aType, lda, beta, c, ldc);
}
/// The forms of three products have none of an empty inner dimension (seen).
cublasStatus_t syrk3mEx(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                        int64_t k, const void *alpha, const void *a, cudaDataType aType,
                        int64_t lda, const void *beta, void *c, cudaDataType cType, int64_t ldc) {
  return k ? syrkEx(h, uplo, trans, n, k, alpha, a, aType, lda, beta, c, cType, ldc)
           : CUBLAS_STATUS_NOT_SUPPORTED;
}
cublasStatus_t herk3mEx(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                        int64_t k, const void *alpha, const void *a, cudaDataType aType,
                        int64_t lda, const void *beta, void *c, cudaDataType cType, int64_t ldc) {
  return k || isNothing(h, true, k, alpha, beta)
             ? herkEx(h, uplo, trans, n, k, alpha, a, aType, lda, beta, c, cType, ldc)
             : CUBLAS_STATUS_NOT_SUPPORTED;
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_GemmEx
#include "cublas/Entries.inc"
