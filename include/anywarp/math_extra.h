// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's mathematical functions that the C++ library does not have: host versions of all of them, and
// the float overloads of the double names on both sides.
#ifndef ANYWARP_MATH_EXTRA_H
#define ANYWARP_MATH_EXTRA_H

#ifndef __CUDACC_RTC__ // there is no host at run time
#include <cmath>

// Host versions. (The device ones are Clang's, bound to libdevice.)
static inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
static inline float rsqrtf(float x) { return float(1.0 / std::sqrt(double(x))); }
static inline double rcbrt(double x) { return 1.0 / ::cbrt(x); }
static inline float rcbrtf(float x) { return float(1.0 / ::cbrt(double(x))); }
static inline double fdivide(double x, double y) { return x / y; }
static inline float fdividef(float x, float y) { return x / y; }
static inline double sinpi(double x) {
  double r = ::remainder(x, 2.0); // exact; [-1, 1]
  if (r == 0.0 || r == 1.0 || r == -1.0)
    return ::copysign(0.0, x);
  if (r > 0.5)
    r = 1.0 - r;
  else if (r < -0.5)
    r = -1.0 - r;
  return r > 0.25    ? std::cos((0.5 - r) * 3.14159265358979323846)
         : r < -0.25 ? -std::cos((0.5 + r) * 3.14159265358979323846)
                     : std::sin(r * 3.14159265358979323846);
}
static inline double cospi(double x) {
  double r = std::fabs(::remainder(x, 2.0));
  if (r == 0.5)
    return 0.0;
  return r < 0.25   ? std::cos(r * 3.14159265358979323846)
         : r > 0.75 ? -std::cos((1.0 - r) * 3.14159265358979323846)
                    : std::sin((0.5 - r) * 3.14159265358979323846);
}
static inline float sinpif(float x) { return float(sinpi(double(x))); }
static inline float cospif(float x) { return float(cospi(double(x))); }
static inline void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
static inline void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
static inline double norm3d(double a, double b, double c) {
  return ::hypot(::hypot(a, b), c);
}
static inline double norm4d(double a, double b, double c, double d) {
  return ::hypot(::hypot(a, b), ::hypot(c, d));
}
static inline double norm(int n, const double *p) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum = ::hypot(sum, p[i]);
  return sum;
}
static inline float norm3df(float a, float b, float c) { return float(norm3d(a, b, c)); }
static inline float norm4df(float a, float b, float c, float d) {
  return float(norm4d(a, b, c, d));
}
static inline float normf(int n, const float *p) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum = ::hypot(sum, double(p[i]));
  return float(sum);
}
static inline double rhypot(double a, double b) { return 1.0 / ::hypot(a, b); }
static inline float rhypotf(float a, float b) { return float(1.0 / ::hypot(double(a), double(b))); }
static inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
static inline double rnorm4d(double a, double b, double c, double d) {
  return 1.0 / norm4d(a, b, c, d);
}
static inline double rnorm(int n, const double *p) { return 1.0 / norm(n, p); }
static inline float rnorm3df(float a, float b, float c) { return float(rnorm3d(a, b, c)); }
static inline float rnorm4df(float a, float b, float c, float d) {
  return float(rnorm4d(a, b, c, d));
}
static inline float rnormf(int n, const float *p) { return 1.0f / normf(n, p); }
static inline double normcdf(double x) { return 0.5 * ::erfc(-x * 0.70710678118654752440); }
static inline float normcdff(float x) { return float(normcdf(double(x))); }
static inline double erfcx(double x) {
  if (x < 25.0)
    return std::exp(x * x) * ::erfc(x);
  // Continued fraction of the scaled function; three terms are exact to double beyond 25.
  double y = 1.0 / (x * x);
  return 0.56418958354775628695 / x * (1.0 + y * (-0.5 + y * (0.75 + y * (-1.875 + y * 6.5625))));
}
static inline float erfcxf(float x) { return float(erfcx(double(x))); }

