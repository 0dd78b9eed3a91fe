/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: the host makes states and constants of MTGP32 and copies them to the
 * device. */
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

#include "curand.h"
#include "curand_mtgp32.h"

/* The first MTGPDC_N elements of the state that `seed` gives with the set (the authors'
 * mtgp32_init_state). */
static inline void mtgp32_init_state(unsigned int state[], const mtgp32_params_fast_t *para,
                                     unsigned int seed) {
  unsigned int hidden = para->tbl[4] ^ (para->tbl[8] << 16);
  unsigned int fill = hidden + (hidden >> 16);
  fill += fill >> 8;
  memset(state, (int)(fill & 0xff), sizeof(unsigned int) * MTGPDC_N);
  state[0] = seed;
  state[1] = hidden;
  for (unsigned int i = 1; i < MTGPDC_N; ++i)
    state[i] ^= 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
}

/* `params`: 200 sets in host memory. `p`: in device memory. */
static inline curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                                                       mtgp32_kernel_params_t *p) {
  mtgp32_kernel_params_t *host = (mtgp32_kernel_params_t *)malloc(sizeof *host);
  if (!host)
    return CURAND_STATUS_ALLOCATION_FAILED;
  host->mask[0] = params[0].mask;
  for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
    host->pos_tbl[i] = (unsigned int)params[i].pos;
    host->sh1_tbl[i] = (unsigned int)params[i].sh1;
    host->sh2_tbl[i] = (unsigned int)params[i].sh2;
    memcpy(host->param_tbl[i], params[i].tbl, sizeof host->param_tbl[i]);
    memcpy(host->temper_tbl[i], params[i].tmp_tbl, sizeof host->temper_tbl[i]);
    memcpy(host->single_temper_tbl[i], params[i].flt_tmp_tbl, sizeof host->single_temper_tbl[i]);
  }
  cudaError_t error = cudaMemcpy(p, host, sizeof *host, cudaMemcpyHostToDevice);
  free(host);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}

/* Makes n states in device memory, at most one for each set; state i uses set i and a seed of its
 * own. `k`: what curandMakeMTGP32Constants made, in device memory. */
static inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *s,
                                                         mtgp32_params_fast_t params[],
                                                         mtgp32_kernel_params_t *k, int n,
                                                         unsigned long long seed) {
  curandStateMtgp32_t *host = (curandStateMtgp32_t *)calloc((size_t)n, sizeof *host);
  if (!host)
    return CURAND_STATUS_ALLOCATION_FAILED;
  seed ^= seed >> 32;
  for (int i = 0; i < n; ++i) {
    mtgp32_init_state(host[i].s, &params[i], (unsigned int)seed + (unsigned int)i + 1);
    host[i].offset = 0;
    host[i].pIdx = i;
    host[i].k = k;
  }
  cudaError_t error = cudaMemcpy(s, host, (size_t)n * sizeof *host, cudaMemcpyHostToDevice);
  free(host);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

#endif
