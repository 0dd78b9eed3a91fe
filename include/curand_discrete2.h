/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: values of a discrete distribution that curandCreatePoissonDistribution
 * made. */
#ifndef CURANDDISCRETE_H_
#define CURANDDISCRETE_H_

#include "curand_discrete.h"
#include "curand_globals.h"
#include "curand_normal.h"
#include "curand_uniform.h"

/* Of the square histogram. */
template <typename X>
QUALIFIERS unsigned int _curand_M2_double(X x, curandDistributionM2Shift_t distribution) {
  double u = _curand_uniform_double(x);
  unsigned int column = (unsigned int)floor(distribution->length * u);
  if (column >= distribution->length)
    column = distribution->length - 1;
#ifdef __CUDA_ARCH__
  curandHistogramM2_t histogram = distribution->histogram;
  const double *heights = histogram->V;
  const unsigned int *others = histogram->K;
#else
  curandHistogramM2_t histogram = distribution->host_histogram;
  const double *heights = histogram->host_V;
  const unsigned int *others = histogram->host_K;
#endif
  return distribution->shift + (u < heights[column] ? column : others[column]);
}

QUALIFIERS curandDistributionM2Shift_t __awHistogramOf(curandDiscreteDistribution_t distribution) {
#ifdef __CUDA_ARCH__
  return distribution->M2;
#else
  return distribution->host_M2;
#endif
}

template <typename X>
QUALIFIERS unsigned int _curand_discrete(X x, curandDiscreteDistribution_t distribution) {
  if (distribution->method == CURAND_M2)
    return _curand_M2_double(x, __awHistogramOf(distribution));
  return (unsigned int)((distribution->stddev * _curand_normal_icdf_double(x)) +
                        distribution->mean + 0.5);
}

template <typename State>
QUALIFIERS unsigned int curand__discrete(State *state, curandDiscreteDistribution_t distribution) {
  if (distribution->method == CURAND_M2)
    return _curand_M2_double(curand(state), __awHistogramOf(distribution));
  return (unsigned int)((distribution->stddev * curand_normal_double(state)) + distribution->mean +
                        0.5);
}

#define __AW_DISCRETE(State, function, argument)                                                   \
  QUALIFIERS unsigned int curand_discrete(State *state,                                            \
                                          curandDiscreteDistribution_t discrete_distribution) {    \
    return function(argument, discrete_distribution);                                              \
  }
__AW_DISCRETE(curandStateXORWOW_t, curand__discrete, state)
__AW_DISCRETE(curandStatePhilox4_32_10_t, curand__discrete, state)
__AW_DISCRETE(curandStateMRG32k3a_t, curand__discrete, state)
__AW_CURAND_BLOCKS(__AW_DISCRETE(curandStateMtgp32_t, _curand_discrete, curand(state)))
__AW_DISCRETE(curandStateSobol32_t, _curand_discrete, curand(state))
__AW_DISCRETE(curandStateScrambledSobol32_t, _curand_discrete, curand(state))
__AW_DISCRETE(curandStateSobol64_t, _curand_discrete, curand(state))
__AW_DISCRETE(curandStateScrambledSobol64_t, _curand_discrete, curand(state))
#undef __AW_DISCRETE

QUALIFIERS uint4 curand_discrete4(curandStatePhilox4_32_10_t *state,
                                  curandDiscreteDistribution_t discrete_distribution) {
  uint4 out;
  out.x = curand_discrete(state, discrete_distribution);
  out.y = curand_discrete(state, discrete_distribution);
  out.z = curand_discrete(state, discrete_distribution);
  out.w = curand_discrete(state, discrete_distribution);
  return out;
}

#endif
