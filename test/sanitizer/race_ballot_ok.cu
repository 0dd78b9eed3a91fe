// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vote of the warp orders what was written before it.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  unsigned b = __ballot_sync(~0u, s[31 - threadIdx.x] > 15);
  __syncwarp();
  s[threadIdx.x] = b;
  __syncwarp();
  p[threadIdx.x] = s[(threadIdx.x + 1) % 32];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
