// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inverse error functions of float, for kernels (InverseError.cpp) and for cuRAND on the host.
// With the logarithm and the inverse root of a GPU's function unit, erfcinvf has an H200's bits for
// nearly all arguments from 0.0034 to 1.9966: the coefficients are fitted to its results.
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
  constexpr float c[] = {0x1.c5bf88p-1f,   -0x1.495c1ep-3f, 0x1.6b804ep-8f,  0x1.95fd2ep-11f,
                         -0x1.09b9b4p-15f, -0x1.0e8f9p-17f, 0x1.d0f1fep-23f, 0x1.02ac9ap-23f,
                         0x1.439a78p-27f,  0x1.145e8ep-32f};
  return fittedPolynomial(c, l);
}

/// erfcinv(y) for 0 < y < 0.01 and l = -log2(y). Below 2^-34, where cuRAND has no arguments, by
/// log2(2y) and an exact root: with the approximate one normcdfinv is beyond the guide's bound.
template <typename InverseRoot>
[[gnu::always_inline]] inline float erfcinvTail(float l, InverseRoot inverseRoot) {
  constexpr float c[] = {0x1.ab0722p-1f,  -0x1.151064p-4f, -0x1.5004bap+0f, 0x1.2d3b8cp+1f,
                         -0x1.9f078ep+0f, -0x1.3b375ep+1f, 0x1.c7fe94p+2f,  -0x1.505d92p+2f};
  constexpr float far[] = {0.812870703f, -0.198016067f, -0.117394508f,
                           1.35172167f,  -2.95441297f,  7.13293844f};
  if (l > 34)
    return fittedPolynomial(far, inverseRoot(l - 1) - 0.14f) * __builtin_sqrtf(l - 1);
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
