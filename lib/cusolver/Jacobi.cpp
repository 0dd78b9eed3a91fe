// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eigenvalues and singular values by Jacobi's method (cuSOLVER's manual: syevj, sygvj, gesvdj and
// their batched forms), and the approximate singular values of tall matrices (gesvda).
#include "cusolver/JacobiMath.h"

#include <memory>
#include <vector>

#include "library/Handles.h"
#include "support/Mutex.h"

namespace anywarp::cusolver {
namespace {

/// An info object. Its report outlives it: work in a stream may still write there.
struct Info : JacobiSettings {
  std::shared_ptr<JacobiReport> report = std::make_shared<JacobiReport>();
};
struct SyevjInfo : Info {};
struct GesvdjInfo : Info {};
auto &syevjInfos = *new library::Handles<SyevjInfo, ::syevjInfo>;
auto &gesvdjInfos = *new library::Handles<GesvdjInfo, ::gesvdjInfo>;

/// Reports of destroyed objects are kept, a few bytes each, for work that is still under way.
void keep(std::shared_ptr<JacobiReport> report) {
  static Mutex mutex;
  static auto *const kept AW_POINTS_TO_GUARDED_BY(mutex) =
      new std::vector<std::shared_ptr<JacobiReport>>;
  LockGuard lock(mutex);
  kept->push_back(std::move(report));
}

template <typename I>
cusolverStatus_t reportOf(cusolverDnHandle_t handle, I *info, JacobiReport &report) {
  if (info->report->isBatched)
    return CUSOLVER_STATUS_NOT_SUPPORTED; // the manual: batched calls keep none
  if (CUresult result = library::synchronize(streamOf(handle)))
    return statusOf(result);
  report = *info->report;
  return CUSOLVER_STATUS_SUCCESS;
}

} // namespace

bool isLive(syevjInfo_t info) { return syevjInfos.find(info); }
bool isLive(gesvdjInfo_t info) { return gesvdjInfos.find(info); }

#define AW_JACOBI_INFO(Kind, Type, objects, Set)                                                   \
  cusolverStatus_t cusolverDnCreate##Kind(Type *info) {                                            \
    *info = objects.add(std::make_unique<Kind##Object>());                                         \
    return CUSOLVER_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDnDestroy##Kind(Type info) {                                            \
    if (info)                                                                                      \
      keep(objects.remove(info)->report);                                                          \
    return CUSOLVER_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##Set##SetTolerance(Type info, double tolerance) {                   \
    objects.find(info)->tolerance = tolerance;                                                     \
    return CUSOLVER_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##Set##SetMaxSweeps(Type info, int sweeps) {                         \
    /* No sweeps: as many as it needs (seen). */                                                   \
    objects.find(info)->maxSweeps = sweeps > 0 ? sweeps : JacobiSettings().maxSweeps;              \
    return CUSOLVER_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##Set##SetSortEig(Type info, int isSorted) {                         \
    objects.find(info)->isSorted = isSorted != 0;                                                  \
    return CUSOLVER_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##Set##GetResidual(cusolverDnHandle_t handle, Type info,             \
                                                 double *residual) {                               \
    JacobiReport report;                                                                           \
    const cusolverStatus_t status = reportOf(handle, objects.find(info), report);                  \
    if (!status)                                                                                   \
      *residual = report.residual;                                                                 \
    return status;                                                                                 \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##Set##GetSweeps(cusolverDnHandle_t handle, Type info,               \
                                               int *sweeps) {                                      \
    JacobiReport report;                                                                           \
    const cusolverStatus_t status = reportOf(handle, objects.find(info), report);                  \
    if (!status)                                                                                   \
      *sweeps = report.sweeps;                                                                     \
    return status;                                                                                 \
  }
using SyevjInfoObject = SyevjInfo;
using GesvdjInfoObject = GesvdjInfo;
AW_JACOBI_INFO(SyevjInfo, syevjInfo_t, syevjInfos, syevj)
AW_JACOBI_INFO(GesvdjInfo, gesvdjInfo_t, gesvdjInfos, gesvdj)
#undef AW_JACOBI_INFO

namespace {

template <typename T> using R = Real<Number<T>>;

template <typename T> size_t vectorBytes(cusolverEigMode_t jobz, int n) {
  Carver counted;
  counted.take<Number<T>>(jobz == CUSOLVER_EIG_MODE_VECTOR ? size_t(std::max(n, 0)) * n : 0);
  return counted.bytes();
}
template <typename T>
Number<T> *vectors(void *start, cusolverEigMode_t jobz, int n, uint64_t index = 0) {
  if (jobz != CUSOLVER_EIG_MODE_VECTOR)
    return nullptr;
  return Carver(start).take<Number<T>>(0) + index * n * n;
}

template <typename T>
cusolverStatus_t syevjSize(cusolverDnHandle_t, cusolverEigMode_t jobz, cublasFillMode_t, int n,
                           const T *, int, const R<T> *, int *lwork, syevjInfo_t) {
  *lwork = elements<T>(vectorBytes<T>(jobz, n));
  return CUSOLVER_STATUS_SUCCESS;
}
template <typename T>
cusolverStatus_t syevj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                       int n, T *a, int lda, R<T> *w, T *work, int lwork, int *info,
                       syevjInfo_t params) {
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork), vectorBytes<T>(jobz, n));
  if (memory.status())
    return memory.status();
  const Info &object = *syevjInfos.find(params);
  object.report->isBatched = false;
  return run(
      streamOf(handle), "syevj",
      [=, settings = JacobiSettings(object), report = object.report.get(), start = memory.start()] {
        *info = jacobiEigen(settings, letter(uplo), n, num(a), lda, w, vectors<T>(start, jobz, n),
                            *report);
      });
}

