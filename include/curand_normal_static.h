/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: a normal value of one output, by the inverse of the distribution
 * function. */
#ifndef CURAND_NORMAL_STATIC_H
#define CURAND_NORMAL_STATIC_H

#include "curand_globals.h"
#ifndef __CUDACC_RTC__
#include <math.h>
#endif

/* The approximate instructions of the function around have a GPU's bits on CPU devices, too;
 * NVIDIA's compilers do not know the pragma. */
QUALIFIERS void __awExact(void) {
#ifdef __CUDA_ARCH__
  asm volatile(".pragma \"anywarp_exact_approx\";");
#endif
}

/* Host code outside a CUDA compilation has no erfcinv. */
#if !defined(__CUDACC__) && !defined(__CUDACC_RTC__) && !defined(__AW_CURAND_ERFCINV)
QUALIFIERS double __awErfcinv(double y) {
  if (y <= 0 || y >= 2)
    return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : NAN;
  /* A rough start (Abramowitz, Stegun 26.2.23), then Halley's method. */
  double p = y < 1 ? y : 2 - y;
  double t = sqrt(-2 * log(p / 2));
  double x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                      (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) *
             0.7071067811865476;
  for (int i = 0; i < 3; ++i) {
    double error = p > 0.5 ? (1 - p) - erf(x) : erfc(x) - p; /* 1 - p is exact */
    double step = error / (1.1283791670955126 * exp(-x * x));
    x += step / (1 - x * step);
  }
  return y < 1 ? x : -x;
}
#define __AW_CURAND_ERFCINV(y) __awErfcinv(y)
#ifdef __AW_CURAND_HOST_MATH
#define __AW_CURAND_ERFCINVF(y) __awErfcinvFloat(y)
#else
#define __AW_CURAND_ERFCINVF(y) ((float)__awErfcinv(y))
#endif
#elif !defined(__AW_CURAND_ERFCINV)
#define __AW_CURAND_ERFCINV(y) erfcinv(y)
#define __AW_CURAND_ERFCINVF(y) erfcinvf(y)
#endif

/* The upper half of the outputs mirrors the lower one: small probabilities keep all their digits.
 */
QUALIFIERS float _curand_normal_icdf(unsigned int x) {
  float scale = CURAND_SQRT2;
  if (x > 0x80000000u) {
    x = 0xffffffffu - x;
    scale = -scale;
  }
  float p = x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f);
  __awExact();
  return scale * __AW_CURAND_ERFCINVF(p + p);
}

QUALIFIERS float _curand_normal_icdf(unsigned long long x) {
  return _curand_normal_icdf((unsigned int)(x >> 32));
}

QUALIFIERS double _curand_normal_icdf_double(unsigned int x) {
  double scale = CURAND_SQRT2_DOUBLE;
  if (x > 0x80000000u) {
    x = 0xffffffffu - x;
    scale = -scale;
  }
  double p = x * CURAND_2POW32_INV_DOUBLE + (CURAND_2POW32_INV_DOUBLE / 2.0);
  return scale * __AW_CURAND_ERFCINV(p + p);
}

QUALIFIERS double _curand_normal_icdf_double(unsigned long long x) {
  double scale = CURAND_SQRT2_DOUBLE;
  x >>= 11;
  if (x > 0x10000000000000ull) {
    x = 0x1fffffffffffffull - x;
    scale = -scale;
  }
  double p = x * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
  return scale * __AW_CURAND_ERFCINV(p + p);
}

#endif
