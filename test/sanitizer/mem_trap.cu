// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel traps.
#include <cstdio>
__global__ void k(int n) { if (threadIdx.x == n) __trap(); } //! memcheck trap
int main() {
  k<<<1, 32>>>(3);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
