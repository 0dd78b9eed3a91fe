/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: states, curand_init, curand, skipahead. Distributions are in the
 * headers that this one includes at its end. Works in kernels, under NVRTC, and in host code. */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#ifndef __CUDACC_RTC__
#include "curand.h"
#endif
#include "curand_globals.h"

#include "curand_discrete.h"
#include "curand_mrg32k3a.h"
#include "curand_mtgp32_kernel.h"
#include "curand_philox4x32_x.h"
#include "curand_precalc.h"

#define EXTRA_FLAG_NORMAL 0x00000001
#define EXTRA_FLAG_LOG_NORMAL 0x00000002

struct curandStateTest {
  unsigned int v;
};
typedef struct curandStateTest curandStateTest_t;

/* The flags tell whether an extra value of curand_normal (bit 0) or curand_log_normal (bit 1)
 * waits. */
struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

/* x is point i. */
struct curandStateSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
typedef struct curandStateSobol32 curandStateSobol32_t;
struct curandStateScrambledSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
struct curandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef struct curandStateSobol64 curandStateSobol64_t;
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

/* ---- a counter, for tests ---- */

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateTest_t *state) {
  state->v = (unsigned int)(seed * 3) + (unsigned int)(subsequence * 31337) + (unsigned int)offset;
}
QUALIFIERS unsigned int curand(curandStateTest_t *state) { return state->v++; }
QUALIFIERS void skipahead(unsigned long long n, curandStateTest_t *state) {
  state->v += (unsigned int)n;
}

/* ---- XORWOW (Marsaglia: "Xorshift RNGs", 2003) ---- */

QUALIFIERS void __awXorwowStep(unsigned int *v) {
  unsigned int t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

QUALIFIERS unsigned int curand(curandStateXORWOW_t *state) {
  __awXorwowStep(state->v);
  state->d += 362437;
  return state->v[4] + state->d;
}

/* Applies the polynomial to the step: the sum of the states that its bits name. */
QUALIFIERS void __awXorwowApply(const unsigned int *polynomial, unsigned int *v) {
  unsigned int sum[5] = {0, 0, 0, 0, 0};
  for (int word = 0; word < 5; ++word) {
    unsigned int bits = polynomial[word];
    for (int bit = 0; bit < 32; ++bit, bits >>= 1) {
      unsigned int mask = 0u - (bits & 1u);
      for (int i = 0; i < 5; ++i)
        sum[i] ^= v[i] & mask;
      __awXorwowStep(v);
    }
  }
  for (int i = 0; i < 5; ++i)
    v[i] = sum[i];
}

QUALIFIERS void __awXorwowJump(int firstRow, unsigned long long n, unsigned int *v) {
  for (int row = firstRow; n; ++row, n >>= 1)
    if (n & 1)
      __awXorwowApply(__awXorwowJumps[row], v);
}

QUALIFIERS void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
  state->d += 362437 * (unsigned int)n;
  for (unsigned int i = (unsigned int)n & 63; i; --i)
    __awXorwowStep(state->v);
  __awXorwowJump(6, n >> 6, state->v);
}

/* A multiple of 2^32 outputs leaves d as it is. */
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
  __awXorwowJump(XORWOW_SEQUENCE_SPACING, n, state->v);
}

QUALIFIERS void __awXorwowSeed(unsigned long long seed, curandStateXORWOW_t *state) {
  unsigned int low = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
  unsigned int high = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
  state->d = 6615241u + low + high;
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateXORWOW_t *state) {
  __awXorwowSeed(seed, state);
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}

/* ---- Philox4x32-10 ---- */

QUALIFIERS unsigned int __awPhiloxPick(const uint4 &group, unsigned int i) {
  return i == 0 ? group.x : i == 1 ? group.y : i == 2 ? group.z : group.w;
}

QUALIFIERS unsigned int curand(curandStatePhilox4_32_10_t *state) {
  unsigned int result = __awPhiloxPick(state->output, state->STATE);
  if (++state->STATE == 4) {
    Philox_State_Incr(state);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    state->STATE = 0;
  }
  return result;
}

