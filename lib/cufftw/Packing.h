// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of one side of a problem, one behind the other: FFTW's strides are more general than
// cuFFT's.
#pragma once

#include <cstring>
#include <vector>

#include "cufft/Problem.h"

namespace anywarp::cufftw {

enum class Side : uint8_t { In, Out };

/// Loops and axes of one side, the innermost last, with strides in numbers of that side.
inline std::vector<cufft::Axis> layoutOf(const cufft::Problem &problem, Side side) {
  using cufft::Kind;
  std::vector<cufft::Axis> all(problem.loop.begin(), problem.loop.begin() + problem.loops);
  all.insert(all.end(), problem.axes.begin(), problem.axes.begin() + problem.rank);
  const Kind halved = side == Side::In ? Kind::ComplexToReal : Kind::RealToComplex;
  if (problem.kind == halved)
    all.back().n = cufft::halfOf(all.back().n);
  return all;
}

inline int64_t numbersOf(const std::vector<cufft::Axis> &layout) {
  int64_t product = 1;
  for (const cufft::Axis &axis : layout)
    product *= axis.n;
  return product;
}

/// Calls copy(place, index) for each number: its place by the strides, its index when packed.
template <typename Copy>
void forEach(const std::vector<cufft::Axis> &layout, int64_t cufft::Axis::*stride, Copy copy) {
  std::vector<int64_t> turn(layout.size());
  int64_t place = 0;
  for (int64_t index = 0, numbers = numbersOf(layout); index < numbers; ++index) {
    copy(place, index);
    for (size_t i = layout.size(); i-- > 0;) {
      place += layout[i].*stride;
      if (++turn[i] < layout[i].n)
        break;
      place -= layout[i].*stride * layout[i].n;
      turn[i] = 0;
    }
  }
}

/// `packed` has room for all numbers, of `bytes` each; `from` is the first number's place.
inline void pack(const cufft::Problem &problem, const void *from, char *packed) {
  const auto bytes = problem.bytesIn();
  forEach(layoutOf(problem, Side::In), &cufft::Axis::in, [&](int64_t place, int64_t index) {
    std::memcpy(packed + index * bytes, static_cast<const char *>(from) + place * bytes,
                size_t(bytes));
  });
}
inline void unpack(const cufft::Problem &problem, const char *packed, void *to) {
  const auto bytes = problem.bytesOut();
  forEach(layoutOf(problem, Side::Out), &cufft::Axis::out, [&](int64_t place, int64_t index) {
    std::memcpy(static_cast<char *>(to) + place * bytes, packed + index * bytes, size_t(bytes));
  });
}

} // namespace anywarp::cufftw
