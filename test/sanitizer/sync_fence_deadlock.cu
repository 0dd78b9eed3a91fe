// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warp ends behind a fence; the others wait for it at a named barrier.
#include <cstdio>
__global__ void k(int *o) {
  if (threadIdx.x < 32) {
    o[0] = 1;
    __threadfence();
    o[1] = 2;
    return;
  }
  asm volatile("barrier.sync 3, 96;" ::: "memory"); //! synccheck deadlock
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 4096);
  k<<<1, 96>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
