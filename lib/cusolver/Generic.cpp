// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 64-bit interface: linear systems (cuSOLVER's manual: Xpotrf, Xgetrf, Xgeqrf, Xtrtri, Xsytrs,
// Xlarft). Types are arguments. LAPACK's integers have 32 bits: greater sizes are not supported.
#include "cusolver/GenericTypes.h"

#include "cusolver/DenseLdlt.h"
#include "cusolver/Tiled.h"

namespace anywarp::cusolver {

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cublasFillMode_t, int64_t, cudaDataType, const void *,
                                             int64_t, cudaDataType, size_t *device, size_t *host) {
  *device = *host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType, void *, size_t, void *, size_t,
                                  int *info) {
  if (!fit({n, lda}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    if (isTiled(int(n), int(n)))
      return potrfTiled(streamOf(handle), letter(uplo), int(n), static_cast<N *>(a), int(lda),
                        info);
    return run(streamOf(handle), "Xpotrf", [=, order = int(n), ld = int(lda)] {
      *info = factorCholesky(letter(uplo), order, static_cast<N *>(a), ld);
    });
  });
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType type,
                                  const void *a, int64_t lda, cudaDataType, void *b, int64_t ldb,
                                  int *info) {
  if (!fit({n, nrhs, lda, ldb}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    return run(streamOf(handle), "Xpotrs", [=] {
      *info = lapack::potrs(letter(uplo), int(n), int(nrhs), static_cast<const N *>(a), int(lda),
                            static_cast<N *>(b), int(ldb));
    });
  });
}

