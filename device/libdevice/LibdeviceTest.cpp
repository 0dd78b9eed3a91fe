// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The math functions, compiled for the host, against the C library in quad precision (libquadmath):
// the largest error in units in the last place over dense samples stays within the bound that the
// CUDA guide gives for each function.
#include "device/accuracy/Reference.h"

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <random>

extern "C" {
#define F1(name) double __nv_##name(double); float __nv_##name##f(float);
#define F2(name) double __nv_##name(double, double); float __nv_##name##f(float, float);
F1(exp) F1(exp2) F1(exp10) F1(expm1) F1(log) F1(log2) F1(log10) F1(log1p) F1(cbrt) F1(rcbrt) F1(sinh) F1(cosh)
F1(tanh) F1(asinh) F1(acosh) F1(atanh) F1(sin) F1(cos) F1(tan) F1(asin) F1(acos) F1(atan) F1(erf) F1(erfc)
F1(erfinv) F1(erfcinv) F1(normcdfinv) F1(lgamma) F1(tgamma) F1(j0) F1(j1) F1(y0) F1(y1) F1(cyl_bessel_i0) F1(cyl_bessel_i1)
F1(erfcx) F1(normcdf) F1(sinpi) F1(cospi) F2(pow) F2(atan2) F2(hypot) F2(fmod) F2(remainder)
double __nv_jn(int, double);
double __nv_yn(int, double);
double __nv_norm(int, const double *);
double __nv_rnorm(int, const double *);
float __nv_normf(int, const float *);
float __nv_rnormf(int, const float *);
float __nv_ldexpf(float, int);
double __nv_ldexp(double, int);
double __nv_frexp(double, int *);
double __nv_nextafter(double, double);
double __nv_round(double);
unsigned __nv_vadd2(unsigned, unsigned);
unsigned __nv_vavgs4(unsigned, unsigned);
unsigned __nv_vcmpgts2(unsigned, unsigned);
unsigned __nv_vsadu4(unsigned, unsigned);
int __nv_byte_perm(int, int, int);
}

