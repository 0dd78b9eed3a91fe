// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls with a symbol, a device and an address that do not exist.
#include <cstdio>
int main() {
  int *p;
  cudaMalloc(&p, 4);
  cudaMemcpyToSymbol("nothing", p, 4); //! memcheck api cudaErrorInvalidSymbol cudaMemcpyToSymbol
  cudaSetDevice(77); //! memcheck api cudaErrorInvalidDevice cudaSetDevice
  cudaFree((char *)p + 1); //! memcheck api cudaErrorInvalidValue cudaFree
  cudaFree(p);
}
