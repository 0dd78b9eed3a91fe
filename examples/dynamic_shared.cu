// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three arrays of different types in one piece of dynamically sized shared memory.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

__global__ void threeArrays(int n0, int n1, int n2, double *out) {
  extern __shared__ double memory[]; // the most aligned type first
  double *array0 = memory;
  float *array1 = reinterpret_cast<float *>(&array0[n0]);
  short *array2 = reinterpret_cast<short *>(&array1[n1]);
  for (int i = threadIdx.x; i < n0; i += blockDim.x)
    array0[i] = i * 0.125;
  for (int i = threadIdx.x; i < n1; i += blockDim.x)
    array1[i] = i * 2.0f;
  for (int i = threadIdx.x; i < n2; i += blockDim.x)
    array2[i] = short(-i);
  __syncthreads();
  int t = threadIdx.x;
  out[blockIdx.x * blockDim.x + t] = array0[(t + 1) % n0] + array1[(t + 2) % n1] + array2[(t + 3) % n2];
}

int main() {
  const int n0 = 100, n1 = 70, n2 = 33, threads = 150, blocks = 3;
  const size_t bytes = n0 * sizeof(double) + n1 * sizeof(float) + n2 * sizeof(short);
  std::vector<double> out(threads * blocks);
  double *device;
  CHECK(cudaMalloc(&device, out.size() * sizeof(double)));
  threeArrays<<<blocks, threads, bytes>>>(n0, n1, n2, device);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device, out.size() * sizeof(double), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < out.size(); ++i) {
    int t = i % threads;
    double expected = (t + 1) % n0 * 0.125 + (t + 2) % n1 * 2.0 - (t + 3) % n2;
    EXPECT(out[i] == expected, "%zu: %g, not %g", i, out[i], expected);
  }
  // More than the device has per block is refused, and said so.
  threeArrays<<<1, threads, 1 << 20>>>(n0, n1, n2, device);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue, "1 MiB of shared memory was accepted");
  CHECK(cudaFree(device));
  std::puts("dynamic_shared: ok");
}