namespace {

using namespace anywarp::accuracy;

template <typename T>
double worst(std::function<T(T)> ours, std::function<Quad(Quad)> exact, std::vector<Range> ranges, T *where) {
  std::mt19937_64 random(42);
  double most = 0;
  for (Range r : ranges) {
    // Half the samples even in value, half even in magnitude.
    for (int i = 0; i < 4000; ++i) {
      double u = double(random() >> 11) * 0x1p-53, x = r.low + u * (r.high - r.low);
      if (i % 2 && r.low * r.high <= 0) {
        double top = std::max(std::fabs(r.low), std::fabs(r.high));
        x = std::copysign(top * std::exp2(-60 * u), r.high > 0 && (r.low == 0 || (random() & 1)) ? 1.0 : -1.0);
      }
      T t = T(x);
      if (t < r.low || t > r.high)
        continue;
      // The guide's measure: from the correctly rounded result.
      double e = ulps<T>(ours(t), Quad(T(exact(Quad(t)))));
      if (e > most) {
        most = e;
        *where = t;
      }
    }
  }
  return most;
}

struct Ours {
  const char *name;
  double (*ofDouble)(double);
  float (*ofFloat)(float);
};
#define OURS(name) {#name, __nv_##name, __nv_##name##f},
const Ours kOurs[] = {
    OURS(exp) OURS(exp2) OURS(exp10) OURS(expm1) OURS(log) OURS(log2) OURS(log10) OURS(log1p) OURS(cbrt) OURS(rcbrt)
    OURS(sinh) OURS(cosh) OURS(tanh) OURS(asinh) OURS(acosh) OURS(atanh) OURS(sin) OURS(cos) OURS(tan) OURS(asin)
    OURS(acos) OURS(atan) OURS(erf) OURS(erfc) OURS(erfcx) OURS(normcdf) OURS(erfinv) OURS(erfcinv) OURS(normcdfinv)
    OURS(lgamma) OURS(tgamma) OURS(j0) OURS(j1) OURS(y0) OURS(y1) OURS(cyl_bessel_i0) OURS(cyl_bessel_i1)
    OURS(sinpi) OURS(cospi)
};

TEST(Libdevice, FunctionsOfOneArgumentAreWithinTheBoundsOfTheGuide) {
  for (const Ours &ours : kOurs) {
    ASSERT_NE(referenceOf(ours.name), nullptr) << ours.name;
    const Reference &row = *referenceOf(ours.name);
    double at = 0;
    float atFloat = 0;
    double error = worst<double>(ours.ofDouble, row.exact, row.ranges, &at);
    double floatError = worst<float>(ours.ofFloat, row.exact, row.floatRanges, &atFloat);
    EXPECT_LE(error, row.bound) << row.name << " at " << at;
    EXPECT_LE(floatError, row.floatBound) << row.name << "f at " << atFloat;
  }
}

// As on an H200.
TEST(Libdevice, GammaVanishesWithItsSign) {
  for (double x : {-400.5, -401.5, -1000.25, -1001.25}) {
    bool negative = x == -400.5 || x == -1000.25;
    EXPECT_EQ(__nv_tgamma(x), 0) << x;
    EXPECT_EQ(std::signbit(__nv_tgamma(x)), negative) << x;
    EXPECT_EQ(__nv_tgammaf(float(x)), 0) << x;
    EXPECT_EQ(std::signbit(__nv_tgammaf(float(x))), negative) << x;
  }
}

TEST(Libdevice, SpecialCasesOfFunctionsOfFloat) {
  const float inf = INFINITY, least = 0x1p-149f;
  EXPECT_EQ(__nv_j0f(0.0f), 1);
  EXPECT_EQ(__nv_j0f(-least), 1);
  EXPECT_EQ(__nv_j1f(inf), 0);
  EXPECT_EQ(__nv_y0f(0.0f), -inf);
  EXPECT_TRUE(std::isnan(__nv_y1f(-1.0f)));
  EXPECT_EQ(__nv_cyl_bessel_i0f(0.0f), 1);
  EXPECT_EQ(__nv_cyl_bessel_i1f(-inf), -inf);
  for (auto *odd : {__nv_erfinvf, __nv_log1pf, __nv_asinhf, __nv_atanhf}) {
    EXPECT_EQ(odd(0.0f), 0);
    EXPECT_TRUE(std::signbit(odd(-0.0f)));
    EXPECT_FLOAT_EQ(odd(0x1p-126f) / 0x1p-126f, odd == __nv_erfinvf ? 0.886227f : 1.0f);
    EXPECT_TRUE(std::isnan(odd(NAN)));
  }
  for (auto *bounded : {__nv_erfinvf, __nv_atanhf}) {
    EXPECT_EQ(bounded(1.0f), inf);
    EXPECT_EQ(bounded(-1.0f), -inf);
    EXPECT_TRUE(std::isnan(bounded(1.5f)));
  }
  EXPECT_EQ(__nv_erfcinvf(0.0f), inf);
  EXPECT_EQ(__nv_erfcinvf(2.0f), -inf);
  EXPECT_EQ(__nv_normcdfinvf(0.0f), -inf);
  EXPECT_EQ(__nv_normcdfinvf(1.0f), inf);
  EXPECT_NEAR(__nv_erfcinvf(least), 10.0198343, 4e-6);
  EXPECT_EQ(__nv_log1pf(-1.0f), -inf);
  EXPECT_TRUE(std::isnan(__nv_log1pf(-2.0f)));
  EXPECT_FLOAT_EQ(__nv_log1pf(3e38f), 88.59684f);
  EXPECT_FLOAT_EQ(__nv_asinhf(-3e38f), -89.28998f);
  EXPECT_FLOAT_EQ(__nv_acoshf(3e38f), 89.28998f);
  EXPECT_TRUE(std::isnan(__nv_acoshf(0.5f)));
  EXPECT_EQ(__nv_acoshf(1.0f), 0);
  EXPECT_EQ(__nv_lgammaf(2.0f), 0);
  EXPECT_EQ(__nv_lgammaf(-3.0f), inf);
  EXPECT_EQ(__nv_tgammaf(-0.0f), -inf);
  EXPECT_TRUE(std::isnan(__nv_tgammaf(-inf)));
  EXPECT_EQ(__nv_tgammaf(36.0f), inf);
}

TEST(Libdevice, BesselFunctionsOfFloatFarOut) {
  for (float x = 8; x < 3e9f; x *= 1.001f) {
    EXPECT_NEAR(__nv_j0f(x), double(j0q(x)), 2.2e-6) << x;
    EXPECT_NEAR(__nv_j1f(x), double(j1q(x)), 2.2e-6) << x;
    EXPECT_NEAR(__nv_y0f(x), double(y0q(x)), 2.2e-6) << x;
    EXPECT_NEAR(__nv_y1f(x), double(y1q(x)), 2.2e-6) << x;
  }
}

TEST(Libdevice, BesselFunctionsFarOut) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    double x = 8 + double(random() >> 11) * 0x1p-53 * (i % 2 ? 50 : 1e5);
    EXPECT_NEAR(__nv_j0(x), double(j0q(x)), 1e-15) << x;
    EXPECT_NEAR(__nv_j1(x), double(j1q(x)), 1e-15) << x;
    EXPECT_NEAR(__nv_y0(x), double(y0q(x)), 1e-15) << x;
    EXPECT_NEAR(__nv_y1(x), double(y1q(x)), 1e-15) << x;
  }
}

