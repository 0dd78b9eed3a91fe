// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// General matrix products of one type.
#include "cublas/Gemm.h"

namespace anywarp::cublas {
namespace {

template <typename T>
cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int64_t m,
                    int64_t n, int64_t k, const T *alpha, const T *a, int64_t lda, const T *b,
                    int64_t ldb, const T *beta, T *c, int64_t ldc) {
  using X = Number<T>;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  blas::Matmul p = productOf<X>(h, m, n, k, alpha, beta);
  p.a = operandOf(a, p.scaleType, lda, transa);
  p.b = operandOf(b, p.scaleType, ldb, transb);
  p.d = operandOf(c, p.scaleType, ldc);
  return multiply(h, p);
}

template <typename T>
cublasStatus_t gemmBatched(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                           int64_t m, int64_t n, int64_t k, const T *alpha, const T *const *a,
                           int64_t lda, const T *const *b, int64_t ldb, const T *beta, T *const *c,
                           int64_t ldc, int64_t count) {
  using X = Number<T>;
  if (!m || !n || !count)
    return CUBLAS_STATUS_SUCCESS;
  blas::Matmul p = productOf<X>(h, m, n, k, alpha, beta);
  p.batches = count;
  p.a = operandOf(a, p.scaleType, lda, transa, 0, true);
  p.b = operandOf(b, p.scaleType, ldb, transb, 0, true);
  p.d = operandOf(c, p.scaleType, ldc, CUBLAS_OP_N, 0, true);
  return multiply(h, p);
}

template <typename T>
cublasStatus_t gemmStridedBatched(cublasHandle_t h, cublasOperation_t transa,
                                  cublasOperation_t transb, int64_t m, int64_t n, int64_t k,
                                  const T *alpha, const T *a, int64_t lda, int64_t strideA,
                                  const T *b, int64_t ldb, int64_t strideB, const T *beta, T *c,
                                  int64_t ldc, int64_t strideC, int64_t count) {
  using X = Number<T>;
  if (!m || !n || !count)
    return CUBLAS_STATUS_SUCCESS;
  blas::Matmul p = productOf<X>(h, m, n, k, alpha, beta);
  p.batches = count;
  p.a = operandOf(a, p.scaleType, lda, transa, strideA);
  p.b = operandOf(b, p.scaleType, ldb, transb, strideB);
  p.d = operandOf(c, p.scaleType, ldc, CUBLAS_OP_N, strideC);
  return multiply(h, p);
}

/// Groups of products; what describes them lies in host memory, the arrays of matrices in device
/// memory, one group after the other.
template <typename T, typename I>
cublasStatus_t gemmGroupedBatched(cublasHandle_t h, const cublasOperation_t *transa,
                                  const cublasOperation_t *transb, const I *m, const I *n,
                                  const I *k, const T *alpha, const T *const *a, const I *lda,
                                  const T *const *b, const I *ldb, const T *beta, T *const *c,
                                  const I *ldc, I groups, const I *sizes) {
  if (groups < 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (h->pointerMode == CUBLAS_POINTER_MODE_DEVICE) // (seen)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  for (I g = 0; g < groups; ++g)
    if (!isOperation(transa[g]) || !isOperation(transb[g]) || m[g] < 0 || n[g] < 0 || k[g] < 0 ||
        sizes[g] < 0 || lda[g] < atLeastOne(isPlain(transa[g]) ? m[g] : k[g]) ||
        ldb[g] < atLeastOne(isPlain(transb[g]) ? k[g] : n[g]) || ldc[g] < atLeastOne(m[g]))
      return CUBLAS_STATUS_INVALID_VALUE;
  for (I g = 0, first = 0; g < groups; first += sizes[g++]) {
    const cublasStatus_t status =
        gemmBatched(h, transa[g], transb[g], m[g], n[g], k[g], alpha + g, a + first, lda[g],
                    b + first, ldb[g], beta + g, c + first, ldc[g], sizes[g]);
    if (status != CUBLAS_STATUS_SUCCESS)
      return status;
  }
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Gemm
#include "cublas/Entries.inc"
