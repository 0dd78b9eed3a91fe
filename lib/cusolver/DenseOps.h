// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dense operations that the typed and the 64-bit interface share. NAMEBytes: the work space of
// NAME. The functions without Bytes run inside a body.
#pragma once

#include <cmath>

#include "cusolver/Dense.h"

namespace anywarp::cusolver {

/// potrf. Not all LAPACKs tell a pivot that is no number; a GPU does, and leaves the root of a bad
/// pivot there (seen).
template <typename N> int factorCholesky(char uplo, int n, N *a, int lda) {
  int info = lapack::potrf(uplo, n, a, lda);
  for (int k = 0; info == 0 && k < n; ++k)
    if (std::isnan(realPart(a[k * (size_t(lda) + 1)])))
      info = k + 1;
  if (info > 0) {
    N &pivot = a[(info - 1) * (size_t(lda) + 1)];
    pivot = std::sqrt(realPart(pivot));
  }
  return info;
}

/// LU without exchanging rows. The 1-based first zero pivot, or 0.
template <typename N> int factorWithoutPivots(int m, int n, N *a, int lda) {
  int info = 0;
  for (int k = 0; k < std::min(m, n); ++k) {
    const N pivot = a[k + size_t(k) * lda];
    if (pivot == N(0)) {
      info = info ? info : k + 1;
      std::fill_n(a + k + 1 + size_t(k) * lda, m - k - 1, N(0)); // nothing is eliminated (seen)
      continue;
    }
    for (int i = k + 1; i < m; ++i)
      a[i + size_t(k) * lda] /= pivot;
    for (int j = k + 1; j < n; ++j) {
      const N factor = a[k + size_t(j) * lda];
      if (factor != N(0))
        for (int i = k + 1; i < m; ++i)
          a[i + size_t(j) * lda] -= a[i + size_t(k) * lda] * factor;
    }
  }
  return info;
}

/// Solves with getrf's factors; pivots may be null.
template <typename N>
void solveFactored(char trans, int n, int nrhs, const N *a, int lda, const int *pivots, N *b,
                   int ldb) {
  if (n == 0 || nrhs == 0)
    return;
  if (pivots) {
    lapack::getrs(trans, n, nrhs, a, lda, pivots, b, ldb);
  } else if (trans == 'N') {
    lapack::trsm('L', 'L', 'N', 'U', n, nrhs, N(1), a, lda, b, ldb);
    lapack::trsm('L', 'U', 'N', 'N', n, nrhs, N(1), a, lda, b, ldb);
  } else {
    lapack::trsm('L', 'U', trans, 'N', n, nrhs, N(1), a, lda, b, ldb);
    lapack::trsm('L', 'L', trans, 'U', n, nrhs, N(1), a, lda, b, ldb);
  }
}

/// dst = conjugate transpose of src (m x n).
template <typename N>
void conjugateTranspose(int m, int n, const N *src, int lds, N *dst, int ldd) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      dst[j + size_t(i) * ldd] = conjugate(src[i + size_t(j) * lds]);
}
template <typename N> void copyMatrix(int m, int n, const N *src, int lds, N *dst, int ldd) {
  for (int j = 0; j < n; ++j)
    std::copy_n(src + size_t(j) * lds, m, dst + size_t(j) * ldd);
}

// Eigenvalues of symmetric matrices.

/// Work space of LAPACK's symmetric eigensolvers.
template <typename N> struct EigenSpace {
  int lwork = 1, lrwork = 1, liwork = 1;
  N *work = nullptr;
  Real<N> *rwork = nullptr;
  int *iwork = nullptr;
  void place(Carver &from) {
    work = from.take<N>(lwork);
    rwork = from.take<Real<N>>(lapack::kIsComplex<N> ? lrwork : 0);
    iwork = from.take<int>(liwork);
  }
};

template <typename N> EigenSpace<N> syevdSpace(char jobz, int n) {
  N work[1] = {};
  Real<N> rwork[1] = {};
  int iwork[1] = {};
  const int ld = std::max(n, 1);
  lapack::syevd<N>(jobz, 'L', n, nullptr, ld, nullptr, work, -1, rwork, -1, iwork, -1);
  return {lapack::sizeFrom(work[0]), lapack::sizeFrom(rwork[0]), std::max(1, iwork[0])};
}
template <typename N> size_t syevdBytes(char jobz, int n) {
  Carver counted;
  syevdSpace<N>(jobz, std::max(n, 0)).place(counted);
  return counted.bytes();
}
template <typename N>
int syevdIn(EigenSpace<N> space, void *start, char jobz, char uplo, int n, N *a, int lda,
            Real<N> *w) {
  Carver from(start);
  space.place(from);
  return lapack::syevd(jobz, uplo, n, a, lda, w, space.work, space.lwork, space.rwork, space.lrwork,
                       space.iwork, space.liwork);
}
template <typename N>
cusolverStatus_t launchSyevd(CUstream stream, char jobz, char uplo, int n, N *a, int lda,
                             Real<N> *w, void *work, size_t bytes, int *info) {
  WorkSpace memory(stream, work, bytes, syevdBytes<N>(jobz, n));
  if (memory.status())
    return memory.status();
  const EigenSpace<N> space = syevdSpace<N>(jobz, n);
  return run(stream, "syevd", [=, start = memory.start()] {
    *info = syevdIn(space, start, jobz, uplo, n, a, lda, w);
  });
}

