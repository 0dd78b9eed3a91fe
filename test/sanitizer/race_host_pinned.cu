// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host writes pinned memory that a copy may still read.
#include <cstdio>
int main() {
  int *h, *d; cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocHost(&h, 1 << 20); cudaMalloc(&d, 1 << 20);
  h[0] = 1;
  cudaMemcpyAsync(d, h, 1 << 20, cudaMemcpyHostToDevice, s); //? racecheck WAR
  h[0] = 2; //? racecheck WAR
  cudaStreamSynchronize(s);
  cudaFreeHost(h); cudaFree(d); cudaStreamDestroy(s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
