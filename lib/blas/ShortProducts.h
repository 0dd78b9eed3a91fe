// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of bfloat16 and of 8-bit integers on processors that have instructions for them.
#pragma once

#include <cstdint>

#include "blas/Element.h"

namespace anywarp::blas {

enum class ShortProducts : uint8_t {
  None,
  Dots,  ///< sums of groups of 4 bytes, a vector at a time (AVX-512 VNNI and BF16)
  Tiles, ///< tiles (AMX)
};

/// Whether this processor has the instructions for T, and the system lets this process use them.
template <typename T> bool hasShortProducts(ShortProducts how);
/// The fastest of them.
template <typename T> ShortProducts shortProducts();

/// A part of an operand: element (outer, inner) at outer * outerStep + inner * innerStep. The inner
/// index is the one that is summed over. One of the steps is 1.
template <typename T> struct Strip {
  const T *p;
  int64_t outerStep, innerStep;
};

/// sums[i + j * rows] = the sum over k of a(i, k) b(j, k). False: `sums` are worth nothing, as
/// numbers are there that the instructions take for zero (subnormal ones).
bool multiplyShort(ShortProducts how, Strip<Bfloat16> a, Strip<Bfloat16> b, int64_t rows,
                   int64_t columns, int64_t k, float *sums);
/// The same of integers, modulo 2^32.
bool multiplyShort(ShortProducts how, Strip<int8_t> a, Strip<int8_t> b, int64_t rows,
                   int64_t columns, int64_t k, int32_t *sums);

} // namespace anywarp::blas
