// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A null pointer.
#include <cstdio>
__global__ void k(int *p) { *p = 1; } //! memcheck oob global write 4 x1
int main() {
  k<<<1, 1>>>(nullptr);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