/// Which eigenvalues.
template <typename N> struct Selection {
  char range;
  Real<N> vl, vu;
  int il, iu;
};
template <typename N> struct SyevrSpace : EigenSpace<N> {
  N *z = nullptr;
  int *support = nullptr;
  void placeAll(Carver &from, int n) {
    this->place(from);
    z = from.take<N>(size_t(n) * n);
    support = from.take<int>(2 * size_t(n) + 2);
  }
};
template <typename N> SyevrSpace<N> syevrSpace(char jobz, int n) {
  N work[1] = {};
  Real<N> rwork[1] = {};
  int iwork[1] = {}, found = 0;
  const int ld = std::max(n, 1);
  lapack::syevr<N>(jobz, 'A', 'L', n, nullptr, ld, 0, 0, 1, n, &found, nullptr, nullptr, ld,
                   nullptr, work, -1, rwork, -1, iwork, -1);
  SyevrSpace<N> space;
  space.lwork = lapack::sizeFrom(work[0]);
  space.lrwork = lapack::sizeFrom(rwork[0]);
  space.liwork = std::max(1, iwork[0]);
  return space;
}
template <typename N> size_t syevdxBytes(char jobz, int n) {
  Carver counted;
  n = std::max(n, 0);
  syevrSpace<N>(jobz, n).placeAll(counted, n);
  return counted.bytes();
}
/// The selected eigenvectors come to stand in the first columns of a.
template <typename N>
int syevdxIn(SyevrSpace<N> space, void *start, char jobz, const Selection<N> &chosen, char uplo,
             int n, N *a, int lda, Real<N> *w, int *found) {
  Carver from(start);
  space.placeAll(from, n);
  const int info =
      lapack::syevr(jobz, chosen.range, uplo, n, a, lda, chosen.vl, chosen.vu, chosen.il, chosen.iu,
                    found, w, space.z, std::max(n, 1), space.support, space.work, space.lwork,
                    space.rwork, space.lrwork, space.iwork, space.liwork);
  if (jobz == 'V' && info == 0)
    copyMatrix(n, *found, space.z, n, a, lda);
  return info;
}
/// False: the range is none.
template <typename N> bool isValid(const Selection<N> &chosen, int n) {
  if (chosen.range == 'I')
    return n == 0 || (chosen.il >= 1 && chosen.il <= chosen.iu && chosen.iu <= n);
  return chosen.range != 'V' || chosen.vl < chosen.vu;
}

/// The count is in host memory: known at once unless an interval of values was asked for.
template <typename N, typename F>
cusolverStatus_t runSelected(CUstream stream, const Selection<N> &chosen, const F &work) {
  if (cusolverStatus_t status = run(stream, "syevdx", work))
    return status;
  return chosen.range == 'V' ? statusOf(library::synchronize(stream)) : CUSOLVER_STATUS_SUCCESS;
}
template <typename N, typename I>
cusolverStatus_t launchSyevdx(CUstream stream, char jobz, Selection<N> chosen, char uplo, int n,
                              N *a, int lda, I *count, Real<N> *w, void *work, size_t bytes,
                              int *info) {
  if (!isValid(chosen, n))
    return CUSOLVER_STATUS_INVALID_VALUE;
  WorkSpace memory(stream, work, bytes, syevdxBytes<N>(jobz, n));
  if (memory.status())
    return memory.status();
  const bool isKnown = chosen.range != 'V';
  if (isKnown && count)
    *count = chosen.range == 'A' ? n : n ? chosen.iu - chosen.il + 1 : 0;
  const SyevrSpace<N> space = syevrSpace<N>(jobz, n);
  return runSelected(stream, chosen, [=, start = memory.start()] {
    int found = 0;
    *info = syevdxIn(space, start, jobz, chosen, uplo, n, a, lda, w, &found);
    if (!isKnown && count)
      *count = found;
  });
}

/// From the eigenvectors of the reduced problem to those of the general one.
template <typename N>
void backTransform(int type, char uplo, int n, int count, const N *b, int ldb, N *a, int lda) {
  const char adjoint = lapack::kIsComplex<N> ? 'C' : 'T';
  if (type == 3)
    lapack::trmm('L', uplo, uplo == 'U' ? adjoint : 'N', 'N', n, count, N(1), b, ldb, a, lda);
  else
    lapack::trsm('L', uplo, uplo == 'U' ? 'N' : adjoint, 'N', n, count, N(1), b, ldb, a, lda);
}
/// B = L L', and A becomes the matrix of a plain problem. As LAPACK: n + the order of the bad
/// minor.
template <typename N> int reduceToPlain(int type, char uplo, int n, N *a, int lda, N *b, int ldb) {
  if (const int bad = lapack::potrf(uplo, n, b, ldb))
    return n + bad;
  return lapack::sygst(type, uplo, n, a, lda, b, ldb);
}

