// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic that is written once for one number and for a row of them: `One` and `Row` name the
// types. Comparisons of rows give integers of the same width, -1 where they hold; `?:` chooses by
// lane.
#pragma once

#include <cstdint>
#include <type_traits>

namespace anywarp::exec {

struct One {
  using Int = int32_t;
  using Word = uint32_t;
  using Float = float;
  using Double = double;
};

/// As many lanes as the widest registers hold 32-bit numbers.
struct Row {
  static constexpr unsigned kLanes = 16;
  using Int = int32_t __attribute__((vector_size(4 * kLanes)));
  using Word = uint32_t __attribute__((vector_size(4 * kLanes)));
  using Float = float __attribute__((vector_size(4 * kLanes)));
  using Double = double __attribute__((vector_size(8 * kLanes)));
};

/// Numbers of another type with the same values, truncated as C++ does it.
template <typename To, typename From> [[gnu::always_inline]] inline To convert(const From &from) {
  if constexpr (std::is_arithmetic_v<To>)
    return To(from);
  else
    return __builtin_convertvector(from, To);
}

[[gnu::always_inline]] inline float floorOf(float x) { return __builtin_floorf(x); }
[[gnu::always_inline]] inline double floorOf(double x) { return __builtin_floor(x); }
template <typename T> [[gnu::always_inline]] inline T floorOf(const T &x) {
#if defined(__clang__)
  return __builtin_elementwise_floor(x);
#else
  T whole;
  for (unsigned l = 0; l < Row::kLanes; ++l)
    whole[l] = floorOf(x[l]);
  return whole;
#endif
}

} // namespace anywarp::exec
