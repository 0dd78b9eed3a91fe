// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// logf, for kernels (Single.cpp) and for cuRAND on the host: the same bits as on an H200 for every
// float.
#pragma once

namespace anywarp::libdevice {

/// log x of a positive finite x.
[[gnu::always_inline]] inline float logarithm(float x) {
  constexpr float c[] = {-0x1.000000p-1f, 0x1.5554f0p-2f, -0x1.fffe44p-3f, 0x1.99da16p-3f,
                         -0x1.55b172p-3f, 0x1.1e52aap-3f, -0x1.f19b98p-4f, 0x1.2073ecp-3f,
                         -0x1.0aa04ep-3f};
  const bool isTiny = x < 0x1p-126f;
  const unsigned bits = __builtin_bit_cast(unsigned, isTiny ? x * 0x1p23f : x);
  // x = m * 2^e with m in [2/3, 4/3).
  const int exponent = int((bits - 0x3f2aaaabu) & 0xff800000u);
  const float e = __builtin_fmaf(float(exponent), 0x1p-23f, isTiny ? -23.0f : 0.0f);
  const float f = __builtin_bit_cast(float, bits - unsigned(exponent)) - 1.0f;
  float p = c[8];
#pragma GCC unroll 8
  for (int i = 7; i >= 0; --i)
    p = __builtin_fmaf(p, f, c[i]);
  return __builtin_fmaf(e, 0x1.62e430p-1f, __builtin_fmaf(f * p, f, f));
}

} // namespace anywarp::libdevice
