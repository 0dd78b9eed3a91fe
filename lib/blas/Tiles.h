// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of bfloat16 and of 8-bit integers on processors that multiply tiles (AMX).
#pragma once

#include <cstdint>

#include "blas/Element.h"

namespace anywarp::blas {

/// True if the processor multiplies tiles and the system lets this process do so.
bool hasTiles();

/// A part of an operand: element (outer, inner) at outer * outerStep + inner * innerStep. The inner
/// index is the one that is summed over. One of the steps is 1.
template <typename T> struct Strip {
  const T *p;
  int64_t outerStep, innerStep;
};

/// sums[i + j * rows] = the sum over k of a(i, k) b(j, k). False: `sums` are worth
/// nothing, as numbers are there that tiles take for zero (subnormal ones).
bool multiplyTiles(Strip<Bfloat16> a, Strip<Bfloat16> b, int64_t rows, int64_t columns, int64_t k,
                   float *sums);
/// The same of integers, modulo 2^32.
bool multiplyTiles(Strip<int8_t> a, Strip<int8_t> b, int64_t rows, int64_t columns, int64_t k,
                   int32_t *sums);

} // namespace anywarp::blas
