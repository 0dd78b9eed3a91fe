// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse vectors with dense ones. The indices of a sparse vector are distinct (manual, section
// "Sparse Vector Format"), so that blocks may share them out.
#include "cusparse/Api.h"
#include "cusparse/Run.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;
constexpr auto kUnsupported = CUSPARSE_STATUS_NOT_SUPPORTED;

struct Params {
  const void *indices;
  void *sparse, *dense, *sums, *result;
  int64_t size, nnz, base, parts;
  Scalar alpha, beta;
  bool isConjugate;
};
Params paramsOf(cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y) {
  Params p{};
  p.indices = x->indices;
  p.sparse = x->values;
  p.dense = y->values;
  p.size = y->size;
  p.nnz = x->nnz;
  p.base = x->base;
  return p;
}
cusparseStatus_t check(cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y) {
  if (x->size != y->size)
    return kInvalid;
  return x->indexType == CUSPARSE_INDEX_16U ? kUnsupported : CUSPARSE_STATUS_SUCCESS;
}

/// visit(entry, place in the dense vector) for the entries of a block.
template <typename I, typename Visit>
void forEach(const Params &p, library::Block block, Visit visit) {
  const I *indices = static_cast<const I *>(p.indices);
  const Span span = spanOf(block, p.nnz);
  for (int64_t i = span.begin; i < span.end; ++i)
    visit(i, int64_t(indices[i]) - p.base);
}

template <typename T, typename C> void scale(const Params &p, library::Block block) {
  T *y = static_cast<T *>(p.dense);
  const C beta = p.beta.get<C>();
  const Span span = spanOf(block, p.size);
  for (int64_t i = span.begin; i < span.end; ++i)
    y[i] = isZero(beta) ? T{} : convert<T>(beta * convert<C>(y[i]));
}
template <typename T, typename C, typename I> void add(const Params &p, library::Block block) {
  const T *x = static_cast<const T *>(p.sparse);
  T *y = static_cast<T *>(p.dense);
  const C alpha = p.alpha.get<C>();
  forEach<I>(p, block, [=](int64_t i, int64_t at) {
    y[at] = convert<T>(convert<C>(y[at]) + alpha * convert<C>(x[i]));
  });
}
template <typename V, typename I> void gather(const Params &p, library::Block block) {
  V *x = static_cast<V *>(p.sparse);
  const V *y = static_cast<const V *>(p.dense);
  forEach<I>(p, block, [=](int64_t i, int64_t at) { x[i] = y[at]; });
}
template <typename V, typename I> void scatter(const Params &p, library::Block block) {
  const V *x = static_cast<const V *>(p.sparse);
  V *y = static_cast<V *>(p.dense);
  forEach<I>(p, block, [=](int64_t i, int64_t at) { y[at] = x[i]; });
}
template <typename T, typename C, typename I> void rotate(const Params &p, library::Block block) {
  T *x = static_cast<T *>(p.sparse), *y = static_cast<T *>(p.dense);
  const C c = p.alpha.get<C>(), s = p.beta.get<C>();
  forEach<I>(p, block, [=](int64_t i, int64_t at) {
    const C a = convert<C>(x[i]), b = convert<C>(y[at]);
    x[i] = convert<T>(c * a + s * b);
    y[at] = convert<T>(c * b - s * a);
  });
}
template <typename X, typename Y, typename C, typename I>
void dotParts(const Params &p, library::Block block) {
  const X *x = static_cast<const X *>(p.sparse);
  const Y *y = static_cast<const Y *>(p.dense);
  C sum{};
  const bool isConjugate = p.isConjugate;
  forEach<I>(p, block, [&](int64_t i, int64_t at) {
    sum = sum + convert<C>(conjugateIf(x[i], isConjugate)) * convert<C>(y[at]);
  });
  static_cast<C *>(p.sums)[block.index] = sum;
}
template <typename R, typename C> void sumParts(const Params &p, library::Block) {
  C sum{};
  for (int64_t part = 0; part < p.parts; ++part)
    sum = sum + static_cast<const C *>(p.sums)[part];
  *static_cast<R *>(p.result) = convert<R>(sum);
}

/// Types of both vectors and of the scalars: manual, cusparseAxpby() and cusparseRot().
using UpdateTypes =
    Combinations<Uniform<float>, Uniform<double>, Uniform<Complex<float>>, Uniform<Complex<double>>,
                 Combination<Half, Half, Half, float>, Combination<Brain, Brain, Brain, float>,
                 Combination<Complex<Half>, Complex<Half>, Complex<Half>, Complex<float>>,
                 Combination<Complex<Brain>, Complex<Brain>, Complex<Brain>, Complex<float>>>;
/// The type of the scalars of vectors of a type.
cudaDataType scalarsOf(cudaDataType type) {
  switch (int(type)) {
  case CUDA_R_16F:
  case CUDA_R_16BF:
    return CUDA_R_32F;
  case CUDA_C_16F:
  case CUDA_C_16BF:
    return CUDA_C_32F;
  }
  return type;
}
/// Manual, cusparseSpVV().
using DotTypes =
    Combinations<Uniform<float>, Uniform<double>, Uniform<Complex<float>>, Uniform<Complex<double>>,
                 Combination<int8_t, int8_t, int32_t, int32_t>,
                 Combination<int8_t, int8_t, float, float>, Combination<Half, Half, float, float>,
                 Combination<Brain, Brain, float, float>,
                 Combination<Complex<Half>, Complex<Half>, Complex<float>, Complex<float>>,
                 Combination<Complex<Brain>, Complex<Brain>, Complex<float>, Complex<float>>>;

