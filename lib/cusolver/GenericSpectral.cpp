// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 64-bit interface: eigenvalues and singular values (cuSOLVER's manual: Xsyevd, Xsyevdx,
// XsyevBatched, Xgeev, Xgesvd, Xgesvdp, Xgesvdr).
#include <cmath>

#include "cusolver/GenericTypes.h"

namespace anywarp::cusolver {
namespace {

int clamped(int64_t n) { return int(std::clamp<int64_t>(n, 0, INT_MAX)); }

} // namespace

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cusolverEigMode_t jobz, cublasFillMode_t, int64_t n,
                                             cudaDataType type, const void *, int64_t, cudaDataType,
                                             const void *, cudaDataType, size_t *device,
                                             size_t *host) {
  *host = 0;
  return withNumber(type, [&]<typename N>(N) {
    *device = syevdBytes<N>(letter(jobz), clamped(n));
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType, void *w,
                                  cudaDataType, void *work, size_t bytes, void *, size_t,
                                  int *info) {
  if (!fit({n, lda}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    return launchSyevd(streamOf(handle), letter(jobz), letter(uplo), int(n), static_cast<N *>(a),
                       int(lda), static_cast<Real<N> *>(w), work, bytes, info);
  });
}

cusolverStatus_t cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                                   cusolverEigMode_t jobz, cublasFillMode_t,
                                                   int64_t n, cudaDataType type, const void *,
                                                   int64_t, cudaDataType, const void *,
                                                   cudaDataType, size_t *device, size_t *host,
                                                   int64_t count) {
  *host = 0;
  return withNumber(type, [&]<typename N>(N) {
    *device = syevdBytes<N>(letter(jobz), clamped(n)) * std::max<int64_t>(count, 1);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
/// Matrices follow each other, lda n numbers each.
cusolverStatus_t cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t,
                                        cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                        cudaDataType type, void *a, int64_t lda, cudaDataType,
                                        void *w, cudaDataType, void *work, size_t bytes, void *,
                                        size_t, int *info, int64_t count) {
  if (!fit({n, lda}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    const size_t each = syevdBytes<N>(letter(jobz), int(n));
    WorkSpace memory(streamOf(handle), work, bytes, each * std::max<int64_t>(count, 1));
    if (memory.status())
      return memory.status();
    return run(streamOf(handle), "XsyevBatched", count,
               [=, space = syevdSpace<N>(letter(jobz), int(n)),
                start = static_cast<char *>(memory.start())](library::Block block) {
                 const uint64_t i = block.index;
                 info[i] = syevdIn(space, start + i * each, letter(jobz), letter(uplo), int(n),
                                   static_cast<N *>(a) + i * lda * n, int(lda),
                                   static_cast<Real<N> *>(w) + i * n);
               });
  });
}

cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                              cusolverEigMode_t jobz, cusolverEigRange_t,
                                              cublasFillMode_t, int64_t n, cudaDataType type,
                                              const void *, int64_t, void *, void *, int64_t,
                                              int64_t, int64_t *, cudaDataType, const void *,
                                              cudaDataType, size_t *device, size_t *host) {
  *host = 0;
  return withNumber(type, [&]<typename N>(N) {
    *device = syevdxBytes<N>(letter(jobz), clamped(n));
    return CUSOLVER_STATUS_SUCCESS;
  });
}
/// vl and vu: one number each, in host memory.
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t jobz, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                   int64_t lda, void *vl, void *vu, int64_t il, int64_t iu,
                                   int64_t *count, cudaDataType, void *w, cudaDataType, void *work,
                                   size_t bytes, void *, size_t, int *info) {
  if (!fit({n, lda}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  const bool isInterval = range == CUSOLVER_EIG_RANGE_V;
  if (isInterval && (!vl || !vu))
    return CUSOLVER_STATUS_INVALID_VALUE;
  return withNumber(type, [&]<typename N>(N) {
    Selection<N> chosen{letter(range), 0, 0, int(il), int(iu)};
    if (isInterval) {
      chosen.vl = *static_cast<Real<N> *>(vl);
      chosen.vu = *static_cast<Real<N> *>(vu);
    }
    return launchSyevdx(streamOf(handle), letter(jobz), chosen, letter(uplo), int(n),
                        static_cast<N *>(a), int(lda), count, static_cast<Real<N> *>(w), work,
                        bytes, info);
  });
}

// Eigenvalues of any square matrix.

namespace {
template <typename N> struct GeevSpace {
  int lwork = 1;
  N *work = nullptr, *values = nullptr;
  Real<N> *rwork = nullptr;
  void place(Carver &from, int n) {
    work = from.take<N>(lwork);
    values = from.take<N>(2 * size_t(n));
    rwork = from.take<Real<N>>(2 * size_t(n) + 1);
  }
};
template <typename N> GeevSpace<N> geevSpace(int n) {
  GeevSpace<N> space;
  N values[1] = {};
  Real<N> rwork[1] = {}; // the question writes there
  const int ld = std::max(n, 1);
  // Of real numbers LAPACK takes two arrays, the second n after the first; the question reads none.
  space.lwork = wanted<N>([&](N *work, int size) {
    return lapack::geev<N>('V', 'V', n, nullptr, ld, values, nullptr, ld, nullptr, ld, work, size,
                           rwork);
  });
  return space;
}
template <typename N> size_t geevBytes(int n) {
  Carver counted;
  geevSpace<N>(n).place(counted, n);
  return counted.bytes();
}
} // namespace

cusolverStatus_t cusolverDnXgeev_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                            cusolverEigMode_t, cusolverEigMode_t, int64_t n,
                                            cudaDataType type, const void *, int64_t, cudaDataType,
                                            const void *, cudaDataType, const void *, int64_t,
                                            cudaDataType, const void *, int64_t, cudaDataType,
                                            size_t *device, size_t *host) {
  *host = 0;
  return withNumber(type, [&]<typename N>(N) {
    *device = geevBytes<N>(clamped(n));
    return CUSOLVER_STATUS_SUCCESS;
  });
}
/// Of a real matrix w holds n real, then n imaginary parts, or n complex numbers; the vectors are
/// packed as LAPACK does.
cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t,
                                 cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType typeW,
                                 void *w, cudaDataType typeVl, void *vl, int64_t ldvl,
                                 cudaDataType typeVr, void *vr, int64_t ldvr, cudaDataType,
                                 void *work, size_t bytes, void *, size_t, int *info) {
  const bool left = jobvl == CUSOLVER_EIG_MODE_VECTOR, right = jobvr == CUSOLVER_EIG_MODE_VECTOR;
  if ((left && typeVl != type) || (right && typeVr != type) || !fit({n, lda, ldvl, ldvr}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  const bool isPaired = typeW != type;
  return withNumber(type, [&]<typename N>(N) {
    WorkSpace memory(streamOf(handle), work, bytes, geevBytes<N>(int(n)));
    if (memory.status())
      return memory.status();
    return run(
        streamOf(handle), "Xgeev", [=, space = geevSpace<N>(int(n)), start = memory.start()] {
          GeevSpace<N> mine = space;
          Carver from(start);
          mine.place(from, int(n));
          N *values = isPaired ? mine.values : static_cast<N *>(w);
          *info = lapack::geev(letter(jobvl), letter(jobvr), int(n), static_cast<N *>(a), int(lda),
                               values, static_cast<N *>(vl), int(std::max<int64_t>(ldvl, 1)),
                               static_cast<N *>(vr), int(std::max<int64_t>(ldvr, 1)), mine.work,
                               mine.lwork, mine.rwork);
          if (isPaired)
            for (int64_t i = 0; i < n; ++i) {
              static_cast<N *>(w)[2 * i] = values[i];
              static_cast<N *>(w)[2 * i + 1] = values[n + i];
            }
        });
  });
}

// Singular values.

cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, signed char,
                                             signed char, int64_t m, int64_t n, cudaDataType type,
                                             const void *, int64_t, cudaDataType, const void *,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, size_t *device,
                                             size_t *host) {
  *host = 0;
  return withNumber(type, [&]<typename N>(N) {
    *device = gesvdBytes<N>(clamped(m), clamped(n));
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType type,
                                  void *a, int64_t lda, cudaDataType, void *s, cudaDataType typeU,
                                  void *u, int64_t ldu, cudaDataType typeVt, void *vt, int64_t ldvt,
                                  cudaDataType, void *work, size_t bytes, void *, size_t,
                                  int *info) {
  if (typeU != type || typeVt != type || !fit({m, n, lda, ldu, ldvt}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    return launchGesvd<N>(streamOf(handle), jobu, jobvt, int(m), int(n), static_cast<N *>(a),
                          int(lda), static_cast<Real<N> *>(s), static_cast<N *>(u), int(ldu),
                          static_cast<N *>(vt), int(ldvt), work, bytes, nullptr, info);
  });
}

namespace {

/// A = U S V' of a matrix of any shape by LAPACK, which works on the tall one of A and A'.
template <typename N> struct AnyShape {
  SvdSpace<N> space;
  N *tallCopy, *left, *rightAdjoint;
  Real<N> *values;
  char *rest;
  size_t svdBytes;
  int leftColumns; ///< of the tall side
  /// isWhole: square matrices of vectors may be asked for.
  static AnyShape of(int m, int n, bool isWhole) {
    AnyShape shape{};
    shape.leftColumns = isWhole ? std::max(m, n) : std::min(m, n);
    shape.space = gesvdSpace<N>(std::max(m, n), std::min(m, n));
    shape.svdBytes = gesvdBytes<N>(std::max(m, n), std::min(m, n));
    return shape;
  }
  void place(Carver &from, int m, int n) {
    const size_t tall = std::max(m, n), narrow = std::min(m, n);
    tallCopy = from.take<N>(tall * narrow);
    left = from.take<N>(tall * leftColumns);
    rightAdjoint = from.take<N>(narrow * narrow);
    values = from.take<Real<N>>(narrow);
    rest = from.take<char>(svdBytes);
  }
  static size_t bytes(int m, int n, bool isWhole) {
    Carver counted;
    of(m, n, isWhole).place(counted, m, n);
    return counted.bytes();
  }
  /// The first `count` values; of the vectors so many columns as asked.
  int solve(void *start, int m, int n, const N *a, int lda, int count, Real<N> *s, N *u, int ldu,
            int columnsU, N *v, int ldv, int columnsV) {
    Carver from(start);
    place(from, m, n);
    const int tall = std::max(m, n), narrow = std::min(m, n);
    if (m >= n)
      copyMatrix(m, n, a, lda, tallCopy, tall);
    else
      conjugateTranspose(m, n, a, lda, tallCopy, tall);
    const bool hasVectors = u || v;
    const int needed = m >= n ? columnsU : columnsV;
    const char jobLeft = !hasVectors ? 'N' : needed > narrow ? 'A' : 'S';
    const int info = gesvdIn<N>(space, rest, jobLeft, hasVectors ? 'S' : 'N', tall, narrow,
                                tallCopy, tall, values, left, tall, rightAdjoint, narrow, nullptr);
    std::copy_n(values, count, s);
    N *fromLeft = m >= n ? u : v, *fromRight = m >= n ? v : u;
    if (fromLeft)
      copyMatrix(tall, needed, left, tall, fromLeft, m >= n ? ldu : ldv);
    if (fromRight)
      conjugateTranspose(m >= n ? columnsV : columnsU, narrow, rightAdjoint, narrow, fromRight,
                         m >= n ? ldv : ldu);
    return info;
  }
};

} // namespace

cusolverStatus_t cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                              cusolverEigMode_t jobz, int econ, int64_t m,
                                              int64_t n, cudaDataType type, const void *, int64_t,
                                              cudaDataType, const void *, cudaDataType,
                                              const void *, int64_t, cudaDataType, const void *,
                                              int64_t, cudaDataType, size_t *device, size_t *host) {
  *host = 0;
  return withNumber(type, [&]<typename N>(N) {
    *device = AnyShape<N>::bytes(clamped(m), clamped(n), jobz == CUSOLVER_EIG_MODE_VECTOR && !econ);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
/// The perturbation of the singular values is 0: LAPACK's method needs none.
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                   cudaDataType type, void *a, int64_t lda, cudaDataType, void *s,
                                   cudaDataType typeU, void *u, int64_t ldu, cudaDataType typeV,
                                   void *v, int64_t ldv, cudaDataType, void *work, size_t bytes,
                                   void *, size_t, int *info, double *perturbation) {
  const bool hasVectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  if (typeU != type || typeV != type || !fit({m, n, lda, ldu, ldv}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  const bool isWhole = hasVectors && !econ;
  const int narrow = int(std::min(m, n));
  if (perturbation)
    *perturbation = 0;
  return withNumber(type, [&]<typename N>(N) {
    WorkSpace memory(streamOf(handle), work, bytes, AnyShape<N>::bytes(int(m), int(n), isWhole));
    if (memory.status())
      return memory.status();
    return run(streamOf(handle), "Xgesvdp",
               [=, shape = AnyShape<N>::of(int(m), int(n), isWhole), start = memory.start()] {
                 AnyShape<N> mine = shape;
                 *info = mine.solve(
                     start, int(m), int(n), static_cast<N *>(a), int(lda), narrow,
                     static_cast<Real<N> *>(s), hasVectors ? static_cast<N *>(u) : nullptr,
                     int(ldu), econ ? narrow : int(m), hasVectors ? static_cast<N *>(v) : nullptr,
                     int(ldv), econ ? narrow : int(n));
               });
  });
}

cusolverStatus_t cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, signed char,
                                              signed char, int64_t m, int64_t n, int64_t, int64_t,
                                              int64_t, cudaDataType type, const void *, int64_t,
                                              cudaDataType, const void *, cudaDataType,
                                              const void *, int64_t, cudaDataType, const void *,
                                              int64_t, cudaDataType, size_t *device, size_t *host) {
  *host = 0;
  return withNumber(type, [&]<typename N>(N) {
    *device = AnyShape<N>::bytes(clamped(m), clamped(n), false);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
/// The k greatest singular values: exact ones, where the manual asks for an approximation.
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                   signed char jobv, int64_t m, int64_t n, int64_t k, int64_t,
                                   int64_t, cudaDataType type, void *a, int64_t lda, cudaDataType,
                                   void *s, cudaDataType typeU, void *u, int64_t ldu,
                                   cudaDataType typeV, void *v, int64_t ldv, cudaDataType,
                                   void *work, size_t bytes, void *, size_t, int *info) {
  const bool left = jobu == 'S', right = jobv == 'S';
  if ((left && ldu < m) || (right && ldv < n))
    return CUSOLVER_STATUS_INVALID_VALUE;
  if ((left && typeU != type) || (right && typeV != type) || !fit({m, n, lda, ldu, ldv}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return withNumber(type, [&]<typename N>(N) {
    WorkSpace memory(streamOf(handle), work, bytes, AnyShape<N>::bytes(int(m), int(n), false));
    if (memory.status())
      return memory.status();
    return run(streamOf(handle), "Xgesvdr",
               [=, shape = AnyShape<N>::of(int(m), int(n), false), start = memory.start()] {
                 AnyShape<N> mine = shape;
                 *info = mine.solve(start, int(m), int(n), static_cast<N *>(a), int(lda), int(k),
                                    static_cast<Real<N> *>(s), left ? static_cast<N *>(u) : nullptr,
                                    int(ldu), int(k), right ? static_cast<N *>(v) : nullptr,
                                    int(ldv), int(k));
               });
  });
}

} // namespace anywarp::cusolver
