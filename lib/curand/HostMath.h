// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the device headers ask of a GPU, on the host: the same bits.
#pragma once

#include "device/builtins/FunctionUnit.h"
#include "device/libdevice/InverseErrorFloat.h"
#include "device/libdevice/Logarithm.h"

namespace anywarp::curand {

[[gnu::always_inline]] inline float unitExp(float x) {
  float unit = __builtin_fmaf(x, 0x1.77313ap-8f, 0.5f);
  unit = unit > 0 ? (unit < 1 ? unit : 1) : 0;
  const double scaled = double(unit) * 252 + 1; // exact; the sum with 1.5 * 2^23 is rounded down
  const int n = int(scaled) - 127;
  const float rest =
      __builtin_fmaf(x, 0x1.4ae0c0p-26f, __builtin_fmaf(x, 0x1.715476p+0f, -float(n)));
  return device::unitPower(rest) * device::toFloat(uint32_t(n + 127) << 23);
}

} // namespace anywarp::curand

#define __AW_CURAND_HOST_MATH
#define __AW_HOST_FUNCTION [[gnu::always_inline, maybe_unused]] static inline
__AW_HOST_FUNCTION void __awSinCos(float x, float *sine, float *cosine) {
  *sine = anywarp::device::unitSine(x, 0);
  *cosine = anywarp::device::unitSine(x, 1);
}
__AW_HOST_FUNCTION float __awLog(float x) { return anywarp::libdevice::logarithm(x); }
__AW_HOST_FUNCTION float __awExp(float x) { return anywarp::curand::unitExp(x); }
__AW_HOST_FUNCTION float __awFma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__AW_HOST_FUNCTION float __cr_rsqrt(float a) { return anywarp::device::unitInverseRoot(a); }
__AW_HOST_FUNCTION float __cr_rcp(float a) { return anywarp::device::unitReciprocal(a); }
__AW_HOST_FUNCTION float __awPower2(float a) { return anywarp::device::unitPower(a); }
__AW_HOST_FUNCTION float __awLog2(float a) { return anywarp::device::unitLogarithm(a); }
__AW_HOST_FUNCTION float __awErfcinvFloat(float y) {
  return anywarp::libdevice::erfcinvFloat(y, anywarp::device::unitLogarithm,
                                          anywarp::device::unitInverseRoot);
}
#undef __AW_HOST_FUNCTION
