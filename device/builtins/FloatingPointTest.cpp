// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directed rounding against the host's rounding modes; .ftz, .sat, min and max by their definition.
#include "device/builtins/Builtins.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

using namespace anywarp::device;

namespace {

constexpr Rounding kRoundings[] = {RoundNearest, RoundZero, RoundDown, RoundUp};

class HostRounding {
public:
  explicit HostRounding(Rounding rounding) {
    constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(modes[rounding]);
  }
  ~HostRounding() { std::fesetround(FE_TONEAREST); }
};

template <typename T> struct Format;
template <> struct Format<float> {
  using Bits = uint32_t;
};
template <> struct Format<double> {
  using Bits = uint64_t;
};

template <typename T> bool same(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Numbers where roundings are delicate, crossed with random patterns of all magnitudes.
template <typename T> std::vector<T> samples(unsigned random) {
  using Bits = typename Format<T>::Bits;
  using Limits = std::numeric_limits<T>;
  std::vector<T> values;
  for (T x : {T(0), Limits::denorm_min(), Limits::denorm_min() * 3, Limits::min(),
              std::nextafter(Limits::min(), T(0)), std::nextafter(Limits::min(), T(1)), T(1),
              1 + Limits::epsilon(), 1 - Limits::epsilon() / 2, T(1.5), T(3), T(10), T(1) / 3,
              Limits::max(), Limits::max() / 2, Limits::infinity()}) {
    values.push_back(x);
    values.push_back(-x);
  }
  values.push_back(Limits::quiet_NaN());
  std::mt19937_64 generator(42);
  for (unsigned i = 0; i < random; ++i) {
    Bits bits = Bits(generator());
    if (i % 4 == 0) // short mantissas give exact results and ties
      bits &= ~Bits(0) << (sizeof(T) == 4 ? 14 : 30);
    values.push_back(std::bit_cast<T>(bits));
  }
  return values;
}

/// Random operands of similar magnitude, for cancellation.
template <typename T> T near(std::mt19937_64 &generator, int spread) {
  std::uniform_int_distribution<int> exponent(-spread, spread);
  T mantissa = T(1) + T(generator() >> 12) * T(0x1p-52);
  return std::ldexp(generator() & 1 ? -mantissa : mantissa, exponent(generator));
}

template <typename T, typename Ours, typename Host>
void checkBinary(Ours ours, Host host, unsigned random) {
  std::vector<T> values = samples<T>(random);
  for (Rounding rounding : kRoundings)
    for (T a : values)
      for (T b : values) {
        volatile T x = a, y = b;
        T expected;
        {
          HostRounding mode(rounding);
          volatile T r = host(x, y);
          expected = r;
        }
        T got = ours(a, b, rounding);
        ASSERT_TRUE(same(expected, got))
            << "rounding " << rounding << " " << std::hexfloat << a << " " << b << ": expected "
            << expected << ", got " << got;
      }
}

template <typename T, typename Ours> void checkFma(Ours ours) {
  std::vector<T> values = samples<T>(12);
  std::mt19937_64 generator(7);
  auto check = [&](T a, T b, T c, Rounding rounding) {
    volatile T x = a, y = b, z = c;
    T expected;
    {
      HostRounding mode(rounding);
      volatile T r = std::fma(x, y, z);
      expected = r;
    }
    T got = ours(a, b, c, rounding);
    ASSERT_TRUE(same(expected, got))
        << "rounding " << rounding << " " << std::hexfloat << a << " " << b << " " << c
        << ": expected " << expected << ", got " << got;
  };
  for (Rounding rounding : kRoundings) {
    for (T a : values)
      for (T b : values)
        for (T c : values)
          check(a, b, c, rounding);
    for (int i = 0; i < 20000; ++i) {
      T a = near<T>(generator, 30), b = near<T>(generator, 30), c = near<T>(generator, 60);
      check(a, b, c, rounding);
      check(a, b, -a * b, rounding); // total cancellation but the error
      check(a, b, std::nextafter(-a * b, T(0)), rounding);
      T tiny = std::numeric_limits<T>::min();
      check(a * std::sqrt(tiny), b * std::sqrt(tiny), c * tiny, rounding); // results near subnormal
    }
  }
}

TEST(FloatingPoint, AddF32) {
  checkBinary<float>([](float a, float b, Rounding r) { return aw_add_f32(a, b, r, 0); },
                     [](float a, float b) { return a + b; }, 150);
}
TEST(FloatingPoint, MulF32) {
  checkBinary<float>([](float a, float b, Rounding r) { return aw_mul_f32(a, b, r, 0); },
                     [](float a, float b) { return a * b; }, 150);
}
TEST(FloatingPoint, DivF32) {
  checkBinary<float>([](float a, float b, Rounding r) { return aw_div_f32(a, b, r, 0); },
                     [](float a, float b) { return a / b; }, 150);
}
TEST(FloatingPoint, SqrtF32) {
  checkBinary<float>([](float a, float, Rounding r) { return aw_sqrt_f32(a, r, 0); },
                     [](float a, float) { return std::sqrt(a); }, 150);
}
TEST(FloatingPoint, FmaF32) {
  checkFma<float>([](float a, float b, float c, Rounding r) { return aw_fma_f32(a, b, c, r, 0); });
}
TEST(FloatingPoint, AddF64) {
  checkBinary<double>(aw_add_f64, [](double a, double b) { return a + b; }, 150);
}
TEST(FloatingPoint, MulF64) {
  checkBinary<double>(aw_mul_f64, [](double a, double b) { return a * b; }, 150);
}
TEST(FloatingPoint, DivF64) {
  checkBinary<double>(aw_div_f64, [](double a, double b) { return a / b; }, 150);
}
TEST(FloatingPoint, SqrtF64) {
  checkBinary<double>([](double a, double, Rounding r) { return aw_sqrt_f64(a, r); },
                      [](double a, double) { return std::sqrt(a); }, 150);
}
TEST(FloatingPoint, FmaF64) { checkFma<double>(aw_fma_f64); }

TEST(FloatingPoint, ProductsNearTheSmallestDoubleRoundOnce) {
  std::mt19937_64 generator(11);
  for (int i = 0; i < 20000; ++i) {
    double a = near<double>(generator, 20) * 0x1p-530, b = near<double>(generator, 20) * 0x1p-530;
    for (Rounding rounding : kRoundings) {
      volatile double x = a, y = b;
      double expected;
      {
        HostRounding mode(rounding);
        volatile double r = x * y;
        expected = r;
      }
      ASSERT_TRUE(same(expected, aw_mul_f64(a, b, rounding))) << std::hexfloat << a << " " << b;
    }
  }
}

TEST(FloatingPoint, FtzFlushesOperandsAndResults) {
  float small = 0x1p-127f, least = 0x1p-126f;
  for (Rounding rounding : kRoundings) {
    EXPECT_TRUE(same(1.0f, aw_add_f32(1.0f, small, rounding, FlagFtz)));
    EXPECT_TRUE(same(-0.0f, aw_mul_f32(-small, 0x1p100f, rounding, FlagFtz)));
    EXPECT_TRUE(same(-0.0f, aw_mul_f32(-least, 0.5f, rounding, FlagFtz)));
    // Exact with 24 bits and unbounded exponent, though it would round into the normal range.
    EXPECT_TRUE(same(0.0f, aw_mul_f32(least, 0x1.fffffep-1f, rounding, FlagFtz)));
    EXPECT_TRUE(same(0.0f, aw_fma_f32(least, 0x1.fffffep-1f, 0.0f, rounding, FlagFtz)));
    EXPECT_TRUE(same(0.0f, aw_div_f32(least, 0x1.000002p+0f, rounding, FlagFtz)));
    EXPECT_TRUE(same(least, aw_mul_f32(least, 1.0f, rounding, FlagFtz)));
    EXPECT_TRUE(same(0.0f, aw_sqrt_f32(small, rounding, FlagFtz)));
  }
}

TEST(FloatingPoint, FtzLooksAtTheRoundedResult) {           // recorded on a GPU
  float a = toFloat(0x00800001u), b = toFloat(0x3f7ffffeu); // product 2^-126 (1 - 2^-46)
  EXPECT_TRUE(same(0x1p-126f, aw_mul_f32(a, b, RoundNearest, FlagFtz)));
  EXPECT_TRUE(same(0x1p-126f, aw_mul_f32(a, b, RoundUp, FlagFtz)));
  EXPECT_TRUE(same(0.0f, aw_mul_f32(a, b, RoundZero, FlagFtz)));
  EXPECT_TRUE(same(0.0f, aw_mul_f32(a, b, RoundDown, FlagFtz)));
  EXPECT_TRUE(same(-0x1p-126f, aw_fma_f32(-a, b, 0.0f, RoundDown, FlagFtz)));
  EXPECT_TRUE(same(-0.0f, aw_fma_f32(-a, b, 0.0f, RoundUp, FlagFtz)));
}

TEST(FloatingPoint, SatClampsAndDropsNan) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(same(0.0f, aw_sat_f32(nan)));
  EXPECT_TRUE(same(0.0f, aw_sat_f32(-0.0f)));
  EXPECT_TRUE(same(1.0f, aw_add_f32(1.0f, 1.0f, RoundDown, FlagSat)));
  EXPECT_TRUE(same(0.25f, aw_fma_f32(0.5f, 0.5f, 0.0f, RoundUp, FlagSat)));
  EXPECT_EQ(0.0, aw_sat_f64(-3.0));
}

TEST(FloatingPoint, MinMax) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(same(1.0f, aw_minmax_f32(nan, 1.0f, 0)));
  EXPECT_TRUE(same(1.0f, aw_minmax_f32(1.0f, nan, FlagMin)));
  EXPECT_EQ(0x7fffffffu, bitsOf(aw_minmax_f32(-nan, -nan, 0)));
  EXPECT_EQ(0x7fffffffu, bitsOf(aw_minmax_f32(1.0f, -nan, FlagNan)));
  EXPECT_TRUE(same(0.0f, aw_minmax_f32(-0.0f, 0.0f, 0)));
  EXPECT_TRUE(same(0.0f, aw_minmax_f32(0.0f, -0.0f, 0)));
  EXPECT_TRUE(same(-0.0f, aw_minmax_f32(0.0f, -0.0f, FlagMin)));
  EXPECT_TRUE(same(-3.0f, aw_minmax_f32(-3.0f, 2.0f, FlagXorSign)));
  EXPECT_TRUE(same(2.0f, aw_minmax_f32(-3.0f, -2.0f, FlagXorSign | FlagMin)));
  EXPECT_EQ(2.0, aw_minmax_f64(2.0, -1.0, 0));
  EXPECT_TRUE(same(-0.0, aw_minmax_f64(-0.0, 0.0, FlagMin)));
}

} // namespace
