// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables in constant and global memory, written and read by the host through their symbols.
#include <cuda_runtime.h>

#include "check.h"

__constant__ float coefficients[4];
__device__ float results[64];
__device__ float *pointer;
__device__ int launches = 40;

__global__ void polynomial() {
  float x = threadIdx.x * 0.25f, sum = 0;
  for (int i = 3; i >= 0; --i)
    sum = sum * x + coefficients[i];
  results[threadIdx.x] = sum;
  pointer[threadIdx.x] = sum + 1;
  if (threadIdx.x == 0)
    ++launches;
}

int main() {
  const float host[4] = {1, -2, 0.5f, 3};
  CHECK(cudaMemcpyToSymbol(coefficients, host, sizeof host));
  float *memory;
  CHECK(cudaMalloc(&memory, sizeof results));
  CHECK(cudaMemcpyToSymbol(pointer, &memory, sizeof memory));
  polynomial<<<1, 64>>>();
  polynomial<<<1, 64>>>();
  CHECK(cudaGetLastError());

  float byCopy[64], byAddress[64], second[64];
  CHECK(cudaMemcpyFromSymbol(byCopy, results, sizeof byCopy));
  void *address;
  size_t size;
  CHECK(cudaGetSymbolAddress(&address, results));
  CHECK(cudaGetSymbolSize(&size, results));
  EXPECT(size == sizeof results, "size is %zu", size);
  CHECK(cudaMemcpy(byAddress, address, size, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(second, memory, sizeof second, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) {
    float x = i * 0.25f, sum = 0;
    for (int k = 3; k >= 0; --k)
      sum = sum * x + host[k];
    EXPECT(isClose(byCopy[i], sum), "%d: %g, not %g", i, byCopy[i], sum);
    EXPECT(byAddress[i] == byCopy[i] && second[i] == byCopy[i] + 1, "%d", i);
  }
  int count = 0;
  CHECK(cudaMemcpyFromSymbol(&count, launches, sizeof count));
  EXPECT(count == 42, "count is %d", count);
  CHECK(cudaFree(memory));
  std::puts("symbols: ok");
}
