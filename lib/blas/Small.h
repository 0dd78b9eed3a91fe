// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of small matrices on processors with AVX-512: without a library's packing and checks.
#pragma once

#include <cstdint>

namespace anywarp::blas {

inline constexpr int64_t kMostSmall = 64; ///< rows, columns and depth

/// True if this processor has the code.
bool hasSmall();

/// C = alpha op(A) op(B) + beta C by columns; beta 0 does not read C. Sizes: 1 to kMostSmall.
/// isStreamed: C is not wanted in a cache.
void multiplySmall(bool isTransposedA, bool isTransposedB, int64_t m, int64_t n, int64_t k,
                   float alpha, const float *a, int64_t lda, const float *b, int64_t ldb,
                   float beta, float *c, int64_t ldc, bool isStreamed);
void multiplySmall(bool isTransposedA, bool isTransposedB, int64_t m, int64_t n, int64_t k,
                   double alpha, const double *a, int64_t lda, const double *b, int64_t ldb,
                   double beta, double *c, int64_t ldc, bool isStreamed);

} // namespace anywarp::blas
