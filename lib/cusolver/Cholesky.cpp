// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cholesky factorization (cuSOLVER's manual, "Dense linear solver": potrf, potrs, potri, lauum and
// the batched forms).
#include "blas/Lanes.h"
#include "cusolver/Tiled.h"

namespace anywarp::cusolver {
namespace {

/// LAPACK works in place.
template <typename T> cusolverStatus_t inPlaceSize(int n, int *lwork) {
  *lwork = std::max(1, n);
  return CUSOLVER_STATUS_SUCCESS;
}

template <typename T>
cusolverStatus_t potrfSize(cusolverDnHandle_t, cublasFillMode_t, int n, T *, int, int *lwork) {
  return inPlaceSize<T>(n, lwork);
}
template <typename T>
cusolverStatus_t potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *,
                       int, int *info) {
  if (isTiled(n, n))
    return potrfTiled(streamOf(handle), letter(uplo), n, num(a), lda, info);
  return run(streamOf(handle), "potrf",
             [=] { *info = factorCholesky(letter(uplo), n, num(a), lda); });
}
template <typename T>
cusolverStatus_t potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                       const T *a, int lda, T *b, int ldb, int *info) {
  return run(streamOf(handle), "potrs",
             [=] { *info = lapack::potrs(letter(uplo), n, nrhs, num(a), lda, num(b), ldb); });
}
template <typename T>
cusolverStatus_t potriSize(cusolverDnHandle_t, cublasFillMode_t, int n, T *, int, int *lwork) {
  return inPlaceSize<T>(n, lwork);
}
template <typename T>
cusolverStatus_t potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *,
                       int, int *info) {
  return run(streamOf(handle), "potri",
             [=] { *info = lapack::potri(letter(uplo), n, num(a), lda); });
}
template <typename T>
cusolverStatus_t lauumSize(cusolverDnHandle_t, cublasFillMode_t, int n, T *, int, int *lwork) {
  return inPlaceSize<T>(n, lwork);
}
template <typename T>
cusolverStatus_t lauum(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *,
                       int, int *info) {
  return run(streamOf(handle), "lauum",
             [=] { *info = lapack::lauum(letter(uplo), n, num(a), lda); });
}

/// So many matrices of order n make a block worth its start.
uint64_t perBlock(int n) { return n <= 8 ? 64 : n <= 32 ? 8 : 1; }

template <typename T>
cusolverStatus_t potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T **a,
                              int lda, int *info, int count) {
  using N = Number<T>;
  if constexpr (!lapack::kIsComplex<N>)
    if (n <= blas::kMostInLanes) {
      // Whole groups, of which a block takes several where that leaves work for all workers.
      const uint64_t groups = std::clamp<uint64_t>(count / (64 * blas::kLanes<N>), 1, 4);
      const uint64_t each = std::max<uint64_t>(perBlock(n), groups * blas::kLanes<N>);
      return run(streamOf(handle), "potrfBatchedLanes", (count + each - 1) / each,
                 [=](library::Block block) {
                   const uint64_t first = block.index * each;
                   const uint64_t here = std::min<uint64_t>(each, count - first);
                   blas::factorCholeskyInLanes(letter(uplo), n, a + first, lda, info + first,
                                               int64_t(here), int64_t(count - first - here));
                 });
    }
  const uint64_t each = perBlock(n);
  return run(streamOf(handle), "potrfBatched", (count + each - 1) / each,
             [=](library::Block block) {
               const uint64_t end = std::min<uint64_t>(count, (block.index + 1) * each);
               for (uint64_t i = block.index * each; i < end; ++i)
                 info[i] = lapack::potrf(letter(uplo), n, num(a[i]), lda);
             });
}
/// One right side each, as the manual says. info is one number.
template <typename T>
cusolverStatus_t potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                              T **a, int lda, T **b, int ldb, int *info, int count) {
  const uint64_t each = perBlock(n);
  return run(streamOf(handle), "potrsBatched", std::max<uint64_t>(1, (count + each - 1) / each),
             [=](library::Block block) {
               if (block.index == 0)
                 *info = 0;
               const uint64_t end = std::min<uint64_t>(count, (block.index + 1) * each);
               for (uint64_t i = block.index * each; i < end; ++i)
                 lapack::potrs(letter(uplo), n, nrhs, num(a[i]), lda, num(b[i]), ldb);
             });
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Cholesky
#include "cusolver/Entries.inc"
