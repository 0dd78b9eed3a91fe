// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector addition, and an empty launch.
#include <cuda_runtime.h>

#include "Kernels.h"

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

__global__ void empty() {}

namespace bench {

void vectorAddCuda(const float *a, const float *b, float *c, int n) {
  vectorAdd<<<(n + 255) / 256, 256>>>(a, b, c, n);
  cudaDeviceSynchronize();
}

void emptyCuda() {
  empty<<<1, 32>>>();
  cudaDeviceSynchronize();
}

} // namespace bench
