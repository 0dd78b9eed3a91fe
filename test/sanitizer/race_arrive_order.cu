// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bar.arrive orders what comes before it, not what comes behind.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    s[t] = t; //! racecheck RAW write
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    o[t - 32] = s[t - 32]; //! racecheck RAW read
  }
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
