// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Direction vectors and scramble constants of the Sobol' sequences. Made when first asked for, kept
// for ever.
#pragma once

#include <cstdint>

namespace anywarp::curand {

inline constexpr uint32_t kMostDimensions = 20000;

/// 64 words for each dimension; word j is the j-th vector, its first digit the highest bit.
const uint64_t *directions(bool isScrambled);
/// The same in 32 bits, 32 words for each dimension: the upper half of the first 32 vectors.
const uint32_t *directions32(bool isScrambled);
/// One for each dimension.
const uint64_t *scrambleConstants();
const uint32_t *scrambleConstants32();

} // namespace anywarp::curand
