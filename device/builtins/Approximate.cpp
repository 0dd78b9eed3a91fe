// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .approx instructions of PTX in float and double.
#include "device/builtins/Approximate.h"
#include "device/builtins/Builtins.h"
#include "device/builtins/FunctionUnit.h"

using namespace anywarp::device;

AW_INLINE bool isSubnormal(float x) { return __builtin_fabsf(x) < 0x1p-126f; }

/// What a GPU does around its unit where subnormal numbers are not flushed.
AW_INLINE float exactPower(float x) {
  bool isSmall = x < -126.0f;
  float r = unitPower(isSmall ? 0.5f * x : x);
  return isSmall ? r * r : r;
}
AW_INLINE float exactLogarithm(float x) {
  bool isSmall = isSubnormal(x);
  float r = unitLogarithm(isSmall ? x * 0x1p24f : x);
  return isSmall ? r - 24.0f : r;
}
AW_INLINE float exactReciprocal(float x) {
  float magnitude = __builtin_fabsf(x);
  bool isSmall = isSubnormal(x), isBig = magnitude > 0x1p126f && magnitude < __builtin_inff();
  float scale = isSmall ? 0x1p24f : isBig ? 0.25f : 1.0f;
  return unitReciprocal(x * scale) * scale;
}
AW_INLINE float exactInverseRoot(float x) {
  bool isSmall = isSubnormal(x);
  return unitInverseRoot(isSmall ? x * 0x1p24f : x) * (isSmall ? 0x1p12f : 1.0f);
}

AW_BUILTIN float aw_ex2_approx_f32(float x, uint32_t flags) {
  if (flags & FlagExact)
    return flags & FlagFtz ? unitPower(x) : exactPower(x);
  return flags & FlagFtz ? exp2ApproxFtz(x) : exp2Approx(x);
}
AW_BUILTIN float aw_lg2_approx_f32(float x, uint32_t flags) {
  if (flags & FlagExact)
    return flags & FlagFtz ? unitLogarithm(x) : exactLogarithm(x);
  return log2Approx(flushIf(x, flags & FlagFtz));
}
AW_BUILTIN float aw_sin_approx_f32(float x, uint32_t flags) {
  if (flags & FlagExact)
    return unitSine(x, 0);
  return flushIf(sinApprox(flushIf(x, flags & FlagFtz), 0), flags & FlagFtz);
}
AW_BUILTIN float aw_cos_approx_f32(float x, uint32_t flags) {
  if (flags & FlagExact)
    return unitSine(x, 1);
  return sinApprox(flushIf(x, flags & FlagFtz), 1);
}
AW_BUILTIN float aw_rcp_approx_f32(float x, uint32_t flags) {
  if (flags & FlagExact)
    return flags & FlagFtz ? unitReciprocal(x) : exactReciprocal(x);
  return flushIf(1.0f / flushIf(x, flags & FlagFtz), flags & FlagFtz);
}
AW_BUILTIN float aw_tanh_approx_f32(float x) { return tanhApprox(x); }

/// div.approx multiplies by the reciprocal, and the reciprocal of a divisor above 2^126 is flushed.
AW_BUILTIN float aw_div_approx_f32(float a, float b, uint32_t flags) {
  a = flushIf(a, flags & FlagFtz);
  b = flushIf(b, flags & FlagFtz);
  bool huge = __builtin_fabsf(b) > 0x1p126f;
  return huge ? a * __builtin_copysignf(0.0f, b) : flushIf(a / b, flags & FlagFtz);
}
AW_BUILTIN float aw_rsqrt_approx_f32(float x, uint32_t flags) {
  if (flags & FlagExact)
    return flags & FlagFtz ? unitInverseRoot(x) : exactInverseRoot(x);
  return 1.0f / __builtin_sqrtf(flushIf(x, flags & FlagFtz));
}
AW_BUILTIN double aw_rsqrt_approx_f64(double x) { return 1.0 / __builtin_sqrt(x); }

/// The gross approximations of double see and give the upper word only.
AW_INLINE double upperWord(double x) { return toDouble(bitsOf(x) & 0xffffffff00000000ull); }
AW_INLINE double flushF64(double x) {
  uint64_t u = bitsOf(x);
  return toDouble((u & 0x7ff0000000000000ull) == 0 ? u & kSignF64 : u);
}
AW_INLINE double grossResult(double r) {
  return r != r ? toDouble(0x7fffffff00000000ull) : flushF64(upperWord(r));
}
AW_BUILTIN double aw_rcp_gross_f64(double x) { return grossResult(1.0 / flushF64(upperWord(x))); }
AW_BUILTIN double aw_rsqrt_gross_f64(double x) {
  double y = flushF64(upperWord(x));
  return grossResult(y == 0.0 ? 1.0 / y : 1.0 / __builtin_sqrt(y));
}
