/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: MTGP32. All threads of a block call together; each takes one output.
 */
#ifndef CURAND_MTGP32_KERNEL_H
#define CURAND_MTGP32_KERNEL_H

#include "curand_globals.h"
#include "curand_mtgp32.h"

/* The recursion: the element that follows X1, X2 and, pos further on, Y. */
QUALIFIERS unsigned int para_rec(mtgp32_kernel_params_t *k, unsigned int X1, unsigned int X2,
                                 unsigned int Y, int bid) {
  unsigned int x = (X1 & k->mask[0]) ^ X2;
  x ^= x << k->sh1_tbl[bid];
  unsigned int y = x ^ (Y >> k->sh2_tbl[bid]);
  return y ^ k->param_tbl[bid][y & 15];
}

QUALIFIERS unsigned int __awMtgpRow(unsigned int T) {
  T ^= T >> 16;
  T ^= T >> 8;
  return T & 15;
}

QUALIFIERS unsigned int temper(mtgp32_kernel_params_t *k, unsigned int V, unsigned int T, int bid) {
  return V ^ k->temper_tbl[bid][__awMtgpRow(T)];
}

/* The bits of a float in [1, 2). */
QUALIFIERS unsigned int temper_single(mtgp32_kernel_params_t *k, unsigned int V, unsigned int T,
                                      int bid) {
  return (V >> 9) ^ k->single_temper_tbl[bid][__awMtgpRow(T)];
}

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define __AW_CURAND_BLOCKS(X) X
/* The recursion's next element for place t of the block, kept in the ring; `other` is what tempers
 * it. */
static __forceinline__ __device__ unsigned int __awMtgpNext(curandStateMtgp32_t *state,
                                                            unsigned int t, unsigned int *other) {
  const int bid = state->pIdx;
  const unsigned int at = t + (unsigned int)state->offset, pos = state->k->pos_tbl[bid];
  unsigned int r =
      para_rec(state->k, state->s[at & MTGP32_STATE_MASK], state->s[(at + 1) & MTGP32_STATE_MASK],
               state->s[(at + pos) & MTGP32_STATE_MASK], bid);
  state->s[(at + MTGPDC_N) & MTGP32_STATE_MASK] = r;
  *other = state->s[(at + pos - 1) & MTGP32_STATE_MASK];
  return r;
}

/* n outputs were taken; the threads go on together. */
static __forceinline__ __device__ void __awMtgpAdvance(curandStateMtgp32_t *state, bool isFirst,
                                                       unsigned int n) {
  __syncthreads();
  if (isFirst)
    state->offset = (state->offset + (int)n) & MTGP32_STATE_MASK;
  __syncthreads();
}

static __forceinline__ __device__ unsigned int __awMtgpThread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

static __forceinline__ __device__ unsigned int curand(curandStateMtgp32_t *state) {
  const unsigned int t = __awMtgpThread();
  unsigned int other, r = __awMtgpNext(state, t, &other);
  unsigned int out = temper(state->k, r, other, state->pIdx);
  __awMtgpAdvance(state, t == 0, blockDim.x * blockDim.y * blockDim.z);
  return out;
}

/* The thread takes place `index` of n; a block of more than 256 threads can use several states. */
static __forceinline__ __device__ unsigned int
curand_mtgp32_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n) {
  unsigned int other, r = __awMtgpNext(state, index, &other);
  unsigned int out = temper(state->k, r, other, state->pIdx);
  __awMtgpAdvance(state, index == 0, n);
  return out;
}

/* A float in [1, 2): of the place after the thread's (seen). */
static __forceinline__ __device__ float curand_mtgp32_single(curandStateMtgp32_t *state) {
  const unsigned int t = __awMtgpThread();
  unsigned int other, r = __awMtgpNext(state, t + 1, &other);
  unsigned int out = temper_single(state->k, r, other, state->pIdx);
  __awMtgpAdvance(state, t == 0, blockDim.x * blockDim.y * blockDim.z);
  return __uint_as_float(out);
}

static __forceinline__ __device__ float
curand_mtgp32_single_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n) {
  unsigned int other, r = __awMtgpNext(state, index, &other);
  unsigned int out = temper_single(state->k, r, other, state->pIdx);
  __awMtgpAdvance(state, index == 0, n);
  return __uint_as_float(out);
}
#else
#define __AW_CURAND_BLOCKS(X) /* host code has no blocks */
#endif

#endif
