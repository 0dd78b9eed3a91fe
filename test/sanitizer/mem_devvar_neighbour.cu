// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable indexed past its end, towards the next.
#include <cstdio>
__device__ int first[16];
__device__ int second[16];
__global__ void k(int i) {
  first[i] = 1; //! memcheck oob global write 4 x1
  second[0] = 2;
}
int main() {
  k<<<1, 1>>>(17);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
