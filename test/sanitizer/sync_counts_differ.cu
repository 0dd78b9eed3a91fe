// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warp arrives at a barrier of 96 threads, another waits at it for 64.
#include <cstdio>
__global__ void k(int *o) {
  if (threadIdx.x < 32)
    asm volatile("bar.arrive 1, 96;" ::: "memory"); //! synccheck invalid
  else
    asm volatile("bar.sync 1, 64;" ::: "memory"); //! synccheck invalid
  o[threadIdx.x] = 1;
}
int main() {
  int *o; cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
