// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LU factorization (cuSOLVER's manual: getrf, getrs, laswp).
#include "cusolver/Tiled.h"

namespace anywarp::cusolver {
namespace {

template <typename T>
cusolverStatus_t getrfSize(cusolverDnHandle_t, int m, int n, T *, int, int *lwork) {
  *lwork = std::max({1, m, n});
  return CUSOLVER_STATUS_SUCCESS;
}
/// Without an array of pivots there is no pivoting.
template <typename T>
cusolverStatus_t getrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *, int *pivots,
                       int *info) {
  if (pivots && isTiled(m, n))
    return getrfTiled(streamOf(handle), m, n, num(a), lda, pivots, info);
  return run(streamOf(handle), "getrf", [=] {
    *info =
        pivots ? lapack::getrf(m, n, num(a), lda, pivots) : factorWithoutPivots(m, n, num(a), lda);
  });
}
template <typename T>
cusolverStatus_t getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                       const T *a, int lda, const int *pivots, T *b, int ldb, int *info) {
  if (n == 0 || nrhs == 0)
    return CUSOLVER_STATUS_SUCCESS; // info stays as it is (seen)
  return run(streamOf(handle), "getrs", [=] {
    *info = 0;
    solveFactored(letter(trans), n, nrhs, num(a), lda, pivots, num(b), ldb);
  });
}
/// Exchanges rows k1 to k2 (from 1), as LAPACK's laswp; a negative step goes backwards.
template <typename T>
cusolverStatus_t laswp(cusolverDnHandle_t handle, int n, T *a, int lda, int k1, int k2,
                       const int *pivots, int step) {
  if (step == 0 || k1 < 1 || k2 < k1) // nothing is done (seen)
    return CUSOLVER_STATUS_SUCCESS;
  return run(streamOf(handle), "laswp", [=] {
    const int stride = std::abs(step);
    for (int i = 0; i <= k2 - k1; ++i) {
      const int row = step > 0 ? k1 + i : k2 - i;
      // Pivot of row k: at k1 - 1 + (k - k1) * |step| (LAPACK 3.7 and later).
      const int other = pivots[k1 - 1 + (row - k1) * stride];
      if (other != row)
        for (int j = 0; j < n; ++j)
          std::swap(num(a)[row - 1 + size_t(j) * lda], num(a)[other - 1 + size_t(j) * lda]);
    }
  });
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Lu
#include "cusolver/Entries.inc"
