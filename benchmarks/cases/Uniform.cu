// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uniform numbers of cuRAND's device interface: a state and a line of numbers for each thread.
#include <curand_kernel.h>

#include "Kernels.h"

namespace bench {

namespace {
__global__ void uniformKernel(unsigned *states, float *out, int threads, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= threads)
    return;
  curandStateXORWOW_t state{};
  state.d = states[i];
  for (int w = 0; w < 5; ++w)
    state.v[w] = states[(w + 1) * threads + i];
  for (int turn = 0; turn < turns; ++turn)
    out[turn * threads + i] = curand_uniform(&state);
  states[i] = state.d;
  for (int w = 0; w < 5; ++w)
    states[(w + 1) * threads + i] = state.v[w];
}

__global__ void uniformSumKernel(unsigned *states, float *out, int threads, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStateXORWOW_t state{};
  state.d = states[i];
  for (int w = 0; w < 5; ++w)
    state.v[w] = states[(w + 1) * threads + i];
  float sum = 0;
  for (int turn = 0; turn < turns; ++turn)
    sum += curand_uniform(&state);
  out[i] = sum;
}
} // namespace

void uniformCuda(unsigned *states, float *out, int threads, int turns, bool isSum) {
  (isSum ? uniformSumKernel : uniformKernel)<<<(threads + 255) / 256, 256>>>(states, out, threads,
                                                                             turns);
  cudaDeviceSynchronize();
}

} // namespace bench
