// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The routines. One handle and stream serves the process: calls of several threads queue up, and
// each uses all workers.
#include <cctype>

#include "blas/Backend.h"
#include "blas/Element.h"
#include "library/Call.h"
#include "library/Work.h"
#include "nvblas/Api.h"
#include "support/Mutex.h"

namespace anywarp::nvblas {
#include "nvblas/LayoutChecks.inc"
#include "nvblas/Library.inc"
const library::Library kLibrary{"nvblas", kSonames};

namespace {

using blas::Int;

/// Multiplications below which a product stays on the calling thread.
constexpr double kSmall = 64.0 * 64 * 64;

struct State {
  Mutex mutex;
  cublasHandle_t handle AW_GUARDED_BY(mutex) = nullptr;
  CUcontext context AW_GUARDED_BY(mutex) = nullptr;
  bool isTried AW_GUARDED_BY(mutex) = false;
};
State &state() {
  static auto &one = *new State;
  return one;
}

template <typename T> struct NumberOf {
  using Type = T;
};
template <> struct NumberOf<cuComplex> {
  using Type = blas::Complex;
};
template <> struct NumberOf<cuDoubleComplex> {
  using Type = blas::DoubleComplex;
};
template <typename T> using Number = typename NumberOf<T>::Type;
template <typename T> const Number<T> *number(const T *p) {
  return reinterpret_cast<const Number<T> *>(p);
}
template <typename T> Number<T> *number(T *p) { return reinterpret_cast<Number<T> *>(p); }

char upper(const char *letter) { return char(std::toupper(static_cast<unsigned char>(*letter))); }
/// Unknown letters become values that cuBLAS refuses.
int indexIn(const char *letters, const char *letter) {
  for (int i = 0; letters[i]; ++i)
    if (letters[i] == upper(letter))
      return i;
  return 99;
}
cublasOperation_t op(const char *letter) { return cublasOperation_t(indexIn("NTC", letter)); }
cublasFillMode_t fill(const char *letter) { return cublasFillMode_t(indexIn("LU", letter)); }
cublasSideMode_t sideOf(const char *letter) { return cublasSideMode_t(indexIn("LR", letter)); }
cublasDiagType_t diagonal(const char *letter) { return cublasDiagType_t(indexIn("NU", letter)); }

/// True: `call` ran on the devices, or was refused there with a message.
template <typename F> bool onDevices(double multiplications, F &&call) {
  if (multiplications < kSmall)
    return false;
  State &s = state();
  LockGuard lock(s.mutex);
  if (!s.isTried) {
    s.isTried = true;
    if (library::ensureContext() == CUDA_SUCCESS &&
        library::cu().cuCtxGetCurrent(&s.context) == CUDA_SUCCESS &&
        ::cublasCreate_v2(&s.handle) != CUBLAS_STATUS_SUCCESS)
      s.handle = nullptr;
  }
  if (!s.handle || library::cu().cuCtxPushCurrent(s.context) != CUDA_SUCCESS)
    return false;
  const cublasStatus_t status = call(s.handle);
  const CUresult waited = library::synchronize(nullptr);
  CUcontext popped;
  (void)library::cu().cuCtxPopCurrent(&popped);
  return (status == CUBLAS_STATUS_SUCCESS && waited == CUDA_SUCCESS) ||
         status == CUBLAS_STATUS_INVALID_VALUE;
}

template <typename T> struct Routines;
#define AW_COMMON(L)                                                                               \
  static constexpr auto gemm = &cublas##L##gemm_v2;                                                \
  static constexpr auto symm = &cublas##L##symm_v2;                                                \
  static constexpr auto syrk = &cublas##L##syrk_v2;                                                \
  static constexpr auto syr2k = &cublas##L##syr2k_v2;                                              \
  static constexpr auto trsm = &cublas##L##trsm_v2;                                                \
  static constexpr auto trmm = &cublas##L##trmm_v2;
#define AW_HERMITIAN(L)                                                                            \
  static constexpr auto hemm = &cublas##L##hemm_v2;                                                \
  static constexpr auto herk = &cublas##L##herk_v2;                                                \
  static constexpr auto her2k = &cublas##L##her2k_v2;
template <> struct Routines<float> {
  AW_COMMON(S)
};
template <> struct Routines<double> {
  AW_COMMON(D)
};
template <> struct Routines<cuComplex> {
  AW_COMMON(C) AW_HERMITIAN(C)
};
template <> struct Routines<cuDoubleComplex> {
  AW_COMMON(Z) AW_HERMITIAN(Z)
};
#undef AW_COMMON
#undef AW_HERMITIAN

template <typename T>
void gemm(const char *transa, const char *transb, const int *m, const int *n, const int *k,
          const T *alpha, const T *a, const int *lda, const T *b, const int *ldb, const T *beta,
          T *c, const int *ldc) {
  if (!onDevices(double(*m) * *n * *k, [&](cublasHandle_t h) {
        return Routines<T>::gemm(h, op(transa), op(transb), *m, *n, *k, alpha, a, *lda, b, *ldb,
                                 beta, c, *ldc);
      }))
    blas::call<"gemm", Number<T>>(*transa, *transb, *m, *n, *k, number(alpha), number(a), *lda,
                                  number(b), *ldb, number(beta), number(c), *ldc);
}

double orderOf(const char *side, const int *m, const int *n) {
  return upper(side) == 'L' ? *m : *n;
}

#define AW_PRODUCT(routine)                                                                        \
  template <typename T>                                                                            \
  void routine(const char *side, const char *uplo, const int *m, const int *n, const T *alpha,     \
               const T *a, const int *lda, const T *b, const int *ldb, const T *beta, T *c,        \
               const int *ldc) {                                                                   \
    if (!onDevices(double(*m) * *n * orderOf(side, m, n), [&](cublasHandle_t h) {                  \
          return Routines<T>::routine(h, sideOf(side), fill(uplo), *m, *n, alpha, a, *lda, b,      \
                                      *ldb, beta, c, *ldc);                                        \
        }))                                                                                        \
      blas::call<#routine, Number<T>>(*side, *uplo, *m, *n, number(alpha), number(a), *lda,        \
                                      number(b), *ldb, number(beta), number(c), *ldc);             \
  }
AW_PRODUCT(symm)
AW_PRODUCT(hemm)
#undef AW_PRODUCT

#define AW_RANK_K(routine)                                                                         \
  template <typename T, typename R>                                                                \
  void routine(const char *uplo, const char *trans, const int *n, const int *k, const R *alpha,    \
               const T *a, const int *lda, const R *beta, T *c, const int *ldc) {                  \
    if (!onDevices(double(*n) * *n * *k / 2, [&](cublasHandle_t h) {                               \
          return Routines<T>::routine(h, fill(uplo), op(trans), *n, *k, alpha, a, *lda, beta, c,   \
                                      *ldc);                                                       \
        }))                                                                                        \
      blas::call<#routine, Number<T>>(*uplo, *trans, *n, *k, number(alpha), number(a), *lda,       \
                                      number(beta), number(c), *ldc);                              \
  }