TEST(Libdevice, BesselFunctionsOfHigherOrder) {
  for (int n : {0, 1, 2, 3, 5, 10, 31, 128})
    for (double x : {1e-3, 0.1, 0.9, 2.0, 4.99, 5.01, 9.5, 30.0, 127.0, 129.0, 200.5, 3000.0}) {
      EXPECT_NEAR(__nv_jn(n, x), double(jnq(n, x)), 5e-12) << n << " " << x;
      EXPECT_NEAR(__nv_jn(n, -x), (n & 1 ? -1 : 1) * __nv_jn(n, x), 0);
      double y = double(ynq(n, x)), actual = __nv_yn(n, x);
      if (std::isinf(y))
        EXPECT_EQ(actual, y) << n << " " << x;
      else
        EXPECT_NEAR(actual, y, 5e-12 + 1e-13 * std::fabs(y)) << n << " " << x;
    }
  EXPECT_NEAR(__nv_jn(10, 1) / double(jnq(10, 1)), 1, 1e-14);
  EXPECT_NEAR(__nv_jn(2, 1e-30) / 1.25e-61, 1, 1e-14);
  EXPECT_EQ(__nv_jn(5, 1e-300), 0);
  EXPECT_EQ(__nv_jn(3, 0), 0);
  EXPECT_EQ(__nv_jn(3, INFINITY), 0);
  EXPECT_TRUE(std::isnan(__nv_jn(-1, 1)));
  EXPECT_TRUE(std::isnan(__nv_yn(-1, 1)));
  EXPECT_TRUE(std::isnan(__nv_yn(4, -1)));
  EXPECT_EQ(__nv_yn(4, 0), -INFINITY);
  EXPECT_EQ(__nv_yn(4, INFINITY), 0);
}

TEST(Libdevice, NormsOfArrays) {
  const double v[] = {3e200, -4e200, 12e200, 0}, none[] = {0, 0}, mixed[] = {NAN, -INFINITY, 1}, tiny[] = {3e-320, 4e-320};
  EXPECT_DOUBLE_EQ(__nv_norm(4, v), 13e200);
  EXPECT_DOUBLE_EQ(__nv_rnorm(4, v), 1 / 13e200);
  EXPECT_DOUBLE_EQ(__nv_norm(2, tiny), 5e-320);
  EXPECT_EQ(__nv_norm(2, none), 0);
  EXPECT_EQ(__nv_norm(0, v), 0);
  EXPECT_EQ(__nv_rnorm(2, none), INFINITY);
  EXPECT_EQ(__nv_norm(3, mixed), INFINITY);
  EXPECT_EQ(__nv_rnorm(3, mixed), 0);
  EXPECT_TRUE(std::isnan(__nv_norm(1, mixed)));
  const float f[] = {3e30f, 4e30f, -12e30f};
  EXPECT_FLOAT_EQ(__nv_normf(3, f), 13e30f);
  EXPECT_FLOAT_EQ(__nv_rnormf(2, f), 0.2e-30f);
}

