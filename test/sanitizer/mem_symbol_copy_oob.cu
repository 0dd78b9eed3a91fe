// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More bytes than a variable has are copied to it.
#include <cstdio>
__device__ int v[16];
int main() {
  int h[32] = {};
  cudaError_t e = cudaMemcpyToSymbol(v, h, 128); //! memcheck api cudaErrorInvalidValue
  printf("%s\n", cudaGetErrorName(e));
  cudaGetLastError();
}