/* Four outputs from any position. */
QUALIFIERS uint4 curand4(curandStatePhilox4_32_10_t *state) {
  uint4 first = state->output;
  Philox_State_Incr(state);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
  const uint4 &next = state->output;
  switch (state->STATE) {
  case 1:
    return make_uint4(first.y, first.z, first.w, next.x);
  case 2:
    return make_uint4(first.z, first.w, next.x, next.y);
  case 3:
    return make_uint4(first.w, next.x, next.y, next.z);
  default:
    return first;
  }
}

QUALIFIERS void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
  state->STATE += (unsigned int)n & 3;
  n >>= 2;
  if (state->STATE > 3) {
    ++n;
    state->STATE -= 4;
  }
  Philox_State_Incr(state, n);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

QUALIFIERS void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
  Philox_State_Incr_hi(state, n);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStatePhilox4_32_10_t *state) {
  state->ctr = make_uint4(0, 0, 0, 0);
  state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
  state->STATE = 0;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  Philox_State_Incr_hi(state, subsequence);
  skipahead(offset, state);
}

/* ---- MRG32k3a ---- */

/* x modulo 2^32 - c, for c < 2^15. Folded twice, x is below twice the modulus. */
QUALIFIERS unsigned int __awMrgReduce(unsigned long long x, unsigned int c) {
  x = (x & 0xffffffffull) + (x >> 32) * c;
  x = (x & 0xffffffffull) + (x >> 32) * c;
  unsigned int modulus = 0u - c;
  return x >= modulus ? (unsigned int)(x - modulus) : (unsigned int)x;
}

QUALIFIERS unsigned int __awMrgStep(unsigned int *s1, unsigned int *s2) {
  unsigned int p1 = __awMrgReduce(1403580ull * s1[1] + 810728ull * (4294967087u - s1[0]), 209u);
  unsigned int p2 = __awMrgReduce(527612ull * s2[2] + 1370589ull * (4294944443u - s2[0]), 22853u);
  s1[0] = s1[1];
  s1[1] = s1[2];
  s1[2] = p1;
  s2[0] = s2[1];
  s2[1] = s2[2];
  s2[2] = p2;
  return p1 > p2 ? p1 - p2 : p1 - p2 + 4294967087u;
}

/* A whole number in [1, MOD1]. */
QUALIFIERS double curand_MRG32k3a(curandStateMRG32k3a_t *state) {
  return __awMrgStep(state->s1, state->s2);
}

QUALIFIERS unsigned int curand(curandStateMRG32k3a_t *state) {
  return (unsigned int)(curand_MRG32k3a(state) * MRG32K3A_BITS_NORM);
}

QUALIFIERS void __awMrgApply(const unsigned int *matrix, unsigned int *s, unsigned int c) {
  unsigned int out[3];
  for (int i = 0; i < 3; ++i) {
    unsigned long long sum = 0;
    for (int j = 0; j < 3; ++j)
      sum += __awMrgReduce((unsigned long long)matrix[3 * i + j] * s[j], c);
    out[i] = __awMrgReduce(sum, c);
  }
  for (int i = 0; i < 3; ++i)
    s[i] = out[i];
}

QUALIFIERS void __awMrgJump(const unsigned int (*first)[9], const unsigned int (*second)[9],
                            unsigned long long n, curandStateMRG32k3a_t *state) {
  for (int row = 0; n; ++row, n >>= 1)
    if (n & 1) {
      __awMrgApply(first[row], state->s1, 209u);
      __awMrgApply(second[row], state->s2, 22853u);
    }
}

QUALIFIERS void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
  __awMrgJump(__awMrgOffset1, __awMrgOffset2, n, state);
}

/* A subsequence has 2^76 outputs; only the lowest 56 bits of n count. */
QUALIFIERS void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) {
  __awMrgJump(__awMrgSubsequence1, __awMrgSubsequence2, n & ((1ull << 56) - 1), state);
}

/* A sequence has 2^127 outputs. */
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
  __awMrgJump(__awMrgSequence1, __awMrgSequence2, n, state);
}