TEST(Libdevice, SpecialCasesOfGammaBesselAndInverses) {
  for (double x : {-1.0, -2.0, -170.0, -1e300, -HUGE_VAL}) {
    EXPECT_TRUE(std::isnan(__nv_tgamma(x))) << x;
    EXPECT_EQ(__nv_lgamma(x), INFINITY) << x;
  }
  EXPECT_EQ(__nv_tgamma(0.0), INFINITY);
  EXPECT_EQ(__nv_tgamma(-0.0), -INFINITY);
  EXPECT_EQ(__nv_tgamma(INFINITY), INFINITY);
  EXPECT_EQ(__nv_tgamma(200), INFINITY);
  EXPECT_EQ(__nv_tgamma(1), 1);
  EXPECT_EQ(__nv_tgamma(5), 24);
  EXPECT_EQ(__nv_tgamma(-200.5), 0);
  EXPECT_EQ(__nv_tgamma(1e-310), INFINITY);
  EXPECT_EQ(__nv_tgamma(-1e-310), -INFINITY);
  EXPECT_EQ(__nv_lgamma(1), 0);
  EXPECT_EQ(__nv_lgamma(2), 0);
  EXPECT_EQ(__nv_lgamma(0), INFINITY);
  EXPECT_EQ(__nv_lgamma(1e308), INFINITY);
  EXPECT_EQ(__nv_erfinv(1), INFINITY);
  EXPECT_EQ(__nv_erfinv(-1), -INFINITY);
  EXPECT_TRUE(__nv_erfinv(-0.0) == 0 && std::signbit(__nv_erfinv(-0.0)));
  EXPECT_TRUE(std::isnan(__nv_erfinv(1.5)));
  EXPECT_EQ(__nv_erfcinv(0), INFINITY);
  EXPECT_EQ(__nv_erfcinv(2), -INFINITY);
  EXPECT_EQ(__nv_erfcinv(1), 0);
  EXPECT_EQ(__nv_normcdfinv(0), -INFINITY);
  EXPECT_EQ(__nv_normcdfinv(1), INFINITY);
  EXPECT_TRUE(std::isnan(__nv_normcdfinv(-0.1)));
  EXPECT_EQ(__nv_j0(0), 1);
  EXPECT_EQ(__nv_j0(-INFINITY), 0);
  EXPECT_TRUE(__nv_j1(-0.0) == 0 && std::signbit(__nv_j1(-0.0)));
  EXPECT_EQ(__nv_y0(0), -INFINITY);
  EXPECT_EQ(__nv_y1(5e-324), -INFINITY);
  EXPECT_EQ(__nv_y1(INFINITY), 0);
  EXPECT_TRUE(std::isnan(__nv_y1(-1)));
  EXPECT_EQ(__nv_cyl_bessel_i0(0), 1);
  EXPECT_EQ(__nv_cyl_bessel_i0(-INFINITY), INFINITY);
  EXPECT_EQ(__nv_cyl_bessel_i1(-INFINITY), -INFINITY);
}

TEST(Libdevice, PowerIsWithinItsBound) {
  std::mt19937_64 random(7);
  double most = 0, mostFloat = 0;
  for (int i = 0; i < 60000; ++i) {
    double x = std::exp2(double(random() >> 11) * 0x1p-53 * (i % 2 ? 2000 : 4) - (i % 2 ? 1000 : 2));
    double y = (double(random() >> 11) * 0x1p-53 - 0.5) * (i % 3 ? 600 : 4);
    double e = ulps<double>(__nv_pow(x, y), powq(x, y));
    most = std::max(most, e);
    float fx = float(std::exp2(std::fmod(std::log2(x), 100))), fy = float(std::fmod(y, 60));
    mostFloat = std::max(mostFloat, ulps<float>(__nv_powf(fx, fy), powq(fx, fy)));
  }
  EXPECT_LE(most, 2);
  EXPECT_LE(mostFloat, 4);
}

TEST(Libdevice, SpecialCasesOfPowerAreThoseOfC) {
  const double values[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, 2.5, -2.5, INFINITY, -INFINITY, NAN, 1e308, -1e308, 5e-324};
  for (double x : values)
    for (double y : values) {
      double expected = std::pow(x, y), actual = __nv_pow(x, y);
      bool ordinary = std::isfinite(expected) && expected != 0; // accuracy is PowerIsWithinItsBound's
      EXPECT_TRUE(expected == actual ? std::signbit(expected) == std::signbit(actual)
                  : ordinary         ? std::fabs(expected - actual) < 1e-15 * std::fabs(expected)
                                     : std::isnan(expected) && std::isnan(actual))
          << x << " to the " << y << ": " << actual << ", not " << expected;
      float e = std::pow(float(x), float(y)), a = __nv_powf(float(x), float(y));
      ordinary = std::isfinite(e) && e != 0;
      EXPECT_TRUE(e == a     ? std::signbit(e) == std::signbit(a)
                  : ordinary ? std::fabs(e - a) < 1e-6f * std::fabs(e)
                             : std::isnan(e) && std::isnan(a))
          << x << "f to the " << y << ": " << a;
    }
}

