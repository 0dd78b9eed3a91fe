// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix times vector, batched.
#include "cublas/Level2.h"

namespace anywarp::cublas {
namespace {

/// What asks for nothing, or for what there is not. A step of 0 takes the first of x each time
/// (seen).
bool isNothing(cublasOperation_t trans, int64_t m, int64_t n, int64_t incy, int64_t count) {
  return !isOperation(trans) || m <= 0 || n <= 0 || !incy || !count;
}

template <typename A, typename Y, typename V>
cublasStatus_t gemvBatched(cublasHandle_t h, cublasOperation_t trans, int64_t m, int64_t n,
                           const V *alpha, const A *const *a, int64_t lda, const A *const *x,
                           int64_t incx, const V *beta, Y *const *y, int64_t incy, int64_t count) {
  if (isNothing(trans, m, n, incy, count))
    return CUBLAS_STATUS_SUCCESS;
  if (!y || (!isZero(valueOf(h, alpha)) && (!a || !x))) // (seen)
    return CUBLAS_STATUS_INVALID_VALUE;
  return launchGemv(h, Gemv<Number<A>, Number<Y>, Number<V>>{trans,
                                                             m,
                                                             n,
                                                             count,
                                                             valueOf(h, alpha),
                                                             valueOf(h, beta),
                                                             {nullptr, in(a), 0},
                                                             lda,
                                                             {nullptr, in(x), 0},
                                                             incx,
                                                             {nullptr, out(y), 0},
                                                             incy});
}

template <typename A, typename Y, typename V>
cublasStatus_t gemvStridedBatched(cublasHandle_t h, cublasOperation_t trans, int64_t m, int64_t n,
                                  const V *alpha, const A *a, int64_t lda, int64_t strideA,
                                  const A *x, int64_t incx, int64_t stridex, const V *beta, Y *y,
                                  int64_t incy, int64_t stridey, int64_t count) {
  if (isNothing(trans, m, n, incy, count))
    return CUBLAS_STATUS_SUCCESS;
  if (!y || (!isZero(valueOf(h, alpha)) && (!a || !x))) // (seen)
    return CUBLAS_STATUS_INVALID_VALUE;
  return launchGemv(h, Gemv<Number<A>, Number<Y>, Number<V>>{trans,
                                                             m,
                                                             n,
                                                             count,
                                                             valueOf(h, alpha),
                                                             valueOf(h, beta),
                                                             {in(a), nullptr, strideA},
                                                             lda,
                                                             {in(x), nullptr, stridex},
                                                             incx,
                                                             {out(y), nullptr, stridey},
                                                             incy});
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Level2Batched
#include "cublas/Entries.inc"
