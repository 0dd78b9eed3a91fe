// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions against exact integers, the host's rounding modes and the definition of each format.
#include "device/builtins/Builtins.h"
#include "device/builtins/Half.h"

#include <cfenv>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

using namespace anywarp::device;

namespace {

constexpr Rounding kRoundings[] = {RoundNearest, RoundZero, RoundDown, RoundUp};
constexpr int kHostModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

TEST(Conversion, IntegersOf64Bits) {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 200000; ++i) {
    uint64_t x = generator() >> (i % 64);
    if (i % 3 == 0)
      x &= ~0ull << (i % 60); // ties
    if (i % 7 == 0)
      x = ~x;
    for (Rounding rounding : kRoundings) {
      std::fesetround(kHostModes[rounding]);
      volatile uint64_t u = x;
      volatile int64_t s = int64_t(x);
      volatile float f = float(s);
      volatile double d = double(s), ud = double(u);
      volatile float uf = float(u);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(f, aw_cvt_f32_s64(int64_t(x), rounding)) << x;
      ASSERT_EQ(d, aw_cvt_f64_s64(int64_t(x), rounding)) << x;
      ASSERT_EQ(ud, aw_cvt_f64_u64(x, rounding)) << x;
      ASSERT_EQ(uf, aw_cvt_f32_u64(x, rounding)) << x;
    }
  }
}

TEST(Conversion, DoubleToFloat) {
  std::mt19937_64 generator(2);
  for (int i = 0; i < 200000; ++i) {
    double x = toDouble((generator() & 0x8fffffffffffffffull) | 0x3000000000000000ull);
    if (i & 1)
      x = std::ldexp(double(toFloat(uint32_t(generator()))), 0) * (1 + int(i % 5 - 2) * 0x1p-50);
    if (x != x)
      continue;
    for (Rounding rounding : kRoundings) {
      std::fesetround(kHostModes[rounding]);
      volatile double y = x;
      volatile float f = float(y);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(bitsOf(f), bitsOf(aw_cvt_f32_f64(x, rounding, 0))) << std::hexfloat << x;
    }
  }
  // Flushed by the result rounded with unbounded exponent; recorded on a GPU.
  EXPECT_EQ(0u, bitsOf(aw_cvt_f32_f64(0x1.fffffcp-127, RoundUp, FlagFtz)));
  EXPECT_EQ(0x00800000u, bitsOf(aw_cvt_f32_f64(0x1.fffffffffffffp-127, RoundNearest, FlagFtz)));
  EXPECT_EQ(0u, bitsOf(aw_cvt_f32_f64(0x1.fffffffffffffp-127, RoundZero, FlagFtz)));
}

TEST(Conversion, DoubleToHalfRoundsOnce) {
  // A tie of f16 up to the last bit of a double, which a detour over float would lose.
  double tie = 1 + 0x1p-11;
  const auto nan = [](uint64_t bits) { return std::bit_cast<double>(bits); };
  EXPECT_EQ(0x7e00, aw_cvt_f16_f64(nan(0x7ff0000000000001), RoundNearest, 0));
  EXPECT_EQ(0xfef3, aw_cvt_f16_f64(nan(0xfffbcdef01234567), RoundNearest, 0));
  EXPECT_EQ(0x7fe0, aw_cvt_bf16_f64(nan(0x7ff4000000000000), RoundNearest, 0));
  EXPECT_EQ(0xffde, aw_cvt_bf16_f64(nan(0xfffbcdef01234567), RoundNearest, 0));
  EXPECT_EQ(0x3c00, aw_cvt_f16_f64(tie, RoundNearest, 0));
  EXPECT_EQ(0x3c01, aw_cvt_f16_f64(tie + 0x1p-52, RoundNearest, 0));
  EXPECT_EQ(0x3c00, aw_cvt_f16_f64(tie - 0x1p-52, RoundNearest, 0));
  EXPECT_EQ(0x3c01, aw_cvt_f16_f64(1 + 0x1p-52, RoundUp, 0));
  EXPECT_EQ(0x3f81, aw_cvt_bf16_f64(1 + 0x1p-8 + 0x1p-52, RoundNearest, 0));
  EXPECT_EQ(0x0001, aw_cvt_f16_f64(0x1p-1000, RoundUp, 0));
  EXPECT_EQ(0x7bff, aw_cvt_f16_f64(1e300, RoundZero, 0));
  EXPECT_EQ(0x7c00, aw_cvt_f16_f64(1e300, RoundUp, 0));
}

TEST(Conversion, SaturationAndRelu) {
  EXPECT_EQ(0x7bff, aw_cvt_f16_f32(1e30f, RoundNearest, FlagSatFinite));
  EXPECT_EQ(0xff7f, aw_cvt_bf16_f32(-INFINITY, RoundNearest, FlagSatFinite));
  EXPECT_EQ(0x7fff, aw_cvt_f16_f32(NAN, RoundNearest, FlagSatFinite));
  EXPECT_EQ(0x0000, aw_cvt_f16_f32(-1.0f, RoundNearest, FlagRelu));
  EXPECT_EQ(0x7fff, aw_cvt_bf16_f32(NAN, RoundNearest, FlagRelu));
  EXPECT_EQ(0x3c00, aw_cvt_f16_f32(2.0f, RoundNearest, FlagSat));
}