int64_t blocksOf(const Params &p) { return blocksFor(p.nnz, 8192); }

} // namespace

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t vecX, const void *beta,
                               cusparseDnVecDescr_t vecY) {
  if (cusparseStatus_t status = check(vecX, vecY))
    return status;
  const cudaDataType type = vecY->valueType, scalars = scalarsOf(type);
  Params p = paramsOf(vecX, vecY);
  p.alpha = Scalar(handle, alpha, sizeOf(scalars));
  p.beta = Scalar(handle, beta, sizeOf(scalars));
  Work work(handle);
  const bool isKnown = UpdateTypes::choose(
      vecX->valueType, type, type, scalars,
      [&]<typename A, typename X, typename T, typename C>(Combination<A, X, T, C>) {
        chooseIndex(vecX->indexType, [&]<typename I>(Tag<I>) {
          work.run<scale<T, C>>("cusparse_scale", blocksFor(p.size, 32768), p);
          work.run<add<T, C, I>>("cusparse_add", blocksOf(p), p);
        });
      });
  return isKnown ? cusparseStatus_t(work) : kUnsupported;
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
                                cusparseSpVecDescr_t vecX) {
  if (cusparseStatus_t status = check(vecX, vecY))
    return status;
  if (vecX->valueType != vecY->valueType)
    return kUnsupported;
  const Params p = paramsOf(vecX, vecY);
  Work work(handle);
  chooseSize(sizeOf(vecX->valueType), [&]<typename V>(Tag<V>) {
    chooseIndex(vecX->indexType, [&]<typename I>(Tag<I>) {
      work.run<gather<V, I>>("cusparse_gather", blocksOf(p), p);
    });
  });
  return work;
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX,
                                 cusparseDnVecDescr_t vecY) {
  if (cusparseStatus_t status = check(vecX, vecY))
    return status;
  if (vecX->valueType != vecY->valueType)
    return kUnsupported;
  const Params p = paramsOf(vecX, vecY);
  Work work(handle);
  chooseSize(sizeOf(vecX->valueType), [&]<typename V>(Tag<V>) {
    chooseIndex(vecX->indexType, [&]<typename I>(Tag<I>) {
      work.run<scatter<V, I>>("cusparse_scatter", blocksOf(p), p);
    });
  });
  return work;
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c_coeff, const void *s_coeff,
                             cusparseSpVecDescr_t vecX, cusparseDnVecDescr_t vecY) {
  if (cusparseStatus_t status = check(vecX, vecY))
    return status;
  const cudaDataType type = vecY->valueType, scalars = scalarsOf(type);
  Params p = paramsOf(vecX, vecY);
  p.alpha = Scalar(handle, c_coeff, sizeOf(scalars));
  p.beta = Scalar(handle, s_coeff, sizeOf(scalars));
  Work work(handle);
  const bool isKnown = UpdateTypes::choose(
      vecX->valueType, type, type, scalars,
      [&]<typename A, typename X, typename T, typename C>(Combination<A, X, T, C>) {
        chooseIndex(vecX->indexType, [&]<typename I>(Tag<I>) {
          work.run<rotate<T, C, I>>("cusparse_rotate", blocksOf(p), p);
        });
      });
  return isKnown ? cusparseStatus_t(work) : kUnsupported;
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t, cusparseOperation_t opX,
                                         cusparseConstSpVecDescr_t vecX,
                                         cusparseConstDnVecDescr_t vecY, const void *,
                                         cudaDataType computeType, size_t *bufferSize) {
  if (cusparseStatus_t status = check(vecX, vecY))
    return status;
  if (!DotTypes::has(vecX->valueType, vecY->valueType, computeType, computeType))
    return kUnsupported;
  // Plain, or the conjugate of complex numbers (seen).
  const bool isConjugate = opX == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  if (opX == CUSPARSE_OPERATION_TRANSPOSE || (isConjugate && !isComplex(vecX->valueType)))
    return kInvalid;
  *bufferSize = size_t(blocksOf(paramsOf(vecX, vecY))) * sizeOf(computeType);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                              cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY,
                              void *result, cudaDataType computeType, void *externalBuffer) {
  size_t size;
  if (cusparseStatus_t status =
          cusparse::cusparseSpVV_bufferSize(handle, opX, vecX, vecY, result, computeType, &size))
    return status;
  Work work(handle);
  Buffer buffer(work, externalBuffer, size);
  Params p = paramsOf(vecX, vecY);
  p.sums = buffer.get();
  p.result = result;
  p.parts = blocksOf(p);
  p.isConjugate = opX == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  DotTypes::choose(vecX->valueType, vecY->valueType, computeType, computeType,
                   [&]<typename X, typename Y, typename R, typename C>(Combination<X, Y, R, C>) {
                     chooseIndex(vecX->indexType, [&]<typename I>(Tag<I>) {
                       work.run<dotParts<X, Y, C, I>>("cusparse_dotParts", p.parts, p);
                       work.run<sumParts<R, C>>("cusparse_sumParts", 1, p);
                     });
                   });
  if (handle->pointerMode == CUSPARSE_POINTER_MODE_HOST)
    work.waitForResult();
  return work;
}

} // namespace anywarp::cusparse
