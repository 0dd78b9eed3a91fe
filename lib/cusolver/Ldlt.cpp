// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LDL' factorization of symmetric matrices, complex ones too (cuSOLVER's manual: sytrf, sytri,
// Xsytrs).
#include "cusolver/DenseLdlt.h"

namespace anywarp::cusolver {
namespace {

template <typename T>
cusolverStatus_t sytrfSize(cusolverDnHandle_t, int n, T *, int lda, int *lwork) {
  n = std::max(n, 0), lda = fitting(lda, n);
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::sytrf<Number<T>>('L', n, nullptr, lda, nullptr, work, size);
  });
}
/// The first pivot that is zero. A zero in the first place is not told (seen). What LAPACK tells
/// otherwise stays.
template <typename N>
int singularPlace(char uplo, int n, const N *a, int lda, const int *pivots, int info) {
  if (info != 1 || a[0] != N(0))
    return info;
  for (int k = 2; uplo == 'L' && k <= n; ++k)
    if (pivots[k - 1] > 0 && a[(k - 1) * (size_t(lda) + 1)] == N(0))
      return k;
  return 0;
}
/// Without an array of pivots there is no pivoting.
template <typename T>
cusolverStatus_t sytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                       int *pivots, T *work, int lwork, int *info) {
  if (!pivots)
    return run(streamOf(handle), "sytrf",
               [=] { *info = symmetricWithoutPivots(letter(uplo), n, num(a), lda); });
  return runLapack(handle, "sytrf", work, lwork, info, [=](Number<T> *space, int size) {
    const int found = lapack::sytrf(letter(uplo), n, num(a), lda, pivots, space, size);
    return singularPlace(letter(uplo), n, num(a), lda, pivots, found);
  });
}
template <typename T>
cusolverStatus_t sytriSize(cusolverDnHandle_t, cublasFillMode_t, int n, T *, int, const int *,
                           int *lwork) {
  Carver counted;
  counted.take<Number<T>>(std::max(2 * n, 1));
  counted.take<int>(std::max(n, 1));
  *lwork = elements<T>(counted.bytes());
  return CUSOLVER_STATUS_SUCCESS;
}
template <typename T>
cusolverStatus_t sytri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                       const int *pivots, T *work, int lwork, int *info) {
  using N = Number<T>;
  Carver counted;
  counted.take<N>(std::max(2 * n, 1));
  counted.take<int>(std::max(n, 1));
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork), counted.bytes());
  if (memory.status())
    return memory.status();
  return run(streamOf(handle), "sytri", [=, start = memory.start()] {
    Carver from(start);
    N *space = from.take<N>(std::max(2 * n, 1));
    if (pivots) {
      *info = lapack::sytri(letter(uplo), n, num(a), lda, pivots, space);
      return;
    }
    int *own = from.take<int>(std::max(n, 1));
    for (int i = 0; i < n; ++i)
      own[i] = i + 1;
    const bool isUpper = letter(uplo) == 'U'; // U' D U is L D L' in the other triangle
    if (isUpper)
      exchangeTriangles(n, num(a), lda);
    *info = lapack::sytri('L', n, num(a), lda, own, space);
    if (isUpper)
      exchangeTriangles(n, num(a), lda);
  });
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Ldlt
#include "cusolver/Entries.inc"
