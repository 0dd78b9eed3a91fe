// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bar.sync with a count above the block's threads.
#include <cstdio>
__global__ void k(int *p) {
  p[threadIdx.x] = 1;
  asm volatile("bar.sync 1, 128;" ::: "memory"); //! synccheck divergent-barrier block
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
