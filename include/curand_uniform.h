/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: uniform distribution on (0, 1]. */
#ifndef CURAND_UNIFORM_H_
#define CURAND_UNIFORM_H_

#include "curand_globals.h"

/* Of a 32-bit output x: (x + 1/2) / 2^32 in float, (x + 1) / 2^32 in double. */
QUALIFIERS float _curand_uniform(unsigned int x) {
  return x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f);
}
QUALIFIERS float4 _curand_uniform4(uint4 x) {
  return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z),
                _curand_uniform(x.w));
}
QUALIFIERS float _curand_uniform(unsigned long long x) {
  return _curand_uniform((unsigned int)(x >> 32));
}
QUALIFIERS double _curand_uniform_double(unsigned int x) {
  return x * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}
QUALIFIERS double _curand_uniform_double(unsigned long long x) {
  return (x >> 11) * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}
/* 53 bits of two outputs. */
QUALIFIERS double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
  return z * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}

QUALIFIERS float curand_uniform(curandStateTest_t *state) { return _curand_uniform(curand(state)); }
QUALIFIERS double curand_uniform_double(curandStateTest_t *state) {
  return _curand_uniform_double(curand(state));
}

QUALIFIERS float curand_uniform(curandStateXORWOW_t *state) {
  return _curand_uniform(curand(state));
}
QUALIFIERS double curand_uniform_double(curandStateXORWOW_t *state) {
  unsigned int x = curand(state);
  unsigned int y = curand(state);
  return _curand_uniform_double_hq(x, y);
}

QUALIFIERS float curand_uniform(curandStateMRG32k3a_t *state) {
  return (float)(curand_MRG32k3a(state) * MRG32K3A_NORM);
}
QUALIFIERS double curand_uniform_double(curandStateMRG32k3a_t *state) {
  return curand_MRG32k3a(state) * MRG32K3A_NORM;
}

QUALIFIERS float curand_uniform(curandStatePhilox4_32_10_t *state) {
  return _curand_uniform(curand(state));
}
QUALIFIERS float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
  return _curand_uniform4(curand4(state));
}
/* Of one output: 32 random bits. */
QUALIFIERS double curand_uniform_double(curandStatePhilox4_32_10_t *state) {
  return _curand_uniform_double(curand(state));
}
QUALIFIERS double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
  uint4 x = curand4(state);
  return make_double2(_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w));
}
QUALIFIERS double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
  uint4 x = curand4(state);
  uint4 y = curand4(state);
  double4 out = {_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w),
                 _curand_uniform_double_hq(y.x, y.y), _curand_uniform_double_hq(y.z, y.w)};
  return out;
}

#define __AW_UNIFORM(State)                                                                        \
  QUALIFIERS float curand_uniform(State *state) { return _curand_uniform(curand(state)); }         \
  QUALIFIERS double curand_uniform_double(State *state) {                                          \
    return _curand_uniform_double(curand(state));                                                  \
  }
__AW_CURAND_BLOCKS(__AW_UNIFORM(curandStateMtgp32_t))
__AW_UNIFORM(curandStateSobol32_t)
__AW_UNIFORM(curandStateScrambledSobol32_t)
__AW_UNIFORM(curandStateSobol64_t)
__AW_UNIFORM(curandStateScrambledSobol64_t)
#undef __AW_UNIFORM

#endif