TEST(Libdevice, SpecialCasesOfFunctionsOfOneArgument) {
  for (double zero : {0.0, -0.0})
    for (auto f : {__nv_sin, __nv_tan, __nv_asin, __nv_atan, __nv_sinh, __nv_tanh, __nv_asinh, __nv_atanh, __nv_expm1,
                   __nv_log1p, __nv_cbrt, __nv_erf, __nv_sinpi})
      EXPECT_TRUE(f(zero) == 0 && std::signbit(f(zero)) == std::signbit(zero));
  EXPECT_EQ(__nv_log(0.0), -INFINITY);
  EXPECT_TRUE(std::isnan(__nv_log(-1)));
  EXPECT_EQ(__nv_exp(INFINITY), INFINITY);
  EXPECT_EQ(__nv_exp(-INFINITY), 0);
  EXPECT_TRUE(std::isnan(__nv_sin(INFINITY)));
  EXPECT_EQ(__nv_erfc(-INFINITY), 2);
  EXPECT_EQ(__nv_erf(INFINITY), 1);
  EXPECT_EQ(__nv_tanh(-INFINITY), -1);
  EXPECT_EQ(__nv_atan(INFINITY), M_PI / 2);
  EXPECT_EQ(__nv_acos(1), 0);
}

TEST(Libdevice, Atan2HasTheQuadrantsOfC) {
  const double values[] = {0.0, -0.0, 1, -1, 1e-300, -1e300, INFINITY, -INFINITY, 0.3, -7};
  for (double y : values)
    for (double x : values) {
      double expected = std::atan2(y, x), actual = __nv_atan2(y, x);
      EXPECT_NEAR(actual, expected, 2e-16 * 4) << y << " " << x;
      EXPECT_EQ(std::signbit(actual), std::signbit(expected)) << y << " " << x;
    }
}

TEST(Libdevice, RemaindersAndPartsAreExact) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    uint64_t a = random(), b = random();
    double x, y;
    std::memcpy(&x, &a, 8);
    std::memcpy(&y, &b, 8);
    if (i % 2)
      y = std::ldexp(x, int(random() % 60) - 60) * 1.37;
    double m = __nv_fmod(x, y), r = __nv_remainder(x, y), em = std::fmod(x, y), er = std::remainder(x, y);
    EXPECT_TRUE(m == em || (std::isnan(m) && std::isnan(em))) << x << " mod " << y;
    EXPECT_TRUE(r == er || (std::isnan(r) && std::isnan(er))) << x << " rem " << y << " " << r << " " << er;
    float fx, fy;
    std::memcpy(&fx, &a, 4);
    std::memcpy(&fy, &b, 4);
    if (i % 4) // quotients up to 2^24, of all sizes of numbers
      fy = std::ldexp(fx, -int(random() % 25)) * (i % 4 == 1 ? 1.0f : 1 + float(random() % 1000) / 1000);
    if (i % 32 == 2) // a multiple, as far as it is a float, or just below it
      fx = std::nextafter(fy * float(random() % 1000000), float(i % 64 == 2));
    float fm = __nv_fmodf(fx, fy), fem = std::fmod(fx, fy), fr = __nv_remainderf(fx, fy), fer = std::remainder(fx, fy);
    EXPECT_TRUE(fm == fem || (std::isnan(fm) && std::isnan(fem))) << fx << " mod " << fy;
    EXPECT_TRUE(std::isnan(fm) || std::signbit(fm) == std::signbit(fem)) << fx << " mod " << fy;
    EXPECT_TRUE(fr == fer || (std::isnan(fr) && std::isnan(fer))) << fx << " rem " << fy;
    int e1, e2, n = int(random() % 4400) - 2200;
    if (std::isfinite(x)) {
      EXPECT_EQ(__nv_frexp(x, &e1), std::frexp(x, &e2));
      EXPECT_EQ(e1, e2);
      EXPECT_EQ(__nv_ldexp(x, n), std::ldexp(x, n)) << x << " " << n;
      EXPECT_EQ(__nv_ldexpf(float(i) * 0.37f, n / 10), std::ldexp(float(i) * 0.37f, n / 10));
      double next = __nv_nextafter(x, y), expected = std::nextafter(x, y);
      EXPECT_TRUE(next == expected || (std::isnan(next) && std::isnan(expected))) << x << " towards " << y;
    }
  }
  EXPECT_EQ(__nv_round(0.49999999999999994), 0);
  EXPECT_EQ(__nv_round(-2.5), -3);
  EXPECT_DOUBLE_EQ(__nv_hypot(3e200, 4e200), 5e200);
}

TEST(Libdevice, FieldsOfAWord) {
  EXPECT_EQ(__nv_vadd2(0xffff0001u, 0x00010002u), 0x00000003u);
  EXPECT_EQ(__nv_vcmpgts2(0x0001ffffu, 0xffff0000u), 0xffff0000u);
  EXPECT_EQ(__nv_vsadu4(0x010203ffu, 0x04030201u), 3u + 1 + 1 + 254);
  EXPECT_EQ(__nv_byte_perm(0x33221100, 0x77665544, 0x7531), 0x77553311);
}

} // namespace
