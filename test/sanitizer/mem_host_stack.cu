// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer to a variable of the host.
#include <cstdio>
__global__ void k(int *p) { *p = 1; } //! memcheck invalid global write 4
int main() {
  int v = 0;
  k<<<1, 1>>>(&v);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
