// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The modified Givens rotation as the reference BLAS makes it: no case of its own for d1 = 0 or
// y1 = 0, which OpenBLAS has. A GPU answers as the reference does (seen).
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

namespace anywarp::cublas {

/// rotg of real numbers of which one is infinite or none: r alone tells what it was (seen).
template <typename T, typename C> bool turnInfinite(T &a, T &b, C &c, T &s) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isfinite(a) && std::isfinite(b))
      return false;
    constexpr T kNaN = std::numeric_limits<T>::quiet_NaN();
    if (std::isnan(a) && b == T(0)) {
      c = 1, s = 0;
      return true;
    }
    const bool isOne = std::isinf(a) != std::isinf(b) && !std::isnan(a) && !std::isnan(b);
    a = !isOne ? kNaN : std::isinf(a) ? a : b;
    b = c = s = kNaN;
    return true;
  }
  return false;
}

/// H while it is made: the flag says which of its elements are stored.
template <typename T> struct ModifiedMatrix {
  T flag, h11 = 0, h21 = 0, h12 = 0, h22 = 0;

  /// Writes out the elements that the flag implies.
  void makeFull() {
    if (flag == T(0))
      h11 = h22 = 1;
    else if (flag == T(1)) {
      h21 = -1;
      h12 = 1;
    }
    flag = -1;
  }
  void store(T *param) const {
    param[0] = flag;
    if (flag == T(-1) || flag == T(1)) {
      param[1] = h11;
      param[4] = h22;
    }
    if (flag == T(-1) || flag == T(0)) {
      param[2] = h21;
      param[3] = h12;
    }
  }
};

/// Brings |d| into (4096⁻², 4096²); what scales with it follows.
template <typename T> void rescale(ModifiedMatrix<T> &h, T &d, T *x, T &left, T &right) {
  constexpr T kGamma = 4096, kLargest = kGamma * kGamma, kSmallest = 1 / kLargest;
  while (d != T(0) && std::isfinite(d) && (std::fabs(d) <= kSmallest || std::fabs(d) >= kLargest)) {
    h.makeFull();
    const bool isSmall = std::fabs(d) <= kSmallest;
    d = isSmall ? d * kLargest : d / kLargest;
    const T factor = isSmall ? 1 / kGamma : kGamma;
    if (x)
      *x *= factor;
    left *= factor;
    right *= factor;
  }
}

/// rotmg: the elements of param that its flag implies stay as they are.
template <typename T> void makeModified(T &d1, T &d2, T &x1, T y1, T *param) {
  const T p2 = d2 * y1;
  if (!(d1 < T(0)) && p2 == T(0)) {
    param[0] = -2;
    return;
  }
  const T p1 = d1 * x1, q2 = p2 * y1, q1 = p1 * x1;
  ModifiedMatrix<T> h{-1};
  bool isNothing = d1 < T(0);
  if (!isNothing && std::fabs(q1) > std::fabs(q2)) {
    h.h21 = -y1 / x1;
    h.h12 = p2 / p1;
    const T u = 1 - h.h12 * h.h21;
    isNothing = u <= T(0);
    h.flag = 0;
    d1 /= u;
    d2 /= u;
    x1 *= u;
  } else if (!isNothing && q2 < T(0)) {
    isNothing = true;
  } else if (!isNothing) {
    h.flag = 1;
    h.h11 = p1 / p2;
    h.h22 = x1 / y1;
    const T u = 1 + h.h11 * h.h22, d = d2 / u;
    d2 = d1 / u;
    d1 = d;
    x1 = y1 * u;
  }
  if (isNothing) {
    h = {-1};
    d1 = d2 = x1 = 0;
  }
  rescale<T>(h, d1, &x1, h.h11, h.h12);
  rescale<T>(h, d2, nullptr, h.h21, h.h22);
  h.store(param);
}

} // namespace anywarp::cublas
