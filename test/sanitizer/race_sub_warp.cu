// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quarters of a warp sum up without a sync.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  if (threadIdx.x % 8 < 4) s[threadIdx.x] += s[threadIdx.x + 4]; //! racecheck RAW write
  if (threadIdx.x % 8 < 2) s[threadIdx.x] += s[threadIdx.x + 2]; //! racecheck RAW read
  __syncwarp();
  o[threadIdx.x] = s[threadIdx.x & 24];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
