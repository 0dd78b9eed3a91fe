/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers:
 * as easy as 1, 2, 3", 2011). */
#ifndef CURAND_PHILOX4X32_X__H_
#define CURAND_PHILOX4X32_X__H_

#include "curand_globals.h"

#define PHILOX_W32_0 (0x9E3779B9)
#define PHILOX_W32_1 (0xBB67AE85)
#define PHILOX_M4x32_0 (0xD2511F53)
#define PHILOX_M4x32_1 (0xCD9E8D57)

struct curandStatePhilox4_32_10 {
  uint4 ctr; /* of the group that `output` holds */
  uint4 output;
  uint2 key;
  unsigned int STATE; /* of the group, how many were taken */
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

/* The next n groups: the counter's lower half carries into the upper one. */
QUALIFIERS void Philox_State_Incr(curandStatePhilox4_32_10_t *s, unsigned long long n) {
  unsigned long long low = s->ctr.x | (unsigned long long)s->ctr.y << 32;
  unsigned long long high = s->ctr.z | (unsigned long long)s->ctr.w << 32;
  low += n;
  high += low < n;
  s->ctr.x = (unsigned int)low;
  s->ctr.y = (unsigned int)(low >> 32);
  s->ctr.z = (unsigned int)high;
  s->ctr.w = (unsigned int)(high >> 32);
}
QUALIFIERS void Philox_State_Incr(curandStatePhilox4_32_10_t *s) { Philox_State_Incr(s, 1); }

/* The next n subsequences. */
QUALIFIERS void Philox_State_Incr_hi(curandStatePhilox4_32_10_t *s, unsigned long long n) {
  unsigned long long high = (s->ctr.z | (unsigned long long)s->ctr.w << 32) + n;
  s->ctr.z = (unsigned int)high;
  s->ctr.w = (unsigned int)(high >> 32);
}

QUALIFIERS uint4 _philox4x32round(uint4 ctr, uint2 key) {
  unsigned long long first = (unsigned long long)PHILOX_M4x32_0 * ctr.x;
  unsigned long long second = (unsigned long long)PHILOX_M4x32_1 * ctr.z;
  uint4 out = {(unsigned int)(second >> 32) ^ ctr.y ^ key.x, (unsigned int)second,
               (unsigned int)(first >> 32) ^ ctr.w ^ key.y, (unsigned int)first};
  return out;
}

QUALIFIERS uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    c = _philox4x32round(c, k);
    k.x += PHILOX_W32_0;
    k.y += PHILOX_W32_1;
  }
  return c;
}

#endif
