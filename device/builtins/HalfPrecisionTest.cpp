// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half precision against exact arithmetic: every number involved is an integer multiple of a power
// of two, so a result is rounded here by comparing exact distances (long double holds the products
// of two halves; for fma the sum is kept as two parts).
#include "device/builtins/Builtins.h"
#include "device/builtins/Half.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

using namespace anywarp::device;

namespace {

struct Kind {
  int exponentBits, mantissaBits;
};
constexpr Kind kF16{5, 10}, kBF16{8, 7};

/// The value of a half by the definition of its format.
double valueOf(uint16_t h, Kind kind) {
  int bias = (1 << (kind.exponentBits - 1)) - 1;
  int field = (h & 0x7fff) >> kind.mantissaBits;
  int fraction = h & ((1 << kind.mantissaBits) - 1);
  double sign = h >> 15 ? -1 : 1;
  if (field == (1 << kind.exponentBits) - 1)
    return fraction ? NAN : sign * INFINITY;
  return field ? sign * std::ldexp((1 << kind.mantissaBits) + fraction,
                                   field - bias - kind.mantissaBits)
               : sign * std::ldexp(fraction, 1 - bias - kind.mantissaBits);
}

/// high + low rounded to nearest even, by its definition: of the two halves around the value the
/// nearer one. `low` is smaller than half a place of a double and decides ties only.
uint16_t roundNearest(double high, double low, Kind kind) {
  if (high != high)
    return 0x7fff;
  uint16_t sign = std::signbit(high) ? 0x8000 : 0;
  double magnitude = std::fabs(high), rest = std::signbit(high) ? -low : low;
  uint16_t infinity = uint16_t(((1 << kind.exponentBits) - 1) << kind.mantissaBits);
  if (std::isinf(high))
    return sign | infinity;
  uint16_t below = 0,
           above = infinity; // by bisection: valueOf(below) <= magnitude < valueOf(above)
  while (above - below > 1) {
    uint16_t middle = uint16_t((below + above) / 2);
    double v = valueOf(middle, kind);
    (v < magnitude || (v == magnitude && rest >= 0) ? below : above) = middle;
  }
  // The place after the largest finite number counts as the next number.
  double top = above == infinity ? 2 * valueOf(infinity - 1, kind) - valueOf(infinity - 2, kind)
                                 : valueOf(above, kind);
  double middle = (valueOf(below, kind) + top) / 2;
  bool up = magnitude > middle || (magnitude == middle && (rest > 0 || (rest == 0 && (below & 1))));
  return sign | (up ? above : below);
}

class HalfPrecision : public testing::Test {
protected:
  std::mt19937 generator{3};
  uint16_t random() { return uint16_t(generator()); }
  /// Often close in magnitude, so that sums cancel.
  uint16_t near(uint16_t h) { return uint16_t(h ^ 0x8000) + uint16_t(generator() % 65) - 32; }
};

bool isNan(uint16_t h, Kind kind) { return std::isnan(valueOf(h, kind)); }

TEST_F(HalfPrecision, SumsAndProducts) {
  for (int i = 0; i < 200000; ++i) {
    uint16_t a = random(), b = i & 1 ? random() : near(a);
    for (Kind kind : {kF16, kBF16}) {
      bool f16 = kind.exponentBits == 5;
      double x = valueOf(a, kind), y = valueOf(b, kind);
      double sum = x + y, low = 0;
      if (std::isfinite(sum)) { // the exact error of the sum of two doubles (Knuth)
        double t = sum - x;
        low = (x - (sum - t)) + (y - t);
      }
      ASSERT_EQ(roundNearest(sum, low, kind), f16 ? aw_add_f16(a, b, 0) : aw_add_bf16(a, b, 0))
          << std::hex << a << " " << b;
      ASSERT_EQ(roundNearest(x * y, 0, kind), f16 ? aw_mul_f16(a, b, 0) : aw_mul_bf16(a, b, 0))
          << std::hex << a << " " << b;
      ASSERT_EQ(f16 ? aw_add_f16(a, b ^ 0x8000, 0) : aw_add_bf16(a, b ^ 0x8000, 0),
                f16 ? aw_sub_f16(a, b, 0) : aw_sub_bf16(a, b, 0));
    }
  }
}

TEST_F(HalfPrecision, FmaRoundsOnce) {
  for (int i = 0; i < 400000; ++i) {
    uint16_t a = random(), b = random(), c = random();
    for (Kind kind : {kF16, kBF16}) {
      bool f16 = kind.exponentBits == 5;
      double p = valueOf(a, kind) * valueOf(b, kind); // exact
      if (i & 1)
        c = near(roundNearest(p, 0, kind));
      if (i % 8 == 3) // an addend that can only break a tie of the product
        c = uint16_t((c & 0x8000) | (generator() % 3));
      double z = valueOf(c, kind), sum = p + z, low = 0;
      if (std::isfinite(sum)) {
        double t = sum - p;
        low = (p - (sum - t)) + (z - t);
      }
      ASSERT_EQ(roundNearest(sum, low, kind),
                f16 ? aw_fma_f16(a, b, c, 0) : aw_fma_bf16(a, b, c, 0))
          << std::hex << a << " " << b << " " << c;
    }
  }
}

TEST_F(HalfPrecision, FmaTieBrokenBeyondFloat) {
  // 1.0000000001b * 1.1b is a tie of f16; 2^-24 below or above it decides, which float drops
  // when the product is large enough.
  uint16_t a = 0x7801 /* 32800 */, b = 0x3e00 /* 1.5 */;
  EXPECT_EQ(roundNearest(32800 * 1.5, 0x1p-24, kF16), aw_fma_f16(a, b, 0x0001, 0));
  EXPECT_EQ(roundNearest(32800 * 1.5, -0x1p-24, kF16), aw_fma_f16(a, b, 0x8001, 0));
  EXPECT_NE(aw_fma_f16(a, b, 0x0001, 0), aw_fma_f16(a, b, 0x8001, 0));
}

TEST_F(HalfPrecision, EveryDirectedRoundingBracketsTheFloat) {
  for (int i = 0; i < 300000; ++i) {
    float x = toFloat(generator());
    if (i & 1)
      x = fromF16(random()) * (1.0f + float(int(generator() % 5) - 2) * 0x1p-22f);
    if (x != x || std::isinf(x))
      continue;
    for (Kind kind : {kF16, kBF16}) {
      auto convert = [&](Rounding rounding) {
        return kind.exponentBits == 5 ? toF16(x, rounding) : toBF16(x, rounding);
      };
      ASSERT_EQ(roundNearest(x, 0, kind), convert(RoundNearest)) << std::hexfloat << x;
      double down = valueOf(convert(RoundDown), kind), up = valueOf(convert(RoundUp), kind);
      ASSERT_LE(down, x);
      ASSERT_GE(up, x);
      uint16_t other = convert(RoundZero);
      ASSERT_EQ(valueOf(other, kind), x < 0 ? up : down);
      // Neighbours, or the number itself.
      uint16_t d = convert(RoundDown), u = convert(RoundUp);
      int distance = (d & 0x8000 ? -(d & 0x7fff) : d) - (u & 0x8000 ? -(u & 0x7fff) : u);
      ASSERT_EQ(distance, double(x) == down ? 0 : -1);
    }
  }
}

TEST_F(HalfPrecision, Modifiers) {
  EXPECT_EQ(0x0000, aw_add_f16(0xc000, 0x3c00, FlagSat));
  EXPECT_EQ(0x3c00, aw_add_f16(0x4000, 0x3c00, FlagSat));
  EXPECT_EQ(0x0000, aw_fma_f16(0x7e00, 0x3c00, 0x3c00, FlagSat));
  EXPECT_EQ(0x0000, aw_fma_f16(0xbc00, 0x3c00, 0x0000, FlagRelu));
  EXPECT_EQ(0x7fff, aw_fma_bf16(0xffc0, 0x3f80, 0x0000, FlagRelu));
  EXPECT_EQ(0x8000, aw_mul_f16(0x8400, 0x3bff, FlagFtz)); // subnormal before rounding
  EXPECT_EQ(0x0400, aw_mul_f16(0x0401, 0x3bfe, FlagFtz)); // rounds to the smallest normal number
  EXPECT_EQ(0x3c00, aw_add_f16(0x3c00, 0x03ff, FlagFtz));
  EXPECT_EQ(0x0000, aw_fma_f16(0x7ff7, 0x3c00, 0x3c00, FlagOob)); // recorded on a GPU
  EXPECT_EQ(0x7fff, aw_fma_f16(0x3c00, 0x3c00, 0x7ff7, FlagOob));
  EXPECT_EQ(0x7fff, aw_neg_f16(0x7e00, 0));
  EXPECT_EQ(0x7fff, aw_abs_bf16(0xffc1));
}

TEST_F(HalfPrecision, MinMaxFollowTheOrderOfTheValues) {
  for (int i = 0; i < 100000; ++i) {
    uint16_t a = random(), b = random();
    for (Kind kind : {kF16, kBF16}) {
      auto minMax = [&](uint32_t flags) {
        return kind.exponentBits == 5 ? aw_minmax_f16(a, b, flags) : aw_minmax_bf16(a, b, flags);
      };
      bool nanA = isNan(a, kind), nanB = isNan(b, kind);
      if (nanA || nanB) {
        ASSERT_EQ(nanA && nanB ? 0x7fff : nanA ? b : a, minMax(0));
        ASSERT_EQ(0x7fff, minMax(FlagNan));
        continue;
      }
      double x = valueOf(a, kind), y = valueOf(b, kind);
      if (x == y)
        continue;
      ASSERT_EQ(x > y ? a : b, minMax(0));
      ASSERT_EQ(x < y ? a : b, minMax(FlagMin));
      uint16_t larger = std::fabs(x) > std::fabs(y) ? a : b;
      ASSERT_EQ((larger & 0x7fff) | ((a ^ b) & 0x8000), minMax(FlagXorSign));
    }
  }
  EXPECT_EQ(0x0000, aw_minmax_f16(0x8000, 0x0000, 0));
  EXPECT_EQ(0x8000, aw_minmax_f16(0x0000, 0x8000, FlagMin));
}

} // namespace