// Singular values: by divide and conquer where the jobs are of one kind, else by QR iteration.

/// LAPACK's job for both sides, or 0. Of a matrix with m >= n all of V' is the part of it.
inline char svdJob(char jobu, char jobvt) {
  const bool hasVectors = (jobu == 'A' || jobu == 'S') && (jobvt == 'A' || jobvt == 'S');
  return hasVectors ? jobu : jobu == 'N' && jobvt == 'N' ? 'N' : 0;
}
template <typename N> struct SvdSpace {
  int lwork = 1;
  N *work = nullptr;
  Real<N> *rwork = nullptr;
  int *iwork = nullptr;
  void place(Carver &from, int m, int n) {
    work = from.take<N>(lwork);
    rwork = from.take<Real<N>>(lapack::kIsComplex<N> ? lapack::gesddReals(m, n) : 0);
    iwork = from.take<int>(8 * size_t(std::min(m, n)));
  }
};
/// The size for any jobs: the interface asks for it without them.
template <typename N> SvdSpace<N> gesvdSpace(int m, int n) {
  SvdSpace<N> space;
  const int ld = std::max({m, n, 1});
  for (char u : {'A', 'S', 'O', 'N'})
    for (char v : {'A', 'S', 'N'}) {
      N work[1] = {};
      lapack::gesvd<N>(u, v, m, n, nullptr, ld, nullptr, nullptr, ld, nullptr, ld, work, -1,
                       nullptr);
      space.lwork = std::max(space.lwork, lapack::sizeFrom(work[0]));
      if (const char job = svdJob(u, v)) {
        int iwork[1] = {};
        lapack::gesdd<N>(job, m, n, nullptr, ld, nullptr, nullptr, ld, nullptr, ld, work, -1,
                         nullptr, iwork);
        space.lwork = std::max(space.lwork, lapack::sizeFrom(work[0]));
      }
    }
  return space;
}
template <typename N> size_t gesvdBytes(int m, int n) {
  m = std::max(m, 0), n = std::max(n, 0);
  Carver counted;
  gesvdSpace<N>(m, n).place(counted, m, n);
  return counted.bytes();
}
/// unconverged: null, or where the superdiagonal goes that did not become zero.
template <typename N>
int gesvdIn(SvdSpace<N> space, void *start, char jobu, char jobvt, int m, int n, N *a, int lda,
            Real<N> *s, N *u, int ldu, N *vt, int ldvt, Real<N> *unconverged) {
  Carver from(start);
  space.place(from, m, n);
  if (const char job = svdJob(jobu, jobvt); job && m >= n) {
    const int info = lapack::gesdd(job, m, n, a, lda, s, u, std::max(ldu, 1), vt, std::max(ldvt, 1),
                                   space.work, space.lwork, space.rwork, space.iwork);
    if (info >= 0) // else a number is none, and nothing was done
      return info;
  }
  const int info = lapack::gesvd(jobu, jobvt, m, n, a, lda, s, u, std::max(ldu, 1), vt,
                                 std::max(ldvt, 1), space.work, space.lwork, space.rwork);
  if (info > 0 && unconverged)
    for (int i = 0; i + 1 < std::min(m, n); ++i) {
      if constexpr (lapack::kIsComplex<N>)
        unconverged[i] = space.rwork[i];
      else
        unconverged[i] = space.work[i + 1];
    }
  return info;
}
inline bool isJob(signed char job) { return job == 'A' || job == 'S' || job == 'O' || job == 'N'; }
template <typename N>
cusolverStatus_t launchGesvd(CUstream stream, signed char jobu, signed char jobvt, int m, int n,
                             N *a, int lda, Real<N> *s, N *u, int ldu, N *vt, int ldvt, void *work,
                             size_t bytes, Real<N> *unconverged, int *info) {
  if (m < 0 || n < 0 || m < n || lda < std::max(1, m) || !isJob(jobu) || !isJob(jobvt) ||
      (jobu == 'O' && jobvt == 'O') || ((jobu == 'A' || jobu == 'S') && ldu < std::max(1, m)) ||
      ((jobvt == 'A' || jobvt == 'S') && ldvt < std::max(1, n)))
    return CUSOLVER_STATUS_INVALID_VALUE;
  WorkSpace memory(stream, work, bytes, gesvdBytes<N>(m, n));
  if (memory.status())
    return memory.status();
  const SvdSpace<N> space = gesvdSpace<N>(m, n);
  return run(stream, "gesvd", [=, start = memory.start()] {
    *info = gesvdIn(space, start, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, unconverged);
  });
}

} // namespace anywarp::cusolver
