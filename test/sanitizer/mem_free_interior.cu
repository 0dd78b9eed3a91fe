// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaFree of a pointer inside an allocation.
#include <cstdio>
int main() {
  char *p;
  cudaMalloc(&p, 512);
  cudaFree(p + 256); //! memcheck api cudaErrorInvalidValue
  cudaFree(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