/// The batch's matrices follow each other: lda n numbers each, w n numbers each.
template <typename T>
cusolverStatus_t syevjBatchedSize(cusolverDnHandle_t, cusolverEigMode_t jobz, cublasFillMode_t,
                                  int n, const T *, int, const R<T> *, int *lwork, syevjInfo_t,
                                  int count) {
  *lwork = elements<T>(vectorBytes<T>(jobz, n) * std::max(count, 1));
  return CUSOLVER_STATUS_SUCCESS;
}
template <typename T>
cusolverStatus_t syevjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                              cublasFillMode_t uplo, int n, T *a, int lda, R<T> *w, T *work,
                              int lwork, int *info, syevjInfo_t params, int count) {
  if (count <= 0)
    return CUSOLVER_STATUS_SUCCESS; // a negative count too (seen)
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork), vectorBytes<T>(jobz, n) * count);
  if (memory.status())
    return memory.status();
  const Info &object = *syevjInfos.find(params);
  object.report->isBatched = true;
  return run(streamOf(handle), "syevjBatched", count,
             [=, settings = JacobiSettings(object), start = memory.start()](library::Block block) {
               JacobiReport ignored;
               const uint64_t i = block.index;
               info[i] = jacobiEigen(settings, letter(uplo), n, num(a) + i * lda * n, lda,
                                     w + i * n, vectors<T>(start, jobz, n, i), ignored);
             });
}

template <typename T>
cusolverStatus_t sygvjSize(cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t jobz,
                           cublasFillMode_t uplo, int n, const T *a, int lda, const T *, int,
                           const R<T> *w, int *lwork, syevjInfo_t params) {
  return syevjSize<T>(handle, jobz, uplo, n, a, lda, w, lwork, params);
}
template <typename T>
cusolverStatus_t sygvj(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t jobz,
                       cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R<T> *w, T *work,
                       int lwork, int *info, syevjInfo_t params) {
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork), vectorBytes<T>(jobz, n));
  if (memory.status())
    return memory.status();
  const Info &object = *syevjInfos.find(params);
  object.report->isBatched = false;
  const char fill = letter(uplo);
  return run(
      streamOf(handle), "sygvj",
      [=, settings = JacobiSettings(object), report = object.report.get(), start = memory.start()] {
        *info = reduceToPlain(type, fill, n, num(a), lda, num(b), ldb);
        if (*info) {
          *info -= *info > n ? n : 0; // the order of the minor alone (seen)
          return;
        }
        *info = jacobiEigen(settings, fill, n, num(a), lda, w, vectors<T>(start, jobz, n), *report);
        if (jobz == CUSOLVER_EIG_MODE_VECTOR)
          backTransform(type, fill, n, n, num(b), ldb, num(a), lda);
      });
}