/// Standard normal quantile: a rational start (Acklam), then two steps of Halley's iteration.
static inline double normcdfinv(double p) {
  if (!(p > 0.0 && p < 1.0))
    return p == 0.0 ? -HUGE_VAL : p == 1.0 ? HUGE_VAL : NAN;
  double tail = p < 0.5 ? p : 1.0 - p, x;
  if (tail > 0.02425) {
    double q = p - 0.5, r = q * q;
    x = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r +
           1.383577518672690e+02) * r - 3.066479806614716e+01) * r + 2.506628277459239e+00) * q /
        (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r +
           6.680131188771972e+01) * r - 1.328068155288572e+01) * r + 1.0);
  } else {
    double q = std::sqrt(-2.0 * std::log(tail));
    x = (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838e+00) * q -
           2.549732539343734e+00) * q + 4.374664141464968e+00) * q + 2.938163982698783e+00) /
        ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996e+00) * q +
          3.754408661907416e+00) * q + 1.0);
    if (p > 0.5)
      x = -x;
  }
  for (int i = 0; i < 2; ++i) {
    double e = (p < 0.5 ? normcdf(x) - p : (1.0 - p) - normcdf(-x));
    double u = e * 2.50662827463100050242 * std::exp(x * x / 2.0);
    x -= u / (1.0 + x * u / 2.0);
  }
  return x;
}
static inline float normcdfinvf(float p) { return float(normcdfinv(double(p))); }
static inline double erfcinv(double y) { return -normcdfinv(0.5 * y) * 0.70710678118654752440; }
static inline float erfcinvf(float y) { return float(erfcinv(double(y))); }
static inline double erfinv(double y) {
  if (!(y > -1.0 && y < 1.0))
    return y == 1.0 ? HUGE_VAL : y == -1.0 ? -HUGE_VAL : NAN;
  if (std::fabs(y) > 0.5)
    return y > 0.0 ? erfcinv(1.0 - y) : -erfcinv(1.0 + y);
  double x = y * 0.88622692545275801365 * (1.0 + 0.26179938779914943654 * y * y);
  for (int i = 0; i < 4; ++i) {
    double u = (::erf(x) - y) * 0.88622692545275801365 * std::exp(x * x);
    x -= u / (1.0 + x * u);
  }
  return x;
}
static inline float erfinvf(float y) { return float(erfinv(double(y))); }
/// Modified Bessel functions, by their power series up to 15 and the asymptotic one beyond.
static inline double __aw_bessel_i(int order, double x) {
  double a = std::fabs(x), sum = 1.0, term = 1.0;
  if (a <= 15.0) {
    for (int k = 1; k < 80; ++k)
      sum += term *= a * a / (4.0 * k * (k + order));
    sum *= order ? a / 2.0 : 1.0;
  } else {
    double mu = 4.0 * order * order;
    for (int k = 1; k < 30; ++k) {
      double next = -term * (mu - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8.0 * a);
      if (std::fabs(next) >= std::fabs(term))
        break;
      sum += term = next;
    }
    sum *= std::exp(a / 2.0) / std::sqrt(6.28318530717958647692 * a) * std::exp(a / 2.0);
  }
  return order && x < 0.0 ? -sum : sum;
}
static inline double cyl_bessel_i0(double x) { return __aw_bessel_i(0, x); }
static inline double cyl_bessel_i1(double x) { return __aw_bessel_i(1, x); }
static inline float cyl_bessel_i0f(float x) { return float(__aw_bessel_i(0, x)); }
static inline float cyl_bessel_i1f(float x) { return float(__aw_bessel_i(1, x)); }

