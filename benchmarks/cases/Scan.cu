// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hillis-Steele inclusive scan of blocks of 256 elements in double-buffered shared memory.
#include <cuda_runtime.h>

#include "Kernels.h"

constexpr int kBlock = 256;

__global__ void scan(const float *in, float *out) {
  __shared__ float buffer[2][kBlock];
  int t = threadIdx.x, i = blockIdx.x * kBlock + t, from = 0;
  buffer[0][t] = in[i];
  __syncthreads();
  for (int d = 1; d < kBlock; d *= 2) {
    buffer[1 - from][t] = t >= d ? buffer[from][t] + buffer[from][t - d] : buffer[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[i] = buffer[from][t];
}

namespace bench {

void scanCuda(const float *in, float *out, int n) {
  scan<<<n / kBlock, kBlock>>>(in, out);
  cudaDeviceSynchronize();
}

} // namespace bench
