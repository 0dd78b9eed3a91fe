// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both sides of a branch have a barrier, and each warp parts.
#include <cstdio>
__global__ void k(int *p) {
  if (threadIdx.x % 2) {
    p[threadIdx.x] = 1;
    __syncthreads(); //! synccheck divergent-barrier
  } else {
    p[threadIdx.x] = 2;
    __syncthreads(); //? synccheck divergent-barrier
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
