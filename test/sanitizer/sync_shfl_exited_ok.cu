// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes that ended are in nobody's mask; the others shuffle by their active mask.
#include <cstdio>
__global__ void k(int *p) {
  if (threadIdx.x >= 20) return;
  unsigned m = __activemask();
  int v = threadIdx.x;
  for (int d = 1; d < 16; d *= 2) v += __shfl_xor_sync(m, v, d);
  __syncwarp(m);
  p[threadIdx.x] = v;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
