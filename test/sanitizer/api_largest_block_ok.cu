// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch of the largest block.
#include <cstdio>
__global__ void k() {}
int main() {
  k<<<1, dim3(16, 1, 64)>>>();
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
