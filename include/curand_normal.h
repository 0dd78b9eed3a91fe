/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: normal distribution, mean 0 and standard deviation 1. XORWOW, MRG32k3a
 * and Philox use the transformation of Box and Muller, the others the inverse of the distribution
 * function. */
#ifndef CURAND_NORMAL_H_
#define CURAND_NORMAL_H_

#include "curand_globals.h"
#include "curand_normal_static.h"
#include "curand_uniform.h"

/* Functions of float, on a device with the bits of a GPU. The library on the host brings its own
 * (lib/curand/HostMath.h). */
#ifndef __AW_CURAND_HOST_MATH
QUALIFIERS void __awSinCos(float x, float *sine, float *cosine) {
#ifdef __CUDA_ARCH__
  __awExact();
  __sincosf(x, sine, cosine);
#else
  *sine = sinf(x);
  *cosine = cosf(x);
#endif
}
QUALIFIERS float __awLog(float x) {
  __awExact(); /* with fast math it is such an instruction */
  return logf(x);
}
QUALIFIERS float __awExp(float x) {
#if !defined(__CUDA_ARCH__)
  return expf(x);
#elif defined(__USE_FAST_MATH__) && __USE_FAST_MATH__
  __awExact();
  return __expf(x);
#else
  /* 2^n of the integer n below, and 2^x of what is left. */
  float shifted = __fmaf_rd(__saturatef(__fmaf_rn(x, 0x1.77313ap-8f, 0.5f)), 252.0f, 12582913.0f);
  float n = shifted - 12583039.0f, rest, power;
  rest = __fmaf_rn(x, 0x1.4ae0c0p-26f, __fmaf_rn(x, 0x1.715476p+0f, -n));
  __awExact();
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(rest));
  return power * __uint_as_float(__float_as_uint(shifted) << 23);
#endif
}
QUALIFIERS float __awFma(float a, float b, float c) { return a * b + c; } /* as -fmad says */
#endif
QUALIFIERS void __awSinCosPi(double x, double *sine, double *cosine) {
#ifdef __CUDA_ARCH__
  sincospi(x, sine, cosine);
#else
  /* x in (0, 2]: a quarter turn at a time, so that the multiples of 1/2 are exact. */
  double quarters = rint(2 * x), rest = (x - quarters / 2) * CURAND_PI_DOUBLE;
  double s = sin(rest), c = cos(rest);
  int turn = (int)quarters & 3;
  *sine = turn == 0 ? s : turn == 1 ? c : turn == 2 ? -s : -c;
  *cosine = turn == 0 ? c : turn == 1 ? -s : turn == 2 ? -c : s;
#endif
}

QUALIFIERS float2 __awPolar(float u, float angle) {
  float2 out;
  float radius = sqrtf(-2.0f * __awLog(u));
  __awSinCos(angle, &out.x, &out.y);
  out.x *= radius;
  out.y *= radius;
  return out;
}
/* The angle in units of pi. */
QUALIFIERS double2 __awPolarPi(double u, double angle) {
  double2 out;
  double radius = sqrt(-2.0 * log(u));
  __awSinCosPi(angle, &out.x, &out.y);
  out.x *= radius;
  out.y *= radius;
  return out;
}

QUALIFIERS float2 _curand_box_muller(unsigned int x, unsigned int y) {
  float u = __awFma(x, CURAND_2POW32_INV, CURAND_2POW32_INV / 2);
  float angle = __awFma(y, CURAND_2POW32_INV_2PI, CURAND_2POW32_INV_2PI / 2);
  return __awPolar(u, angle);
}

QUALIFIERS double2 _curand_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0,
                                             unsigned int y1) {
  unsigned long long x = (unsigned long long)x0 ^ ((unsigned long long)x1 << (53 - 32));
  unsigned long long y = (unsigned long long)y0 ^ ((unsigned long long)y1 << (53 - 32));
  double u = x * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
  double angle = y * (CURAND_2POW53_INV_DOUBLE * 2.0) + CURAND_2POW53_INV_DOUBLE;
  return __awPolarPi(u, angle);
}

QUALIFIERS float2 curand_box_muller_mrg(curandStateMRG32k3a_t *state) {
  float u = curand_uniform(state);
  float angle = curand_uniform(state) * CURAND_2PI;
  return __awPolar(u, angle);
}

QUALIFIERS double2 curand_box_muller_mrg_double(curandStateMRG32k3a_t *state) {
  double u = curand_uniform_double(state);
  double angle = curand_uniform_double(state) * 2.0;
  return __awPolarPi(u, angle);
}

