// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch with more dynamic shared memory than was allowed for, then with an empty grid.
#include <cstdio>
__global__ void k(int *p) { if (p) *p = 1; }
int main() {
  k<<<1, 32, 60000>>>(nullptr); //! memcheck api cudaErrorInvalidValue
  k<<<0, 32>>>(nullptr); //! memcheck api cudaErrorInvalidValue
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
