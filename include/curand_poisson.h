/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: Poisson distribution. Generators whose outputs may be taken freely
 * multiply uniform values (Knuth) below lambda 64, reject from an approximation of the inverse up
 * to 4000, and round a normal value above. The others use one output: the inverse of the
 * distribution function below 1000, a rounded normal value above. */
#ifndef CURAND_POISSON_H_
#define CURAND_POISSON_H_

#include "curand_globals.h"
#include "curand_normal.h"
#include "curand_uniform.h"

#ifndef __AW_CURAND_HOST_MATH
#ifdef __CUDA_ARCH__
#define __AW_APPROXIMATE(name, instruction, value)                                                 \
  QUALIFIERS float name(float a) {                                                                 \
    float r;                                                                                       \
    __awExact();                                                                                   \
    asm(instruction ".approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));                                 \
    return r;                                                                                      \
  }
#else
#define __AW_APPROXIMATE(name, instruction, value)                                                 \
  QUALIFIERS float name(float a) { return value; }
#endif
__AW_APPROXIMATE(__cr_rsqrt, "rsqrt", 1.0f / sqrtf(a))
__AW_APPROXIMATE(__cr_rcp, "rcp", 1.0f / a)
__AW_APPROXIMATE(__awPower2, "ex2", exp2f(a))
__AW_APPROXIMATE(__awLog2, "lg2", log2f(a))
#undef __AW_APPROXIMATE
#endif
/* The products are those of double precision (seen). */
QUALIFIERS float __cr_exp(float a) { return __awPower2((float)(a * 1.4426950408889634)); }
QUALIFIERS float __cr_log(float a) { return (float)(__awLog2(a) * 0.6931471805599453); }

/* Regularised incomplete gamma function P(a, x) and its inverse in x, as 1 / (1 + exp(beta - alpha
 * (x - a)))^2. */
QUALIFIERS float __awGammaAlpha(float a) {
  return 1.43248035075540910f * __cr_rsqrt(a - 0.12400979329415655f) + 0.00025361074907033f;
}
QUALIFIERS float __awGammaBeta(float a) {
  return 0.21096734870196546f * __cr_rsqrt(a - 1.97381164089999420f) + 0.94201734077887530f;
}
QUALIFIERS float __cr_pgammainc(float a, float x) {
  float t = 1.0f + __cr_exp(__awGammaAlpha(a) * (a - x) - __awGammaBeta(a));
  return __cr_rcp(t * t);
}
QUALIFIERS float __cr_pgammaincinv(float a, float y) {
  float t = __awGammaBeta(a) + __cr_log(__cr_rsqrt(y) - 1.0f);
  return -t * __cr_rcp(__awGammaAlpha(a)) + a;
}

/* log((a - 1)!), by Stirling's series from 10 on. */
QUALIFIERS double __cr_lgamma_integer(int a) {
  if (a < 10) {
    double product = 1;
    for (int i = 2; i < a; ++i)
      product *= i;
    return log(product);
  }
  double r = 1.0 / a, s = r * r;
  double series =
      r * (8.333333333333333e-2 +
           s * (-2.777777777777778e-3 +
                s * (7.936507936507937e-4 +
                     s * (-5.952380952380953e-4 +
                          s * (8.417508417508417e-4 - s * 1.917526917526918e-3)))));
  return ((a - 0.5) * log((double)a) - a) + (0.9189385332046727 + series);
}

template <typename T> QUALIFIERS unsigned int curand_poisson_knuth(T *state, float lambda) {
  unsigned int k = 0;
  float p = __awExp(lambda);
  do {
    ++k;
    p *= curand_uniform(state);
  } while (p > 1.0f);
  return k - 1;
}

template <typename T> QUALIFIERS unsigned int curand_poisson_gammainc(T *state, float lambda) {
  float logLambda = __cr_log(lambda);
  for (;;) {
    float x = floorf(__cr_pgammaincinv(lambda, curand_uniform(state)));
    float z = curand_uniform(state);
    float v = (__cr_pgammainc(lambda, x + 1.0f) - __cr_pgammainc(lambda, x)) * 1.3f;
    float t = __cr_exp(-lambda + x * logLambda - (float)__cr_lgamma_integer((int)(1.0f + x)));
    if (z * v < t && v >= 1e-20f)
      return (unsigned int)x;
  }
}

template <typename T> QUALIFIERS unsigned int curand_poisson_from_normal(T *state, double lambda) {
  return (unsigned int)((sqrt(lambda) * curand_normal_double(state)) + lambda + 0.5);
}

template <typename T> QUALIFIERS unsigned int __awPoisson(T *state, double lambda) {
  if (lambda < 64)
    return curand_poisson_knuth(state, (float)lambda);
  if (lambda > 4000)
    return curand_poisson_from_normal(state, lambda);
  return curand_poisson_gammainc(state, (float)lambda);
}

QUALIFIERS double _curand_uniform_double_excluding_one(unsigned int x) {
  return x * CURAND_2POW32_INV_DOUBLE;
}
QUALIFIERS double _curand_uniform_double_excluding_one(unsigned long long x) {
  return (x >> 11) * CURAND_2POW53_INV_DOUBLE;
}

/* The least k with u < P(X <= k). Factors e^-lambda are put in a few at a time: the sum stays a
 * normal number. */
template <typename X> QUALIFIERS unsigned int _curand_poisson_ITR_double(X x, double lambda) {
  double u = _curand_uniform_double_excluding_one(x);
  double left = lambda, chunk = left < 512.0 ? left : 512.0;
  double term = exp(-chunk), sum = term;
  left -= chunk;
  unsigned int k = 0;
  while (left > 0 || sum <= u) {
    ++k;
    double before = sum;
    term *= lambda / k;
    sum += term;
    if (left > 0 && sum > 1e100) {
      double factor = exp(-left);
      term *= factor;
      sum *= factor;
      left = 0;
    } else if (left <= 0 && sum == before && k > lambda) {
      break; /* all digits of the sum are there */
    }
  }
  return k;
}

template <typename X> QUALIFIERS unsigned int _curand_poisson(X x, double lambda) {
  if (lambda < 1000)
    return _curand_poisson_ITR_double(x, lambda);
  return (unsigned int)((sqrt(lambda) * _curand_normal_icdf_double(x)) + lambda + 0.5);
}

QUALIFIERS unsigned int curand_poisson(curandStateXORWOW_t *state, double lambda) {
  return __awPoisson(state, lambda);
}
QUALIFIERS unsigned int curand_poisson(curandStateMRG32k3a_t *state, double lambda) {
  return __awPoisson(state, lambda);
}
QUALIFIERS unsigned int curand_poisson(curandStatePhilox4_32_10_t *state, double lambda) {
  return __awPoisson(state, lambda);
}
QUALIFIERS uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda) {
  uint4 out;
  out.x = curand_poisson(state, lambda);
  out.y = curand_poisson(state, lambda);
  out.z = curand_poisson(state, lambda);
  out.w = curand_poisson(state, lambda);
  return out;
}

#define __AW_POISSON(State)                                                                        \
  QUALIFIERS unsigned int curand_poisson(State *state, double lambda) {                            \
    return _curand_poisson(curand(state), lambda);                                                 \
  }
__AW_CURAND_BLOCKS(__AW_POISSON(curandStateMtgp32_t))
__AW_POISSON(curandStateSobol32_t)
__AW_POISSON(curandStateScrambledSobol32_t)
__AW_POISSON(curandStateSobol64_t)
__AW_POISSON(curandStateScrambledSobol64_t)
#undef __AW_POISSON

#endif