bool isWhole(cusolverEigMode_t jobz, int econ) { return jobz == CUSOLVER_EIG_MODE_VECTOR && !econ; }
template <typename T>
cusolverStatus_t gesvdjSize(cusolverDnHandle_t, cusolverEigMode_t jobz, int econ, int m, int n,
                            const T *, int, const R<T> *, const T *, int, const T *, int,
                            int *lwork, gesvdjInfo_t) {
  *lwork = elements<T>(JacobiSvdSpace<Number<T>>::bytes(m, n, isWhole(jobz, econ)));
  return CUSOLVER_STATUS_SUCCESS;
}
bool areLeading(cusolverEigMode_t jobz, int m, int n, int ldu, int ldv) {
  return jobz == CUSOLVER_EIG_MODE_NOVECTOR || (ldu >= std::max(1, m) && ldv >= std::max(1, n));
}
template <typename T>
cusolverStatus_t gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n,
                        T *a, int lda, R<T> *s, T *u, int ldu, T *v, int ldv, T *work, int lwork,
                        int *info, gesvdjInfo_t params) {
  using N = Number<T>;
  if (!areLeading(jobz, m, n, ldu, ldv))
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) // info stays as it is (seen)
    return CUSOLVER_STATUS_SUCCESS;
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork),
                   JacobiSvdSpace<N>::bytes(m, n, isWhole(jobz, econ)));
  if (memory.status())
    return memory.status();
  const Info &object = *gesvdjInfos.find(params);
  object.report->isBatched = false;
  const bool hasVectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  return run(streamOf(handle), "gesvdj",
             [=, settings = JacobiSettings(object), report = object.report.get(),
              space = JacobiSvdSpace<N>::of(m, n, isWhole(jobz, econ)), start = memory.start()] {
               *info = jacobiSvd<N>(settings, space, start, econ != 0, m, n, num(a), lda, s,
                                    hasVectors ? num(u) : nullptr, ldu,
                                    hasVectors ? num(v) : nullptr, ldv, *report);
             });
}
/// The manual: matrices up to 32 x 32, vectors of full size.
template <typename T>
cusolverStatus_t gesvdjBatchedSize(cusolverDnHandle_t, cusolverEigMode_t, int m, int n, const T *,
                                   int, const R<T> *, const T *, int, const T *, int, int *lwork,
                                   gesvdjInfo_t, int count) {
  *lwork = elements<T>(JacobiSvdSpace<Number<T>>::bytes(m, n, true) * std::max(count, 1));
  return CUSOLVER_STATUS_SUCCESS;
}
template <typename T>
cusolverStatus_t gesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n,
                               T *a, int lda, R<T> *s, T *u, int ldu, T *v, int ldv, T *work,
                               int lwork, int *info, gesvdjInfo_t params, int count) {
  using N = Number<T>;
  if (m > 32 || n > 32 || !areLeading(jobz, m, n, ldu, ldv))
    return CUSOLVER_STATUS_INVALID_VALUE;
  const size_t each = JacobiSvdSpace<N>::bytes(m, n, true);
  if (lwork < elements<T>(each * count)) // (seen)
    return tell(handle, info, -12, CUSOLVER_STATUS_INVALID_VALUE);
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork), each * std::max(count, 1));
  if (memory.status())
    return memory.status();
  const Info &object = *gesvdjInfos.find(params);
  object.report->isBatched = true;
  const bool hasVectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  const int narrow = std::min(m, n);
  return run(streamOf(handle), "gesvdjBatched", count,
             [=, settings = JacobiSettings(object), space = JacobiSvdSpace<N>::of(m, n, true),
              start = static_cast<char *>(memory.start())](library::Block block) {
               JacobiReport ignored;
               const uint64_t i = block.index;
               info[i] = jacobiSvd<N>(settings, space, start + i * each, false, m, n,
                                      num(a) + i * lda * n, lda, s + i * narrow,
                                      hasVectors ? num(u) + i * ldu * m : nullptr, ldu,
                                      hasVectors ? num(v) + i * ldv * n : nullptr, ldv, ignored);
             });
}

