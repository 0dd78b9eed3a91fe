// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quarters of a warp sum up with a sync for each step.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  for (int n = 4; n; n /= 2) {
    int v = threadIdx.x % 8 < n ? s[threadIdx.x + n] : 0;
    __syncwarp();
    s[threadIdx.x] += v;
    __syncwarp();
  }
  o[threadIdx.x] = s[threadIdx.x & 24];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
