// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error bounds that the PTX manual states for .approx, against the host's double functions.
#include "device/builtins/Builtins.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

using namespace anywarp::device;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

template <typename Body> void overRange(float low, float high, Body body) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<float> uniform(low, high);
  for (int i = 0; i < 200000; ++i)
    body(uniform(generator));
}

double relative(double got, double exact) { return std::fabs(got - exact) / std::fabs(exact); }

TEST(Approximate, Ex2) {
  overRange(-125.0f, 127.9f, [](float x) {
    ASSERT_LT(relative(aw_ex2_approx_f32(x, 0), std::exp2(double(x))), std::exp2(-22.5)) << x;
    ASSERT_EQ(aw_ex2_approx_f32(x, 0), aw_ex2_approx_f32(x, FlagFtz)) << x;
  });
  overRange(-149.0f, -126.0f, [](float x) { // subnormal results: to within one place
    ASSERT_LE(std::fabs(aw_ex2_approx_f32(x, 0) - std::exp2(double(x))), 0x1p-149) << x;
    ASSERT_EQ(0.0f, aw_ex2_approx_f32(std::fmin(x, -126.5f), FlagFtz));
  });
  for (int n = -149; n < 128; ++n)
    ASSERT_EQ(std::ldexp(1.0f, n), aw_ex2_approx_f32(float(n), 0));
  EXPECT_EQ(0x1p-126f, aw_ex2_approx_f32(-126.0f, FlagFtz));
  for (unsigned flags : {0u, unsigned(FlagFtz)}) {
    EXPECT_EQ(kInfinity, aw_ex2_approx_f32(128.0f, flags));
    EXPECT_EQ(kInfinity, aw_ex2_approx_f32(kInfinity, flags));
    EXPECT_EQ(0.0f, aw_ex2_approx_f32(-kInfinity, flags));
    EXPECT_EQ(0.0f, aw_ex2_approx_f32(-3e38f, flags));
    EXPECT_TRUE(std::isnan(aw_ex2_approx_f32(kNan, flags)));
  }
}

TEST(Approximate, Lg2) {
  overRange(0.5f, 2.0f, [](float x) {
    ASSERT_LT(std::fabs(aw_lg2_approx_f32(x, 0) - std::log2(double(x))), 0x1p-22) << x;
  });
  std::mt19937 generator(9);
  for (int i = 0; i < 200000; ++i) {
    float x = toFloat(generator() >> 1);
    if (!(x < kInfinity) || x == 0.0f || (x > 0.5f && x < 2.0f))
      continue;
    ASSERT_LT(relative(aw_lg2_approx_f32(x, 0), std::log2(double(x))), 0x1p-22)
        << std::hexfloat << x;
  }
  EXPECT_EQ(0.0f, aw_lg2_approx_f32(1.0f, 0));
  EXPECT_EQ(-kInfinity, aw_lg2_approx_f32(-0.0f, 0));
  EXPECT_EQ(-kInfinity, aw_lg2_approx_f32(0x1p-130f, FlagFtz));
  EXPECT_EQ(-130.0f, aw_lg2_approx_f32(0x1p-130f, 0));
  EXPECT_EQ(kInfinity, aw_lg2_approx_f32(kInfinity, 0));
  EXPECT_TRUE(std::isnan(aw_lg2_approx_f32(-1.0f, 0)));
}

TEST(Approximate, SinCos) {
  overRange(-6.2831853f, 6.2831853f, [](float x) {
    ASSERT_LT(std::fabs(aw_sin_approx_f32(x, 0) - std::sin(double(x))), std::exp2(-20.5)) << x;
    ASSERT_LT(std::fabs(aw_cos_approx_f32(x, 0) - std::cos(double(x))), std::exp2(-20.5)) << x;
  });
  overRange(-314.159f, 314.159f, [](float x) {
    ASSERT_LT(std::fabs(aw_sin_approx_f32(x, 0) - std::sin(double(x))), std::exp2(-14.7)) << x;
    ASSERT_LT(std::fabs(aw_cos_approx_f32(x, 0) - std::cos(double(x))), std::exp2(-14.7)) << x;
  });
  overRange(-1e38f, 1e38f, [](float x) { ASSERT_LE(std::fabs(aw_sin_approx_f32(x, 0)), 1.0f); });
  EXPECT_TRUE(std::signbit(aw_sin_approx_f32(-0.0f, 0)));
  EXPECT_EQ(0.0f, aw_sin_approx_f32(0x1p-130f, FlagFtz));
  EXPECT_EQ(0x1p-130f, aw_sin_approx_f32(0x1p-130f, 0));
  EXPECT_TRUE(std::isnan(aw_sin_approx_f32(kInfinity, 0)));
  EXPECT_TRUE(std::isnan(aw_cos_approx_f32(-kInfinity, 0)));
}

TEST(Approximate, Tanh) {
  overRange(-12.0f, 12.0f, [](float x) {
    if (x != 0)
      ASSERT_LT(relative(aw_tanh_approx_f32(x), std::tanh(double(x))), 0x1p-11) << x;
  });
  EXPECT_EQ(1.0f, aw_tanh_approx_f32(kInfinity));
  EXPECT_EQ(-1.0f, aw_tanh_approx_f32(-kInfinity));
  EXPECT_TRUE(std::signbit(aw_tanh_approx_f32(-0.0f)));
  EXPECT_FALSE(std::signbit(aw_tanh_approx_f32(0.0f)));
  EXPECT_TRUE(std::isnan(aw_tanh_approx_f32(kNan)));
}

TEST(Approximate, DivisionByMoreThanTheLargestReciprocal) {
  EXPECT_EQ(0.0f, aw_div_approx_f32(0x1p126f, 0x1.8p126f, 0));
  EXPECT_TRUE(std::isnan(aw_div_approx_f32(kInfinity, 0x1.8p126f, 0)));
  EXPECT_EQ(1.0f, aw_div_approx_f32(0x1p126f, 0x1p126f, 0));
  EXPECT_EQ(0.0f, aw_div_approx_f32(1.0f, kInfinity, 0));
}

TEST(Approximate, ReciprocalSquareRoot) {
  std::mt19937 generator(13);
  for (int i = 0; i < 200000; ++i) {
    float x = toFloat(generator() >> 1);
    if (!(x < kInfinity) || x == 0)
      continue;
    ASSERT_LT(relative(aw_rsqrt_approx_f32(x, 0), 1 / std::sqrt(double(x))), std::exp2(-22.9));
  }
  EXPECT_EQ(kInfinity, aw_rsqrt_approx_f32(0x1p-130f, FlagFtz));
}

TEST(Approximate, GrossDouble) {
  // The manual: the lower word is ignored and returned as zero.
  EXPECT_EQ(0x3fe5555500000000u, bitsOf(aw_rcp_gross_f64(1.5)));
  EXPECT_EQ(0x7fffffff00000000u, bitsOf(aw_rcp_gross_f64(NAN)));
  EXPECT_EQ(INFINITY, aw_rcp_gross_f64(0x1p-1070));
  EXPECT_EQ(-INFINITY, aw_rsqrt_gross_f64(-0.0));
  EXPECT_EQ(0u, bitsOf(aw_rcp_gross_f64(0x1.fp1023)));
}

} // namespace