static inline void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
static inline void sincos(float x, float *s, float *c) { ::sincosf(x, s, c); }
static inline float fdivide(float x, float y) { return x / y; }
#define __AW_HOST_OVERLOAD(name)                                                                   \
  static inline float name(float x) { return name##f(x); }
#else
#define __AW_HOST_OVERLOAD(name)
#endif
// nan("0x123"): the number, in the notation of C, becomes the payload of a quiet NaN; any other text
// counts as none.
static __device__ inline unsigned long long __aw_nan_payload(const char *tag) {
  unsigned long long base = 10, value = 0;
  if (*tag == '0') {
    base = 8;
    if (*++tag == 'x' || *tag == 'X') {
      base = 16;
      ++tag;
    }
  }
  for (; *tag; ++tag) {
    unsigned digit = *tag >= '0' && *tag <= '9'   ? *tag - '0'
                     : *tag >= 'a' && *tag <= 'f' ? *tag - 'a' + 10
                     : *tag >= 'A' && *tag <= 'F' ? *tag - 'A' + 10
                                                  : 99;
    if (digit >= base)
      return 0;
    value = value * base + digit;
  }
  return value;
}
static __device__ inline double nan(const char *tag) {
  return __builtin_bit_cast(double, 0x7ff8000000000000ull |
                                        (__aw_nan_payload(tag) & 0x7ffffffffffffull));
}
static __device__ inline float nanf(const char *tag) {
  return __builtin_bit_cast(float, 0x7fc00000u | (unsigned(__aw_nan_payload(tag)) & 0x3fffffu));
}

// Overloads of the double names for float, on each side by the function with the f.
#define __AW_FLOAT_OVERLOAD(name)                                                                  \
  __AW_HOST_OVERLOAD(name)                                                                         \
  static __device__ __forceinline__ float name(float x) { return name##f(x); }
__AW_FLOAT_OVERLOAD(rsqrt)
__AW_FLOAT_OVERLOAD(rcbrt)
__AW_FLOAT_OVERLOAD(sinpi)
__AW_FLOAT_OVERLOAD(cospi)
__AW_FLOAT_OVERLOAD(erfinv)
__AW_FLOAT_OVERLOAD(erfcinv)
__AW_FLOAT_OVERLOAD(normcdf)
__AW_FLOAT_OVERLOAD(normcdfinv)
__AW_FLOAT_OVERLOAD(erfcx)
__AW_FLOAT_OVERLOAD(exp10)
#undef __AW_FLOAT_OVERLOAD
#undef __AW_HOST_OVERLOAD
// Of these Clang's headers declare the device side and the C++ library has the host side.
#define __AW_FLOAT_OVERLOAD(name)                                                                  \
  static __device__ __forceinline__ float name(float x) { return name##f(x); }
__AW_FLOAT_OVERLOAD(acosh)
__AW_FLOAT_OVERLOAD(asinh)
__AW_FLOAT_OVERLOAD(atanh)
__AW_FLOAT_OVERLOAD(cbrt)
__AW_FLOAT_OVERLOAD(erf)
__AW_FLOAT_OVERLOAD(erfc)
__AW_FLOAT_OVERLOAD(exp2)
__AW_FLOAT_OVERLOAD(expm1)
__AW_FLOAT_OVERLOAD(lgamma)
__AW_FLOAT_OVERLOAD(log1p)
__AW_FLOAT_OVERLOAD(log2)
__AW_FLOAT_OVERLOAD(logb)
__AW_FLOAT_OVERLOAD(nearbyint)
__AW_FLOAT_OVERLOAD(rint)
__AW_FLOAT_OVERLOAD(round)
__AW_FLOAT_OVERLOAD(tgamma)
__AW_FLOAT_OVERLOAD(trunc)
#undef __AW_FLOAT_OVERLOAD
static __device__ __forceinline__ void sincospi(float x, float *s, float *c) {
  sincospif(x, s, c);
}
static __device__ __forceinline__ void sincos(float x, float *s, float *c) { ::sincosf(x, s, c); }
static __device__ __forceinline__ float fdivide(float x, float y) { return fdividef(x, y); }
// Clang's headers declare the overloads that follow and leave them undefined.
#define __AW_FLOAT_OVERLOAD(type, name, parameters, arguments)                                     \
  static __device__ __forceinline__ type name parameters { return name##f arguments; }
__AW_FLOAT_OVERLOAD(float, copysign, (float x, float y), (x, y))
__AW_FLOAT_OVERLOAD(float, fdim, (float x, float y), (x, y))
__AW_FLOAT_OVERLOAD(float, fma, (float x, float y, float z), (x, y, z))
__AW_FLOAT_OVERLOAD(float, fmax, (float x, float y), (x, y))
__AW_FLOAT_OVERLOAD(float, fmin, (float x, float y), (x, y))
__AW_FLOAT_OVERLOAD(float, hypot, (float x, float y), (x, y))
__AW_FLOAT_OVERLOAD(int, ilogb, (float x), (x))
__AW_FLOAT_OVERLOAD(long long, llrint, (float x), (x))
__AW_FLOAT_OVERLOAD(long long, llround, (float x), (x))
__AW_FLOAT_OVERLOAD(long, lrint, (float x), (x))
__AW_FLOAT_OVERLOAD(long, lround, (float x), (x))
__AW_FLOAT_OVERLOAD(float, nextafter, (float x, float y), (x, y))
__AW_FLOAT_OVERLOAD(float, remainder, (float x, float y), (x, y))
__AW_FLOAT_OVERLOAD(float, remquo, (float x, float y, int *quotient), (x, y, quotient))
__AW_FLOAT_OVERLOAD(float, scalbln, (float x, long n), (x, n))
__AW_FLOAT_OVERLOAD(float, scalbn, (float x, int n), (x, n))
__AW_FLOAT_OVERLOAD(float, rhypot, (float x, float y), (x, y))
#undef __AW_FLOAT_OVERLOAD

#endif
