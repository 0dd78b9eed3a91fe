// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizations of many small matrices at once, one in each lane of a vector. A lane's numbers
// depend on its own matrix only, and nothing is contracted: the same bits on every processor. What
// is left of a batch, less than half a vector, goes to LAPACK, whose last bits may be others.
#pragma once

#include <cstdint>

namespace anywarp::blas {

inline constexpr int kMostInLanes = 64; ///< order
/// Matrices that a vector holds: those of a block should be a multiple.
template <typename T> inline constexpr int kLanes = 64 / int(sizeof(T));

/// As LAPACK's getrf of each of `count` matrices of order n; n pivots for each. So many more follow
/// in `a`, which somebody factors soon: they come near.
void factorLuInLanes(int n, float *const *a, int lda, int *pivots, int *info, int64_t count,
                     int64_t following = 0);
void factorLuInLanes(int n, double *const *a, int lda, int *pivots, int *info, int64_t count,
                     int64_t following = 0);
/// As LAPACK's potrf of the triangle `uplo` of each.
void factorCholeskyInLanes(char uplo, int n, float *const *a, int lda, int *info, int64_t count,
                           int64_t following = 0);
void factorCholeskyInLanes(char uplo, int n, double *const *a, int lda, int *info, int64_t count,
                           int64_t following = 0);

} // namespace anywarp::blas
