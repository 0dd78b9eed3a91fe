// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host reads managed memory before it has waited for a fill.
#include <cstdio>
int main() {
  int *p;
  cudaMallocManaged(&p, 128);
  p[0] = 0;
  cudaMemsetAsync(p, 0, 128); //? racecheck RAW write
  int v = *(volatile int *)p; //? racecheck RAW read
  puts(v == 0 ? "read" : "?");
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
