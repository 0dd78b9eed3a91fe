// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host reads what a copy brings before it has waited.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main() {
  int *p, *h;
  cudaMalloc(&p, 128); cudaMallocHost(&h, 128);
  h[0] = 0;
  k<<<1, 32>>>(p);
  cudaMemcpyAsync(h, p, 128, cudaMemcpyDeviceToHost); //? racecheck RAW write
  int v = *(volatile int *)h; //? racecheck RAW read
  puts(v < 2 ? "read" : "?");
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
