// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first launch of a small kernel in a process: everything lazy happens here.
#include <chrono>
#include <cuda_runtime.h>

#include "Kernels.h"

__global__ void first(float *data, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = data[i] * factor + 1.0f;
}

namespace bench {

double firstLaunchCuda() {
  float *data;
  cudaMalloc(&data, 4096); // the context exists before the clock starts
  cudaDeviceSynchronize();
  auto start = std::chrono::steady_clock::now();
  first<<<4, 256>>>(data, 2.0f, 1000);
  cudaError_t status = cudaDeviceSynchronize();
  std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  cudaFree(data);
  return status == cudaSuccess ? time.count() : -1;
}

} // namespace bench