/// The first `rank` singular values of each tall matrix, found by Jacobi's method.
template <typename N> struct RankSpace {
  JacobiSvdSpace<N> svd;
  size_t svdBytes;
  Real<N> *s;
  N *u, *v;
  static RankSpace of(int m, int n) {
    return {JacobiSvdSpace<N>::of(m, n, false), JacobiSvdSpace<N>::bytes(m, n, false), nullptr,
            nullptr, nullptr};
  }
  char *place(Carver &from, int m, int n) {
    s = from.take<Real<N>>(n);
    u = from.take<N>(size_t(m) * n);
    v = from.take<N>(size_t(n) * n);
    return from.take<char>(svdBytes);
  }
  static size_t bytes(int m, int n) {
    Carver counted;
    m = std::max(m, 0), n = std::max(n, 0);
    of(m, n).place(counted, m, n);
    return counted.bytes();
  }
};
template <typename T>
cusolverStatus_t gesvdaStridedBatchedSize(cusolverDnHandle_t, cusolverEigMode_t, int, int m, int n,
                                          const T *, int, long long, const R<T> *, long long,
                                          const T *, int, long long, const T *, int, long long,
                                          int *lwork, int count) {
  *lwork = elements<T>(RankSpace<Number<T>>::bytes(m, n) * std::max(count, 1));
  return CUSOLVER_STATUS_SUCCESS;
}
/// residuals: host memory, ‖A V - U S‖ of each matrix, whatever the rank (seen), or null. The call
/// waits for them.
template <typename T>
cusolverStatus_t gesvdaStridedBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank,
                                      int m, int n, const T *a, int lda, long long strideA, R<T> *s,
                                      long long strideS, T *u, int ldu, long long strideU, T *v,
                                      int ldv, long long strideV, T *work, int lwork, int *info,
                                      double *residuals, int count) {
  using N = Number<T>;
  if (rank < 0 || rank > n || !areLeading(jobz, m, n, ldu, ldv))
    return CUSOLVER_STATUS_INVALID_VALUE;
  const size_t each = RankSpace<N>::bytes(m, n);
  const bool hasVectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  const int wrong = strideA < int64_t(lda) * n                       ? 7
                    : strideS < rank                                 ? 9
                    : hasVectors && strideU < int64_t(ldu) * rank    ? 12
                    : hasVectors && strideV < int64_t(ldv) * rank    ? 15
                    : lwork < elements<T>(each * std::max(count, 1)) ? 17
                                                                     : 0;
  if (wrong) // one matrix alone, too (seen)
    return tell(handle, info, -wrong, CUSOLVER_STATUS_INVALID_VALUE);
  if (rank == 0) // (seen)
    return tell(handle, info, 0, CUSOLVER_STATUS_SUCCESS);
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork), each * std::max(count, 1));
  if (memory.status())
    return memory.status();
  const auto body = [=, space = RankSpace<N>::of(m, n),
                     start = static_cast<char *>(memory.start())](library::Block block) {
    const uint64_t i = block.index;
    RankSpace<N> mine = space;
    Carver from(start + i * each);
    char *rest = mine.place(from, m, n);
    const N *matrix = num(a) + i * strideA;
    JacobiReport ignored;
    info[i] = jacobiSvd<N>({}, mine.svd, rest, true, m, n, matrix, lda, mine.s, mine.u, m, mine.v,
                           n, ignored);
    if (info[i] == 0 && n > 0 && mine.s[0] == 0)
      info[i] = 1; // a matrix of zeros (seen)
    std::copy_n(mine.s, rank, s + i * strideS);
    if (hasVectors) {
      copyMatrix(m, rank, mine.u, m, num(u) + i * strideU, ldu);
      copyMatrix(n, rank, mine.v, n, num(v) + i * strideV, ldv);
    }
    if (residuals)
      residuals[i] = ignored.residual;
  };
  if (cusolverStatus_t status = run(streamOf(handle), "gesvda", count, body))
    return status;
  return residuals ? statusOf(library::synchronize(streamOf(handle))) : CUSOLVER_STATUS_SUCCESS;
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Jacobi
#include "cusolver/Entries.inc"
