// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch whose block is too deep.
#include <cstdio>
__global__ void k() {}
int main() {
  k<<<1, dim3(1, 1, 65)>>>(); //! memcheck api cudaErrorInvalidValue cudaLaunchKernel
  puts(cudaGetErrorName(cudaGetLastError()));
}