namespace {
size_t pivotBytes(int64_t count) {
  Carver counted;
  counted.take<int>(std::max<int64_t>(count, 0));
  return counted.bytes();
}
} // namespace

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t m,
                                             int64_t n, cudaDataType, const void *, int64_t,
                                             cudaDataType, size_t *device, size_t *host) {
  *device = pivotBytes(std::min(m, n));
  *host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
/// Without an array of pivots there is no pivoting.
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  int64_t *pivots, cudaDataType, void *work, size_t bytes, void *,
                                  size_t, int *info) {
  if (!fit({m, n, lda}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  const int64_t count = std::min(m, n);
  WorkSpace memory(streamOf(handle), work, bytes, pivotBytes(count));
  if (memory.status())
    return memory.status();
  return withNumber(type, [&]<typename N>(N) {
    if (pivots && isTiled(int(m), int(n))) {
      int *own = Carver(memory.start()).take<int>(count);
      const cusolverStatus_t status =
          getrfTiled(streamOf(handle), int(m), int(n), static_cast<N *>(a), int(lda), own, info);
      return status
                 ? status
                 : run(streamOf(handle), "XgetrfPivots", [=] { std::copy_n(own, count, pivots); });
    }
    return run(streamOf(handle), "Xgetrf", [=, start = memory.start()] {
      N *matrix = static_cast<N *>(a);
      if (!pivots) {
        *info = factorWithoutPivots(int(m), int(n), matrix, int(lda));
        return;
      }
      int *own = Carver(start).take<int>(count);
      *info = lapack::getrf(int(m), int(n), matrix, int(lda), own);
      std::copy_n(own, count, pivots);
    });
  });
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasOperation_t trans, int64_t n, int64_t nrhs,
                                  cudaDataType type, const void *a, int64_t lda,
                                  const int64_t *pivots, cudaDataType, void *b, int64_t ldb,
                                  int *info) {
  if (!fit({n, nrhs, lda, ldb}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  WorkSpace memory(streamOf(handle), nullptr, 0, pivotBytes(n));
  if (memory.status())
    return memory.status();
  return withNumber(type, [&]<typename N>(N) {
    return run(streamOf(handle), "Xgetrs", [=, start = memory.start()] {
      int *own = pivots ? Carver(start).take<int>(n) : nullptr;
      if (pivots)
        std::copy_n(pivots, n, own);
      solveFactored(letter(trans), int(n), int(nrhs), static_cast<const N *>(a), int(lda), own,
                    static_cast<N *>(b), int(ldb));
      *info = 0;
    });
  });
}

namespace {
template <typename N> int geqrfWanted(int64_t m, int64_t n) {
  const int rows = int(std::max<int64_t>(m, 0)), columns = int(std::max<int64_t>(n, 0));
  return wanted<N>([=](N *work, int size) {
    return lapack::geqrf<N>(rows, columns, nullptr, std::max(rows, 1), nullptr, work, size);
  });
}
template <typename N> size_t geqrfBytes(int64_t m, int64_t n) {
  Carver counted;
  counted.take<N>(geqrfWanted<N>(m, n));
  return counted.bytes();
}
} // namespace

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t m,
                                             int64_t n, cudaDataType type, const void *, int64_t,
                                             cudaDataType, const void *, cudaDataType,
                                             size_t *device, size_t *host) {
  *host = 0;
  return withNumber(type, [&]<typename N>(N) {
    *device = geqrfBytes<N>(m, n);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType,
                                  void *tau, cudaDataType, void *work, size_t bytes, void *, size_t,
                                  int *info) {
  if (!fit({m, n, lda}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    if (isTiled(int(m), int(n)))
      return geqrfTiled(streamOf(handle), int(m), int(n), static_cast<N *>(a), int(lda),
                        static_cast<N *>(tau), info);
    WorkSpace memory(streamOf(handle), work, bytes, geqrfBytes<N>(m, n));
    if (memory.status())
      return memory.status();
    return run(streamOf(handle), "Xgeqrf",
               [=, size = geqrfWanted<N>(m, n), start = memory.start()] {
                 *info = lapack::geqrf(int(m), int(n), static_cast<N *>(a), int(lda),
                                       static_cast<N *>(tau), Carver(start).take<N>(size), size);
               });
  });
}

cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t, cublasFillMode_t, cublasDiagType_t,
                                             int64_t, cudaDataType type, void *, int64_t,
                                             size_t *device, size_t *host) {
  *device = *host = 0;
  const bool isNumber = !withNumber(type, []<typename N>(N) { return CUSOLVER_STATUS_SUCCESS; });
  return isNumber ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_SUPPORTED;
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, void *, size_t, void *, size_t, int *info) {
  if (!fit({n, lda}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    return run(streamOf(handle), "Xtrtri", [=] {
      auto *matrix = static_cast<N *>(a);
      *info = lapack::trtri(letter(uplo), letter(diag), int(n), matrix, int(lda));
      // A unit diagonal is written, too (seen).
      for (int64_t i = 0; diag == CUBLAS_DIAG_UNIT && i < n; ++i)
        matrix[i * lda + i] = N(1);
    });
  });
}

cusolverStatus_t cusolverDnXsytrs_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int64_t n,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             const int64_t *, cudaDataType, void *, int64_t,
                                             size_t *device, size_t *host) {
  *device = pivotBytes(n);
  *host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, cudaDataType type, const void *a, int64_t lda,
                                  const int64_t *pivots, cudaDataType, void *b, int64_t ldb,
                                  void *work, size_t bytes, void *, size_t, int *info) {
  if (!fit({n, nrhs, lda, ldb}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  WorkSpace memory(streamOf(handle), work, bytes, pivotBytes(n));
  if (memory.status())
    return memory.status();
  return withNumber(type, [&]<typename N>(N) {
    return run(streamOf(handle), "Xsytrs", [=, start = memory.start()] {
      const N *factors = static_cast<const N *>(a);
      N *rhs = static_cast<N *>(b);
      *info = 0;
      if (!pivots) {
        solveWithoutPivots(letter(uplo), int(n), int(nrhs), factors, int(lda), rhs, int(ldb));
        return;
      }
      int *own = Carver(start).take<int>(n);
      std::copy_n(pivots, n, own);
      *info = lapack::sytrs(letter(uplo), int(n), int(nrhs), factors, int(lda), own, rhs, int(ldb));
    });
  });
}

cusolverStatus_t cusolverDnXlarft_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cusolverDirectMode_t, cusolverStorevMode_t, int64_t,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, const void *, cudaDataType, void *,
                                             int64_t, cudaDataType, size_t *device, size_t *host) {
  *device = *host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXlarft(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverDirectMode_t direct, cusolverStorevMode_t, int64_t n,
                                  int64_t k, cudaDataType type, const void *v, int64_t ldv,
                                  cudaDataType, const void *tau, cudaDataType, void *t, int64_t ldt,
                                  cudaDataType, void *, size_t, void *, size_t) {
  if (k > n || ldv < std::max<int64_t>(1, n))
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (!fit({n, k, ldv, ldt}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    return run(streamOf(handle), "Xlarft", [=] {
      const bool isForward = direct == CUBLAS_DIRECT_FORWARD;
      N *out = static_cast<N *>(t);
      lapack::larft(isForward ? 'F' : 'B', 'C', int(n), int(k), static_cast<const N *>(v), int(ldv),
                    static_cast<const N *>(tau), out, int(ldt));
      for (int64_t column = 0; column < k; ++column) // the other triangle is cleared (seen)
        for (int64_t row = 0; row < k; ++row)
          if (isForward ? row > column : row < column)
            out[column * ldt + row] = N();
    });
  });
}

} // namespace anywarp::cusolver
