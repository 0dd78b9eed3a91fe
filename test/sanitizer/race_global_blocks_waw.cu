// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every block writes its own number to one word.
#include <cstdio>
__global__ void k(int *p) {
  if (threadIdx.x == 0) *p = blockIdx.x; //! racecheck WAW write
}
int main() {
  int *p;
  cudaMalloc(&p, 4);
  k<<<4, 32>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