QUALIFIERS void __awMrgSeed(unsigned long long seed, curandStateMRG32k3a_t *state) {
  for (int i = 0; i < 3; ++i)
    state->s1[i] = state->s2[i] = 12345u;
  if (seed) {
    unsigned int low = (unsigned int)seed ^ 0x55555555u;
    unsigned int high = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; ++i) {
      state->s1[i] = __awMrgReduce((unsigned long long)(i == 1 ? high : low) * 12345u, 209u);
      state->s2[i] = __awMrgReduce((unsigned long long)(i == 1 ? low : high) * 12345u, 22853u);
    }
  }
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateMRG32k3a_t *state) {
  __awMrgSeed(seed, state);
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

/* ---- Sobol' sequences in the order of Gray codes (Bratley, Fox: Algorithm 659, 1988) ---- */

QUALIFIERS int __awLowestZero(unsigned long long i) {
#ifdef __CUDA_ARCH__
  int at = __ffsll((long long)~i);
  return at ? at - 1 : 63;
#else
  return ~i ? __builtin_ctzll(~i) : 63;
#endif
}

#define __AW_SOBOL(State, Word, Bits)                                                              \
  QUALIFIERS void __awSobolPlace(State *state, Word point) {                                       \
    Word gray = point ^ (point >> 1);                                                              \
    state->i = point;                                                                              \
    state->x = state->c;                                                                           \
    for (int bit = 0; gray; ++bit, gray >>= 1)                                                     \
      if (gray & 1)                                                                                \
        state->x ^= state->direction_vectors[bit];                                                 \
  }                                                                                                \
  QUALIFIERS Word curand(State *state) {                                                           \
    Word result = state->x;                                                                        \
    int bit = __awLowestZero(state->i);                                                            \
    state->x ^= state->direction_vectors[bit < Bits ? bit : Bits - 1];                             \
    ++state->i;                                                                                    \
    return result;                                                                                 \
  }                                                                                                \
  QUALIFIERS void skipahead(Word n, State *state) { __awSobolPlace(state, state->i + n); }
#define __AW_SOBOL_INIT(State, Word, Bits)                                                         \
  QUALIFIERS void curand_init(Word *direction_vectors, Word offset, State *state) {                \
    for (int i = 0; i < Bits; ++i)                                                                 \
      state->direction_vectors[i] = direction_vectors[i];                                          \
    state->c = 0;                                                                                  \
    __awSobolPlace(state, offset);                                                                 \
  }
#define __AW_SOBOL_INIT_SCRAMBLED(State, Word, Bits)                                               \
  QUALIFIERS void curand_init(Word *direction_vectors, Word scramble_c, Word offset,               \
                              State *state) {                                                      \
    for (int i = 0; i < Bits; ++i)                                                                 \
      state->direction_vectors[i] = direction_vectors[i];                                          \
    state->c = scramble_c;                                                                         \
    __awSobolPlace(state, offset);                                                                 \
  }
__AW_SOBOL(curandStateSobol32_t, unsigned int, 32)
__AW_SOBOL(curandStateScrambledSobol32_t, unsigned int, 32)
__AW_SOBOL(curandStateSobol64_t, unsigned long long, 64)
__AW_SOBOL(curandStateScrambledSobol64_t, unsigned long long, 64)
__AW_SOBOL_INIT(curandStateSobol32_t, unsigned int, 32)
__AW_SOBOL_INIT(curandStateSobol64_t, unsigned long long, 64)
__AW_SOBOL_INIT_SCRAMBLED(curandStateScrambledSobol32_t, unsigned int, 32)
__AW_SOBOL_INIT_SCRAMBLED(curandStateScrambledSobol64_t, unsigned long long, 64)
#undef __AW_SOBOL
#undef __AW_SOBOL_INIT
#undef __AW_SOBOL_INIT_SCRAMBLED

#include "curand_normal_static.h"
#include "curand_uniform.h"

#include "curand_normal.h"

#include "curand_lognormal.h"

#include "curand_poisson.h"

#include "curand_discrete2.h"

#endif
