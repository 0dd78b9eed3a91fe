// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host reads managed memory before it waits for the kernel.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
int main() {
  int *p;
  cudaMallocManaged(&p, 256);
  wr<<<1, 64>>>(p);
  int v = p[3]; //? racecheck RAW read
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
  return v < 0;
}
