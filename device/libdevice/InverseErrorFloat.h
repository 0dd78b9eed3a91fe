// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inverse error functions of float, for kernels (InverseError.cpp) and for cuRAND on the host.
// With the logarithm and the inverse root of a GPU's function unit, erfcinvf has an H200's bits: the
// coefficients reproduce all of its results that were compared, 4.8 million over (2^-32, 2).
#pragma once

namespace anywarp::libdevice {

template <int Count>
[[gnu::always_inline]] inline float fittedPolynomial(const float (&c)[Count], float x) {
  float p = c[Count - 1];
#pragma GCC unroll 10
  for (int i = Count - 2; i >= 0; --i)
    p = __builtin_fmaf(p, x, c[i]);
  return p;
}

/// erfinv(x) / x for 1 - x² = 2^l, -8.2 <= l <= 0.
[[gnu::always_inline]] inline float erfinvRatio(float l) {
  constexpr float c[] = {0x1.c5bf88p-1f,   -0x1.495c1ep-3f,  0x1.6b804ep-8f,  0x1.95fd42p-11f,
                         -0x1.09b69ap-15f, -0x1.0e8554p-17f, 0x1.d1f08cp-23f, 0x1.02dfb4p-23f,
                         0x1.43ec8ap-27f,  0x1.14c6ep-32f};
  return fittedPolynomial(c, l);
}

/// erfcinv(y) for 0 < y < 0.01 and l = -log2(y).
template <typename InverseRoot>
[[gnu::always_inline]] inline float erfcinvTail(float l, InverseRoot inverseRoot) {
  constexpr float c[] = {0x1.aa6eeap-1f, -0x1.f0e3e8p-6f, -0x1.d53c0ap+0f,
                         0x1.9dea08p+2f, -0x1.5ca366p+4f, 0x1.e29b36p+5f,
                         -0x1.c86c38p+6f, 0x1.fdf052p+6f, -0x1.f8e7e2p+5f};
  const float r = inverseRoot(l);
  return fittedPolynomial(c, r) * (l * r);
}

/// erfcinv(y) for 0 <= y <= 2.
template <typename Log2, typename InverseRoot>
[[gnu::always_inline]] inline float erfcinvFloat(float y, Log2 log2, InverseRoot inverseRoot) {
  if (y >= 0.0034f && y <= 1.9966f) {
    const float ratio = erfinvRatio(log2(y * (2.0f - y)));
    return __builtin_fmaf(-y, ratio, ratio);
  }
  const float small = y > 1 ? 2.0f - y : y, l = -log2(small);
  const float tail = l < __builtin_inff() ? erfcinvTail(l, inverseRoot) : l;
  return y > 1 ? -tail : tail;
}

} // namespace anywarp::libdevice
