// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A histogram of bytes: counts in shared memory for each block, added to the global counts at the end.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

__global__ void count(const unsigned char *data, int n, unsigned *bins) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  const int n = 3000001;
  std::vector<unsigned char> data(n);
  std::vector<unsigned> expected(256), bins(256);
  unsigned state = 1;
  for (unsigned char &byte : data) {
    state = state * 1664525u + 1013904223u;
    byte = (state >> 24) & (state >> 16);
    ++expected[byte];
  }
  unsigned char *deviceData;
  unsigned *deviceBins;
  CHECK(cudaMalloc(&deviceData, n));
  CHECK(cudaMalloc(&deviceBins, 256 * sizeof(unsigned)));
  CHECK(cudaMemcpy(deviceData, data.data(), n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(deviceBins, 0, 256 * sizeof(unsigned)));
  count<<<48, 256>>>(deviceData, n, deviceBins);
  CHECK(cudaMemcpy(bins.data(), deviceBins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 256; ++i)
    EXPECT(bins[i] == expected[i], "bin %d has %u, not %u", i, bins[i], expected[i]);
  CHECK(cudaFree(deviceData));
  CHECK(cudaFree(deviceBins));
  std::puts("histogram: ok");
}
