// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two halves with a barrier each read what the other wrote.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t; //! racecheck RAW write
  if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory"); else asm volatile("bar.sync 2, 64;" ::: "memory");
  o[t] = s[127 - t]; //! racecheck RAW read
}
int main() {
  int *o;
  cudaMalloc(&o, 512);
  k<<<1, 128>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