TEST(Conversion, Tf32) {
  EXPECT_EQ(0x3f802000u, aw_cvt_tf32_f32(toFloat(0x3f801000u), RoundNearestAway, 0)); // tie: away
  EXPECT_EQ(0x3f800000u, aw_cvt_tf32_f32(toFloat(0x3f801000u), RoundNearest, 0));     // tie: even
  EXPECT_EQ(0x3f804000u, aw_cvt_tf32_f32(toFloat(0x3f803000u), RoundNearest, 0));
  EXPECT_EQ(0x3f800000u, aw_cvt_tf32_f32(toFloat(0x3f801fffu), RoundZero, 0));
  EXPECT_EQ(0x7f800000u, aw_cvt_tf32_f32(toFloat(0x7f7fffffu), RoundNearestAway, 0));
  EXPECT_EQ(0x7f7fe000u, aw_cvt_tf32_f32(toFloat(0x7f7fffffu), RoundNearestAway, FlagSatFinite));
}

struct SmallCase {
  SmallFormat format;
  int exponentBits, mantissaBits, bias;
  uint32_t largest; ///< code of the largest finite number
};
constexpr SmallCase kSmall[] = {
    {FormatE4M3, 4, 3, 7, 0x7e}, {FormatE5M2, 5, 2, 15, 0x7b}, {FormatE2M3, 2, 3, 1, 0x1f},
    {FormatE3M2, 3, 2, 3, 0x1f}, {FormatE2M1, 2, 1, 1, 0x7},
};

double smallValue(uint32_t code, const SmallCase &c) {
  uint32_t field = code >> c.mantissaBits, fraction = code & ((1u << c.mantissaBits) - 1);
  return field ? std::ldexp((1 << c.mantissaBits) + int(fraction),
                            int(field) - c.bias - c.mantissaBits)
               : std::ldexp(int(fraction), 1 - c.bias - c.mantissaBits);
}

TEST(Conversion, SmallFormats) {
  std::mt19937 generator(4);
  for (const SmallCase &c : kSmall) {
    uint32_t sign = 1u << (c.exponentBits + c.mantissaBits);
    for (uint32_t code = 0; code <= c.largest; ++code) {
      double value = smallValue(code, c);
      ASSERT_EQ(value, fromF16(aw_cvt_f16_small(code, c.format, 0)));
      ASSERT_EQ(-value, fromF16(aw_cvt_f16_small(code | sign, c.format, 0)));
      ASSERT_EQ(code, aw_cvt_small_f32(float(value), c.format, 0));
      ASSERT_EQ(code | sign, aw_cvt_small_f32(-float(value), c.format, 0));
      if (code == c.largest)
        break;
      double middle = (value + smallValue(code + 1, c)) / 2; // exact in float
      ASSERT_EQ(code + (code & 1), aw_cvt_small_f32(float(middle), c.format, 0));
      ASSERT_EQ(code, aw_cvt_small_f32(std::nextafter(float(middle), 0.0f), c.format, 0));
      ASSERT_EQ(code + 1, aw_cvt_small_f32(std::nextafter(float(middle), 1e30f), c.format, 0));
    }
    ASSERT_EQ(c.largest, aw_cvt_small_f32(INFINITY, c.format, 0));
    ASSERT_EQ(c.largest | sign, aw_cvt_small_f32(-1e30f, c.format, 0));
    ASSERT_EQ(0u, aw_cvt_small_f32(-1e30f, c.format, FlagRelu));
    ASSERT_EQ(0u, aw_cvt_small_f32(0x1p-149f, c.format, 0));
  }
  EXPECT_EQ(0x7fu, aw_cvt_small_f32(NAN, FormatE4M3, 0));
  EXPECT_EQ(0x7fff, aw_cvt_f16_small(0xff, FormatE4M3, 0));
  EXPECT_EQ(0xfc00, aw_cvt_f16_small(0xfc, FormatE5M2, 0));
}

TEST(Conversion, ScaleFactors) {
  EXPECT_EQ(127u, aw_cvt_ue8m0_f32(1.0f, RoundZero));
  EXPECT_EQ(127u, aw_cvt_ue8m0_f32(1.5f, RoundZero));
  EXPECT_EQ(128u, aw_cvt_ue8m0_f32(1.5f, RoundUp));
  EXPECT_EQ(0xffu, aw_cvt_ue8m0_f32(NAN, RoundUp));
  EXPECT_EQ(0x3f80, aw_cvt_bf16_ue8m0(127));
  EXPECT_EQ(0x7fff, aw_cvt_bf16_ue8m0(0xff));
}

TEST(Conversion, StochasticRoundingAddsBelowTheLastPlace) {
  EXPECT_EQ(0x3c00, aw_cvt_rs_f16_f32(toFloat(0x3f800001u), 0x0000, 0));
  EXPECT_EQ(0x3c01, aw_cvt_rs_f16_f32(toFloat(0x3f800001u), 0x1fff, 0));
  EXPECT_EQ(0x3c00, aw_cvt_rs_f16_f32(1.0f, 0x1fff, 0));
  EXPECT_EQ(0x3f81, aw_cvt_rs_bf16_f32(toFloat(0x3f800001u), 0xffff, 0));
  EXPECT_EQ(0x7f7f, aw_cvt_rs_bf16_f32(toFloat(0x7f7fffffu), 0xffff, FlagSatFinite));
}

} // namespace
