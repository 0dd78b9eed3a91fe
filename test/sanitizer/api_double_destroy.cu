// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream and an event that were destroyed, and a free of host memory.
#include <cstdio>
#include <cstdlib>
int main() {
  int x; void *h = malloc(8);
  printf("%s\n", cudaGetErrorName(cudaFreeHost(h))); //! memcheck api cudaErrorInvalidValue
  cudaGetLastError();
  printf("%s\n", cudaGetErrorName(cudaHostUnregister(h))); //! memcheck api cudaErrorHostMemoryNotRegistered
  cudaGetLastError();
  printf("%s\n", cudaGetErrorName(cudaFree(&x))); //! memcheck api cudaErrorInvalidValue
  cudaGetLastError();
  free(h);
}
