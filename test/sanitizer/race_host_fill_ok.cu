// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host waits for a fill before it reads managed memory.
#include <cstdio>
int main() {
  int *p;
  cudaMallocManaged(&p, 128);
  cudaMemsetAsync(p, 0, 128);
  cudaStreamSynchronize(0);
  printf("%d\n", p[5]);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
