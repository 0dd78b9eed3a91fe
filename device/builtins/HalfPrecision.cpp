// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half precision instructions of PTX on the bits of one f16 or bf16 (a packed pair is two calls).
// Sums and products of two 11-bit (8-bit) numbers are computed in float, whose 24 bits are more
// than twice that plus two, so rounding twice is rounding once; fma needs its error as well.
#include "device/builtins/Approximate.h"
#include "device/builtins/Builtins.h"
#include "device/builtins/Half.h"

using namespace anywarp::device;

namespace {

AW_INLINE uint16_t finishF16(float r, uint32_t flags) {
  // Below the normal range even when rounded to 11 bits with unbounded exponent.
  bool tiny = __builtin_fabsf(r) < 0x1.ffep-15f;
  if (flags & FlagFtz)
    r = tiny ? __builtin_copysignf(0.0f, r) : r;
  if (flags & FlagSat)
    r = saturate(r);
  if (flags & FlagRelu)
    r = r <= 0.0f ? 0.0f : r;
  return toF16(r);
}

AW_INLINE uint16_t finishBF16(float r, uint32_t flags) {
  if (flags & FlagSat)
    r = saturate(r);
  if (flags & FlagRelu)
    r = r <= 0.0f ? 0.0f : r;
  return toBF16(r);
}

/// What an out-of-bounds read of a tensor gives, in both formats (recorded on a GPU: the manual
/// does not name the pattern). As a factor of fma.oob it makes the result zero.
AW_INLINE bool isOutOfBounds(uint16_t h) { return (h & 0x7fff) == 0x7ff7; }

AW_INLINE uint16_t flushIfF16(uint16_t h, uint32_t flags) {
  return flags & FlagFtz ? flushF16(h) : h;
}

/// min and max on the bits: as integers, the order of the magnitudes with the sign folded in.
AW_INLINE uint16_t minMaxBits(uint16_t a, uint16_t b, bool nanA, bool nanB, uint32_t flags) {
  uint16_t sign = (a ^ b) & 0x8000;
  if (flags & FlagXorSign) {
    a &= 0x7fff;
    b &= 0x7fff;
  }
  int16_t orderA = int16_t(a & 0x8000 ? a ^ 0x7fff : a);
  int16_t orderB = int16_t(b & 0x8000 ? b ^ 0x7fff : b);
  bool takeA = flags & FlagMin ? orderA < orderB : orderA > orderB;
  uint16_t r = nanB || (takeA && !nanA) ? a : b;
  if (flags & FlagXorSign)
    r |= sign;
  bool nan = flags & FlagNan ? nanA || nanB : nanA && nanB;
  return nan ? kCanonicalNanF16 : r;
}

} // namespace

AW_BUILTIN uint16_t aw_add_f16(uint16_t a, uint16_t b, uint32_t flags) {
  return finishF16(fromF16(flushIfF16(a, flags)) + fromF16(flushIfF16(b, flags)), flags);
}
AW_BUILTIN uint16_t aw_sub_f16(uint16_t a, uint16_t b, uint32_t flags) {
  return finishF16(fromF16(flushIfF16(a, flags)) - fromF16(flushIfF16(b, flags)), flags);
}
AW_BUILTIN uint16_t aw_mul_f16(uint16_t a, uint16_t b, uint32_t flags) {
  return finishF16(fromF16(flushIfF16(a, flags)) * fromF16(flushIfF16(b, flags)), flags);
}
AW_BUILTIN uint16_t aw_fma_f16(uint16_t a, uint16_t b, uint16_t c, uint32_t flags) {
  float x = fromF16(flushIfF16(a, flags)), y = fromF16(flushIfF16(b, flags));
  float z = fromF16(flushIfF16(c, flags));
  float p = x * y; // exact: 22 bits, nowhere subnormal
  float sum = p + z;
  bool swap = __builtin_fabsf(p) < __builtin_fabsf(z);
  float large = swap ? z : p, small = swap ? p : z;
  float e = small - (sum - large);
  bool inexact = e < 0.0f || e > 0.0f;
  bool tooLarge = sum > 0.0f ? e < 0.0f : e > 0.0f;
  uint32_t odd = (bitsOf(sum) - uint32_t(tooLarge)) | 1;
  uint16_t r = finishF16(toFloat(inexact ? odd : bitsOf(sum)), flags);
  if (flags & FlagOob)
    r = isOutOfBounds(a) || isOutOfBounds(b) ? 0 : r;
  return r;
}
AW_BUILTIN uint16_t aw_neg_f16(uint16_t a, uint32_t flags) {
  return isNanF16(a) ? kCanonicalNanF16 : flushIfF16(a, flags) ^ 0x8000;
}
AW_BUILTIN uint16_t aw_abs_f16(uint16_t a, uint32_t flags) {
  return isNanF16(a) ? kCanonicalNanF16 : flushIfF16(a, flags) & 0x7fff;
}
AW_BUILTIN uint16_t aw_minmax_f16(uint16_t a, uint16_t b, uint32_t flags) {
  return minMaxBits(flushIfF16(a, flags), flushIfF16(b, flags), isNanF16(a), isNanF16(b), flags);
}
AW_BUILTIN uint16_t aw_ex2_approx_f16(uint16_t a) { return toF16(exp2Approx(fromF16(a))); }
AW_BUILTIN uint16_t aw_tanh_approx_f16(uint16_t a) { return toF16(tanhApprox(fromF16(a))); }

AW_BUILTIN uint16_t aw_add_bf16(uint16_t a, uint16_t b, uint32_t flags) {
  return finishBF16(fromBF16(a) + fromBF16(b), flags);
}
AW_BUILTIN uint16_t aw_sub_bf16(uint16_t a, uint16_t b, uint32_t flags) {
  return finishBF16(fromBF16(a) - fromBF16(b), flags);
}
AW_BUILTIN uint16_t aw_mul_bf16(uint16_t a, uint16_t b, uint32_t flags) {
  return finishBF16(fromBF16(a) * fromBF16(b), flags);
}
AW_BUILTIN uint16_t aw_fma_bf16(uint16_t a, uint16_t b, uint16_t c, uint32_t flags) {
  double p = double(fromBF16(a)) * double(fromBF16(b)), z = double(fromBF16(c));
  double sum = p + z;
  float r = roundToOddFloat(roundToOdd(sum, sumError(p, z, sum)));
  uint16_t h = finishBF16(r, flags);
  if (flags & FlagOob)
    h = isOutOfBounds(a) || isOutOfBounds(b) ? 0 : h;
  return h;
}
AW_BUILTIN uint16_t aw_neg_bf16(uint16_t a) { return isNanBF16(a) ? kCanonicalNanF16 : a ^ 0x8000; }
AW_BUILTIN uint16_t aw_abs_bf16(uint16_t a) { return isNanBF16(a) ? kCanonicalNanF16 : a & 0x7fff; }
AW_BUILTIN uint16_t aw_minmax_bf16(uint16_t a, uint16_t b, uint32_t flags) {
  return minMaxBits(a, b, isNanBF16(a), isNanBF16(b), flags);
}
AW_BUILTIN uint16_t aw_ex2_approx_bf16(uint16_t a) { // .ftz is not optional
  return toBF16(flush(exp2Approx(flush(fromBF16(a)))));
}
AW_BUILTIN uint16_t aw_tanh_approx_bf16(uint16_t a) { return toBF16(tanhApprox(fromBF16(a))); }
