// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy whose direction does not fit its pointers.
#include <cstdio>
int main() {
  int *p, h[4] = {};
  cudaMalloc(&p, 16);
  cudaMemcpy(p, h, 16, cudaMemcpyDeviceToDevice); //? memcheck api cudaErrorInvalidValue
  cudaMemcpyToSymbol(h, p, 16); //! memcheck api cudaErrorInvalidSymbol
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
