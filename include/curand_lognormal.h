/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: log-normal distribution; mean and standard deviation are those of the
 * logarithm. */
#ifndef CURAND_LOGNORMAL_H_
#define CURAND_LOGNORMAL_H_

#include "curand_globals.h"
#include "curand_normal.h"

#define __AW_LOG_NORMAL_PAIRS(State)                                                               \
  QUALIFIERS float2 curand_log_normal2(State *state, float mean, float stddev) {                   \
    float2 pair = curand_normal2(state);                                                           \
    pair.x = __awExp(mean + (stddev * pair.x));                                                    \
    pair.y = __awExp(mean + (stddev * pair.y));                                                    \
    return pair;                                                                                   \
  }                                                                                                \
  QUALIFIERS double2 curand_log_normal2_double(State *state, double mean, double stddev) {         \
    double2 pair = curand_normal2_double(state);                                                   \
    pair.x = exp(mean + (stddev * pair.x));                                                        \
    pair.y = exp(mean + (stddev * pair.y));                                                        \
    return pair;                                                                                   \
  }                                                                                                \
  QUALIFIERS float curand_log_normal(State *state, float mean, float stddev) {                     \
    if (state->boxmuller_flag == 2) {                                                              \
      state->boxmuller_flag = 0;                                                                   \
      return __awExp(mean + (stddev * state->boxmuller_extra));                                    \
    }                                                                                              \
    float2 pair = curand_normal2(state);                                                           \
    state->boxmuller_extra = pair.y;                                                               \
    state->boxmuller_flag = 2;                                                                     \
    return __awExp(mean + (stddev * pair.x));                                                      \
  }                                                                                                \
  QUALIFIERS double curand_log_normal_double(State *state, double mean, double stddev) {           \
    if (state->boxmuller_flag_double == 2) {                                                       \
      state->boxmuller_flag_double = 0;                                                            \
      return exp(mean + (stddev * state->boxmuller_extra_double));                                 \
    }                                                                                              \
    double2 pair = curand_normal2_double(state);                                                   \
    state->boxmuller_extra_double = pair.y;                                                        \
    state->boxmuller_flag_double = 2;                                                              \
    return exp(mean + (stddev * pair.x));                                                          \
  }
__AW_LOG_NORMAL_PAIRS(curandStateXORWOW_t)
__AW_LOG_NORMAL_PAIRS(curandStatePhilox4_32_10_t)
__AW_LOG_NORMAL_PAIRS(curandStateMRG32k3a_t)
#undef __AW_LOG_NORMAL_PAIRS

QUALIFIERS float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev) {
  float4 x = curand_normal4(state);
  return make_float4(__awExp(mean + (stddev * x.x)), __awExp(mean + (stddev * x.y)),
                     __awExp(mean + (stddev * x.z)), __awExp(mean + (stddev * x.w)));
}
QUALIFIERS double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean,
                                             double stddev) {
  double4 x = curand_normal4_double(state);
  double4 out = {exp(mean + (stddev * x.x)), exp(mean + (stddev * x.y)), exp(mean + (stddev * x.z)),
                 exp(mean + (stddev * x.w))};
  return out;
}

#define __AW_LOG_NORMAL(State)                                                                     \
  QUALIFIERS float curand_log_normal(State *state, float mean, float stddev) {                     \
    return __awExp(mean + (stddev * curand_normal(state)));                                        \
  }                                                                                                \
  QUALIFIERS double curand_log_normal_double(State *state, double mean, double stddev) {           \
    return exp(mean + (stddev * curand_normal_double(state)));                                     \
  }
__AW_CURAND_BLOCKS(__AW_LOG_NORMAL(curandStateMtgp32_t))
__AW_LOG_NORMAL(curandStateSobol32_t)
__AW_LOG_NORMAL(curandStateScrambledSobol32_t)
__AW_LOG_NORMAL(curandStateSobol64_t)
__AW_LOG_NORMAL(curandStateScrambledSobol64_t)
#undef __AW_LOG_NORMAL

#endif
