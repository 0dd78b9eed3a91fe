// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of a module need not be freed.
#include <cstdio>
__managed__ int counter;
__device__ int var[4];
__global__ void k() { ++counter; var[0] = 1; }
int main() {
  k<<<1, 1>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  counter = 3;
}