AW_RANK_K(syrk)
AW_RANK_K(herk)
#undef AW_RANK_K

#define AW_RANK_2K(routine)                                                                        \
  template <typename T, typename R>                                                                \
  void routine(const char *uplo, const char *trans, const int *n, const int *k, const T *alpha,    \
               const T *a, const int *lda, const T *b, const int *ldb, const R *beta, T *c,        \
               const int *ldc) {                                                                   \
    if (!onDevices(double(*n) * *n * *k, [&](cublasHandle_t h) {                                   \
          return Routines<T>::routine(h, fill(uplo), op(trans), *n, *k, alpha, a, *lda, b, *ldb,   \
                                      beta, c, *ldc);                                              \
        }))                                                                                        \
      blas::call<#routine, Number<T>>(*uplo, *trans, *n, *k, number(alpha), number(a), *lda,       \
                                      number(b), *ldb, number(beta), number(c), *ldc);             \
  }
AW_RANK_2K(syr2k)
AW_RANK_2K(her2k)
#undef AW_RANK_2K

template <typename T>
void trsm(const char *side, const char *uplo, const char *trans, const char *diag, const int *m,
          const int *n, const T *alpha, const T *a, const int *lda, T *b, const int *ldb) {
  if (!onDevices(double(*m) * *n * orderOf(side, m, n), [&](cublasHandle_t h) {
        return Routines<T>::trsm(h, sideOf(side), fill(uplo), op(trans), diagonal(diag), *m, *n,
                                 alpha, a, *lda, b, *ldb);
      }))
    blas::call<"trsm", Number<T>>(*side, *uplo, *trans, *diag, *m, *n, number(alpha), number(a),
                                  *lda, number(b), *ldb);
}
template <typename T>
void trmm(const char *side, const char *uplo, const char *trans, const char *diag, const int *m,
          const int *n, const T *alpha, const T *a, const int *lda, T *b, const int *ldb) {
  if (!onDevices(double(*m) * *n * orderOf(side, m, n), [&](cublasHandle_t h) {
        return Routines<T>::trmm(h, sideOf(side), fill(uplo), op(trans), diagonal(diag), *m, *n,
                                 alpha, a, *lda, b, *ldb, b, *ldb);
      }))
    blas::call<"trmm", Number<T>>(*side, *uplo, *trans, *diag, *m, *n, number(alpha), number(a),
                                  *lda, number(b), *ldb);
}

} // namespace
} // namespace anywarp::nvblas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Level3
#include "nvblas/Entries.inc"
