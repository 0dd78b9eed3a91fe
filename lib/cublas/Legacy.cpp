// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface without handles: one handle for the process, made at first use, scalars by value,
// letters for operations. A failure is kept for cublasGetError.
#include <cctype>

#include "cublas/Context.h"
#include "cublas/Routines.h"
#include "support/Mutex.h"

namespace anywarp::cublas::legacy {
namespace {

struct State {
  Mutex mutex;
  cublasHandle_t handle AW_GUARDED_BY(mutex) = nullptr;
  cublasStatus_t error AW_GUARDED_BY(mutex) = CUBLAS_STATUS_SUCCESS;
};
State &state() {
  static auto &one = *new State;
  return one;
}

/// Null after a failure; the routine then answers NOT_INITIALIZED.
cublasHandle_t shared() {
  State &s = state();
  LockGuard lock(s.mutex);
  if (!s.handle && ::cublasCreate_v2(&s.handle) != CUBLAS_STATUS_SUCCESS)
    s.handle = nullptr;
  return s.handle;
}
void keep(cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS)
    return;
  State &s = state();
  LockGuard lock(s.mutex);
  s.error = status;
}

cublasStatus_t init() { return shared() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED; }
cublasStatus_t shutdown() {
  State &s = state();
  LockGuard lock(s.mutex);
  cublasHandle_t handle = s.handle;
  s.handle = nullptr;
  return handle ? ::cublasDestroy_v2(handle) : CUBLAS_STATUS_SUCCESS; // (seen)
}
cublasStatus_t getError() {
  State &s = state();
  LockGuard lock(s.mutex);
  const cublasStatus_t error = s.error;
  s.error = CUBLAS_STATUS_SUCCESS;
  return error;
}
cublasStatus_t getVersion(int *version) { return ::cublasGetVersion_v2(nullptr, version); }
cublasStatus_t alloc(int n, int elemSize, void **devicePtr) {
  if (n <= 0 || elemSize <= 0 || !devicePtr)
    return CUBLAS_STATUS_INVALID_VALUE;
  CUdeviceptr address = 0;
  if (!shared())
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (library::cu().cuMemAlloc(&address, size_t(n) * size_t(elemSize)) != CUDA_SUCCESS)
    return CUBLAS_STATUS_ALLOC_FAILED;
  *devicePtr = reinterpret_cast<void *>(address);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t free(void *devicePtr) {
  return !devicePtr ||
                 library::cu().cuMemFree(reinterpret_cast<CUdeviceptr>(devicePtr)) == CUDA_SUCCESS
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_INTERNAL_ERROR;
}
cublasStatus_t setKernelStream(cudaStream_t stream) {
  return ::cublasSetStream_v2(shared(), stream);
}

/// What a letter stands for; an unknown one becomes a value that is refused.
int letterIn(const char *letters, char c) {
  for (int i = 0; letters[i]; ++i)
    if (letters[i] == std::toupper(static_cast<unsigned char>(c)))
      return i;
  return 99;
}
cublasFillMode_t fill(char c) { return cublasFillMode_t(letterIn("LU", c)); }
cublasDiagType_t diagonal(char c) { return cublasDiagType_t(letterIn("NU", c)); }
cublasSideMode_t sideOf(char c) { return cublasSideMode_t(letterIn("LR", c)); }
cublasOperation_t op(char c) { return cublasOperation_t(letterIn("NTC", c)); }

// Level 1.

template <typename T> auto nrm2(int n, const T *x, int incx) {
  Real<Number<T>> result = 0;
  keep(Routines<T>::nrm2(shared(), n, x, incx, &result));
  return result;
}
template <typename T> auto asum(int n, const T *x, int incx) {
  Real<Number<T>> result = 0;
  keep(Routines<T>::asum(shared(), n, x, incx, &result));
  return result;
}
template <typename T> int amax(int n, const T *x, int incx) {
  int64_t result = 0;
  keep(Routines<T>::amax(shared(), n, x, incx, &result));
  return int(result);
}
template <typename T> int amin(int n, const T *x, int incx) {
  int64_t result = 0;
  keep(Routines<T>::amin(shared(), n, x, incx, &result));
  return int(result);
}
template <typename T> T dot(int n, const T *x, int incx, const T *y, int incy) {
  T result{};
  keep(Routines<T>::dot(shared(), n, x, incx, y, incy, &result));
  return result;
}
template <typename T> T dotu(int n, const T *x, int incx, const T *y, int incy) {
  T result{};
  keep(Routines<T>::dotu(shared(), n, x, incx, y, incy, &result));
  return result;
}
template <typename T> T dotc(int n, const T *x, int incx, const T *y, int incy) {
  T result{};
  keep(Routines<T>::dotc(shared(), n, x, incx, y, incy, &result));
  return result;
}
template <typename T> void scal(int n, T alpha, T *x, int incx) {
  keep(Routines<T>::scal(shared(), n, &alpha, x, incx));
}
template <typename T, typename R> void realScal(int n, R alpha, T *x, int incx) {
  keep(Routines<T>::realScal(shared(), n, &alpha, x, incx));
}
template <typename T> void axpy(int n, T alpha, const T *x, int incx, T *y, int incy) {
  keep(Routines<T>::axpy(shared(), n, &alpha, x, incx, y, incy));
}
template <typename T> void copy(int n, const T *x, int incx, T *y, int incy) {
  keep(Routines<T>::copy(shared(), n, x, incx, y, incy));
}
template <typename T> void swap(int n, T *x, int incx, T *y, int incy) {
  keep(Routines<T>::swap(shared(), n, x, incx, y, incy));
}
template <typename T, typename R> void rot(int n, T *x, int incx, T *y, int incy, R c, T s) {
  keep(Routines<T>::rot(shared(), n, x, incx, y, incy, &c, &s));
}
template <typename T, typename R> void realRot(int n, T *x, int incx, T *y, int incy, R c, R s) {
  keep(Routines<T>::realRot(shared(), n, x, incx, y, incy, &c, &s));
}
template <typename T, typename R> void rotg(T *a, T *b, R *c, T *s) {
  keep(Routines<T>::rotg(shared(), a, b, c, s));
}
template <typename T, typename R> void rotg(T *a, T b, R *c, T *s) {
  keep(Routines<T>::rotg(shared(), a, &b, c, s));
}
template <typename T> void rotm(int n, T *x, int incx, T *y, int incy, const T *param) {
  keep(Routines<T>::rotm(shared(), n, x, incx, y, incy, param));
}
template <typename T> void rotmg(T *d1, T *d2, T *x1, const T *y1, T *param) {
  keep(Routines<T>::rotmg(shared(), d1, d2, x1, y1, param));
}

// Level 2.
template <typename T>
void gemv(char trans, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta,
          T *y, int incy) {
  keep(Routines<T>::gemv(shared(), op(trans), m, n, &alpha, a, lda, x, incx, &beta, y, incy));
}
template <typename T>
void gbmv(char trans, int m, int n, int kl, int ku, T alpha, const T *a, int lda, const T *x,
          int incx, T beta, T *y, int incy) {
  keep(Routines<T>::gbmv(shared(), op(trans), m, n, kl, ku, &alpha, a, lda, x, incx, &beta, y,
                         incy));
}
template <typename T>
void trmv(char uplo, char trans, char diag, int n, const T *a, int lda, T *x, int incx) {
  keep(Routines<T>::trmv(shared(), fill(uplo), op(trans), diagonal(diag), n, a, lda, x, incx));
}
template <typename T>
void tbmv(char uplo, char trans, char diag, int n, int k, const T *a, int lda, T *x, int incx) {
  keep(Routines<T>::tbmv(shared(), fill(uplo), op(trans), diagonal(diag), n, k, a, lda, x, incx));
}
template <typename T>
void tpmv(char uplo, char trans, char diag, int n, const T *packed, T *x, int incx) {
  keep(Routines<T>::tpmv(shared(), fill(uplo), op(trans), diagonal(diag), n, packed, x, incx));
}
template <typename T>
void trsv(char uplo, char trans, char diag, int n, const T *a, int lda, T *x, int incx) {
  keep(Routines<T>::trsv(shared(), fill(uplo), op(trans), diagonal(diag), n, a, lda, x, incx));
}
template <typename T>
void tbsv(char uplo, char trans, char diag, int n, int k, const T *a, int lda, T *x, int incx) {
  keep(Routines<T>::tbsv(shared(), fill(uplo), op(trans), diagonal(diag), n, k, a, lda, x, incx));
}
template <typename T>
void tpsv(char uplo, char trans, char diag, int n, const T *packed, T *x, int incx) {
  keep(Routines<T>::tpsv(shared(), fill(uplo), op(trans), diagonal(diag), n, packed, x, incx));
}
template <typename T>
void symv(char uplo, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y,
          int incy) {
  keep(Routines<T>::symv(shared(), fill(uplo), n, &alpha, a, lda, x, incx, &beta, y, incy));
}
template <typename T>
void hemv(char uplo, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y,
          int incy) {
  keep(Routines<T>::hemv(shared(), fill(uplo), n, &alpha, a, lda, x, incx, &beta, y, incy));
}
template <typename T>
void sbmv(char uplo, int n, int k, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y,
          int incy) {
  keep(Routines<T>::sbmv(shared(), fill(uplo), n, k, &alpha, a, lda, x, incx, &beta, y, incy));
}
template <typename T>
void hbmv(char uplo, int n, int k, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y,
          int incy) {
  keep(Routines<T>::hbmv(shared(), fill(uplo), n, k, &alpha, a, lda, x, incx, &beta, y, incy));
}
template <typename T>
void spmv(char uplo, int n, T alpha, const T *packed, const T *x, int incx, T beta, T *y,
          int incy) {
  keep(Routines<T>::spmv(shared(), fill(uplo), n, &alpha, packed, x, incx, &beta, y, incy));
}
template <typename T>
void hpmv(char uplo, int n, T alpha, const T *packed, const T *x, int incx, T beta, T *y,
          int incy) {
  keep(Routines<T>::hpmv(shared(), fill(uplo), n, &alpha, packed, x, incx, &beta, y, incy));
}
template <typename T>
void ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {
  keep(Routines<T>::ger(shared(), m, n, &alpha, x, incx, y, incy, a, lda));
}
template <typename T>
void geru(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {
  keep(Routines<T>::geru(shared(), m, n, &alpha, x, incx, y, incy, a, lda));
}
template <typename T>
void gerc(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {
  keep(Routines<T>::gerc(shared(), m, n, &alpha, x, incx, y, incy, a, lda));
}
template <typename T> void syr(char uplo, int n, T alpha, const T *x, int incx, T *a, int lda) {
  keep(Routines<T>::syr(shared(), fill(uplo), n, &alpha, x, incx, a, lda));
}
template <typename T, typename R>
void her(char uplo, int n, R alpha, const T *x, int incx, T *a, int lda) {
  keep(Routines<T>::her(shared(), fill(uplo), n, &alpha, x, incx, a, lda));
}
template <typename T> void spr(char uplo, int n, T alpha, const T *x, int incx, T *packed) {
  keep(Routines<T>::spr(shared(), fill(uplo), n, &alpha, x, incx, packed));
}
template <typename T, typename R>
void hpr(char uplo, int n, R alpha, const T *x, int incx, T *packed) {
  keep(Routines<T>::hpr(shared(), fill(uplo), n, &alpha, x, incx, packed));
}
template <typename T>
void syr2(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {
  keep(Routines<T>::syr2(shared(), fill(uplo), n, &alpha, x, incx, y, incy, a, lda));
}
template <typename T>
void her2(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {
  keep(Routines<T>::her2(shared(), fill(uplo), n, &alpha, x, incx, y, incy, a, lda));
}
template <typename T>
void spr2(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *packed) {
  keep(Routines<T>::spr2(shared(), fill(uplo), n, &alpha, x, incx, y, incy, packed));
}
template <typename T>
void hpr2(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *packed) {
  keep(Routines<T>::hpr2(shared(), fill(uplo), n, &alpha, x, incx, y, incy, packed));
}

// Level 3.

template <typename T>
void gemm(char transa, char transb, int m, int n, int k, T alpha, const T *a, int lda, const T *b,
          int ldb, T beta, T *c, int ldc) {
  keep(Routines<T>::gemm(shared(), op(transa), op(transb), m, n, k, &alpha, a, lda, b, ldb, &beta,
                         c, ldc));
}
template <typename T>
void symm(char side, char uplo, int m, int n, T alpha, const T *a, int lda, const T *b, int ldb,
          T beta, T *c, int ldc) {
  keep(Routines<T>::symm(shared(), sideOf(side), fill(uplo), m, n, &alpha, a, lda, b, ldb, &beta, c,
                         ldc));
}
template <typename T>
void hemm(char side, char uplo, int m, int n, T alpha, const T *a, int lda, const T *b, int ldb,
          T beta, T *c, int ldc) {
  keep(Routines<T>::hemm(shared(), sideOf(side), fill(uplo), m, n, &alpha, a, lda, b, ldb, &beta, c,
                         ldc));
}
template <typename T>
void syrk(char uplo, char trans, int n, int k, T alpha, const T *a, int lda, T beta, T *c,
          int ldc) {
  keep(Routines<T>::syrk(shared(), fill(uplo), op(trans), n, k, &alpha, a, lda, &beta, c, ldc));
}
template <typename T, typename R>
void herk(char uplo, char trans, int n, int k, R alpha, const T *a, int lda, R beta, T *c,
          int ldc) {
  keep(Routines<T>::herk(shared(), fill(uplo), op(trans), n, k, &alpha, a, lda, &beta, c, ldc));
}
template <typename T>
void syr2k(char uplo, char trans, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb,
           T beta, T *c, int ldc) {
  keep(Routines<T>::syr2k(shared(), fill(uplo), op(trans), n, k, &alpha, a, lda, b, ldb, &beta, c,
                          ldc));
}
template <typename T, typename R>
void her2k(char uplo, char trans, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb,
           R beta, T *c, int ldc) {
  keep(Routines<T>::her2k(shared(), fill(uplo), op(trans), n, k, &alpha, a, lda, b, ldb, &beta, c,
                          ldc));
}
template <typename T>
void trsm(char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *a, int lda,
          T *b, int ldb) {
  keep(Routines<T>::trsm(shared(), sideOf(side), fill(uplo), op(trans), diagonal(diag), m, n,
                         &alpha, a, lda, b, ldb));
}
template <typename T>
void trmm(char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *a, int lda,
          T *b, int ldb) {
  keep(Routines<T>::trmm(shared(), sideOf(side), fill(uplo), op(trans), diagonal(diag), m, n,
                         &alpha, a, lda, b, ldb, b, ldb));
}

} // namespace
} // namespace anywarp::cublas::legacy

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Legacy
#include "cublas/Entries.inc"