template <typename R> QUALIFIERS float2 curand_box_muller(R *state) {
  unsigned int x = curand(state);
  unsigned int y = curand(state);
  return _curand_box_muller(x, y);
}

template <typename R> QUALIFIERS float4 curand_box_muller4(R *state) {
  uint4 x = curand4(state);
  float2 first = _curand_box_muller(x.x, x.y);
  float2 second = _curand_box_muller(x.z, x.w);
  return make_float4(first.x, first.y, second.x, second.y);
}

template <typename R> QUALIFIERS double2 curand_box_muller_double(R *state) {
  unsigned int x0 = curand(state);
  unsigned int x1 = curand(state);
  unsigned int y0 = curand(state);
  unsigned int y1 = curand(state);
  return _curand_box_muller_double(x0, x1, y0, y1);
}

template <typename R> QUALIFIERS double2 curand_box_muller2_double(R *state) {
  uint4 x = curand4(state);
  return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}

template <typename R> QUALIFIERS double4 curand_box_muller4_double(R *state) {
  uint4 x = curand4(state);
  uint4 y = curand4(state);
  double2 first = _curand_box_muller_double(x.x, x.y, x.z, x.w);
  double2 second = _curand_box_muller_double(y.x, y.y, y.z, y.w);
  double4 out = {first.x, first.y, second.x, second.y};
  return out;
}

QUALIFIERS float2 curand_normal2(curandStateXORWOW_t *state) { return curand_box_muller(state); }
QUALIFIERS float2 curand_normal2(curandStatePhilox4_32_10_t *state) {
  return curand_box_muller(state);
}
QUALIFIERS float2 curand_normal2(curandStateMRG32k3a_t *state) {
  return curand_box_muller_mrg(state);
}
QUALIFIERS float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
  return curand_box_muller4(state);
}
QUALIFIERS double2 curand_normal2_double(curandStateXORWOW_t *state) {
  return curand_box_muller_double(state);
}
QUALIFIERS double2 curand_normal2_double(curandStatePhilox4_32_10_t *state) {
  return curand_box_muller2_double(state);
}
QUALIFIERS double2 curand_normal2_double(curandStateMRG32k3a_t *state) {
  return curand_box_muller_mrg_double(state);
}
QUALIFIERS double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
  return curand_box_muller4_double(state);
}

/* Box and Muller give two values: the second waits in the state. */
#define __AW_NORMAL_PAIRS(State)                                                                   \
  QUALIFIERS float curand_normal(State *state) {                                                   \
    if (state->boxmuller_flag == 1) {                                                              \
      state->boxmuller_flag = 0;                                                                   \
      return state->boxmuller_extra;                                                               \
    }                                                                                              \
    float2 pair = curand_normal2(state);                                                           \
    state->boxmuller_extra = pair.y;                                                               \
    state->boxmuller_flag = 1;                                                                     \
    return pair.x;                                                                                 \
  }                                                                                                \
  QUALIFIERS double curand_normal_double(State *state) {                                           \
    if (state->boxmuller_flag_double == 1) {                                                       \
      state->boxmuller_flag_double = 0;                                                            \
      return state->boxmuller_extra_double;                                                        \
    }                                                                                              \
    double2 pair = curand_normal2_double(state);                                                   \
    state->boxmuller_extra_double = pair.y;                                                        \
    state->boxmuller_flag_double = 1;                                                              \
    return pair.x;                                                                                 \
  }
__AW_NORMAL_PAIRS(curandStateXORWOW_t)
__AW_NORMAL_PAIRS(curandStatePhilox4_32_10_t)
__AW_NORMAL_PAIRS(curandStateMRG32k3a_t)
#undef __AW_NORMAL_PAIRS

#define __AW_NORMAL_INVERSE(State)                                                                 \
  QUALIFIERS float curand_normal(State *state) { return _curand_normal_icdf(curand(state)); }      \
  QUALIFIERS double curand_normal_double(State *state) {                                           \
    return _curand_normal_icdf_double(curand(state));                                              \
  }
__AW_CURAND_BLOCKS(__AW_NORMAL_INVERSE(curandStateMtgp32_t))
__AW_NORMAL_INVERSE(curandStateSobol32_t)
__AW_NORMAL_INVERSE(curandStateScrambledSobol32_t)
__AW_NORMAL_INVERSE(curandStateSobol64_t)
__AW_NORMAL_INVERSE(curandStateScrambledSobol64_t)
#undef __AW_NORMAL_INVERSE

#endif
