// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads exchange through global memory without a barrier.
#include <cstdio>
__global__ void k(int *p, int *o) {
  int i = threadIdx.x;
  p[i] = i; //! racecheck RAW write
  o[i] = p[(i + 64) % 128]; //! racecheck RAW read
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 512); cudaMalloc(&o, 512);
  k<<<1, 128>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
