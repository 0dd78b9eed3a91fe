// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of small matrices on processors with AVX-512: without a library's packing and checks.
#pragma once

#include <cstdint>

#include "blas/Element.h"

namespace anywarp::blas {

inline constexpr int64_t kMostSmall = 64; ///< rows, columns and depth

/// True if this processor has the code.
bool hasSmall();

/// A matrix by columns, as it is stored; `next` is one like it that is wanted soon, or null.
template <typename T> struct SmallMatrix {
  const T *data;
  int64_t ld;
  const T *next = nullptr;
  bool isTransposed = false, isConjugated = false;
};
/// C = alpha op(A) op(B) + beta C; beta 0 does not read C. Sizes: 1 to kMostSmall. C is written.
template <typename T> struct SmallProduct {
  int64_t m, n, k;
  T alpha, beta;
  SmallMatrix<T> a, b, c;
};
void multiplySmall(const SmallProduct<float> &product);
void multiplySmall(const SmallProduct<double> &product);
void multiplySmall(const SmallProduct<Complex> &product);
void multiplySmall(const SmallProduct<DoubleComplex> &product);

} // namespace anywarp::blas
