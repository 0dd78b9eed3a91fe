// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index below a table in constant memory.
#include <cstdio>
__constant__ int before[8], table[8];
__global__ void k(int *p, int at) {
  p[threadIdx.x] = table[at + 1 - 512 * 1024]; //? memcheck oob const read 4
  p[threadIdx.x] += before[at];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 1>>>(p, 3);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
