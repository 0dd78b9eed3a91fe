// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of a warp go through a loop with a barrier a different number of times.
#include <cstdio>
__global__ void k(int *p) {
  for (int i = 0; i < 1 + threadIdx.x / 48; ++i) {
    p[threadIdx.x] += i;
    __syncthreads(); //! synccheck divergent-barrier
  }
  __syncthreads(); //? synccheck divergent-barrier
  p[64 + threadIdx.x] = 1;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
