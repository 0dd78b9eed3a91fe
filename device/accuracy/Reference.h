// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the math functions are held against: values in quad precision (libquadmath), the ranges
// worth sampling and the bounds of the CUDA C++ Programming Guide, "Mathematical Functions". For
// the unit test of device/libdevice and for the table in docs/math-accuracy.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

extern "C" {
// libquadmath comes with GCC's runtime; its header only with GCC's own include folder.
using Quad = __float128;
// clang-format off
#define Q1(name) Quad name##q(Quad);
Q1(exp) Q1(exp2) Q1(expm1) Q1(log) Q1(log2) Q1(log10) Q1(log1p) Q1(cbrt) Q1(sinh) Q1(cosh) Q1(tanh) Q1(asinh) Q1(acosh)
Q1(atanh) Q1(sin) Q1(cos) Q1(tan) Q1(asin) Q1(acos) Q1(atan) Q1(erf) Q1(erfc) Q1(lgamma) Q1(tgamma) Q1(j0) Q1(j1)
Q1(y0) Q1(y1) Q1(sqrt) Q1(fabs)
// clang-format on
#undef Q1
Quad jnq(int, Quad);
Quad ynq(int, Quad);
Quad powq(Quad, Quad);
Quad fmodq(Quad, Quad);
Quad ldexpq(Quad, int);
Quad frexpq(Quad, int *);
int isnanq(Quad);
Quad atan2q(Quad, Quad);
Quad hypotq(Quad, Quad);
Quad remainderq(Quad, Quad);
Quad fdimq(Quad, Quad);
}

namespace anywarp::accuracy {

/// |value - exact| in ulps of exact, in the format of T.
template <typename T> double ulps(T value, Quad exact) {
  const T rounded = T(exact);
  if (std::isnan(value) || isnanq(exact))
    return std::isnan(value) && isnanq(exact) ? 0 : 1e300;
  if (std::isinf(value) || std::isinf(rounded))
    return value == rounded                           ? 0
           : std::isinf(value) && std::isinf(rounded) ? 1e300
           : double(fabsq(Quad(value) - exact) /
                    Quad(std::nexttoward(std::numeric_limits<T>::max(), 0) *
                         std::numeric_limits<T>::epsilon())) < 1.5
               ? 1
               : 1e300;
  int exponent;
  frexpq(exact, &exponent);
  constexpr int digits = std::numeric_limits<T>::digits,
                least = std::numeric_limits<T>::min_exponent;
  Quad unit = ldexpq(1, (exact == 0 ? least : std::max(exponent, least)) - digits);
  return double(fabsq(Quad(value) - exact) / unit);
}

struct Range {
  double low, high;
};

/// One function of one argument.
struct Reference {
  const char *name;
  Quad (*exact)(Quad);
  std::vector<Range> ranges, floatRanges;
  double bound, floatBound; ///< in ulps
};
const std::vector<Reference> &references();
/// nullptr if there is none of that name.
const Reference *referenceOf(const char *name);

} // namespace anywarp::accuracy
