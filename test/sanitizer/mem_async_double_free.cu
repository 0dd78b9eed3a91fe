// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory is freed twice in stream order.
#include <cstdio>
int main() {
  int *p; cudaStream_t s;
  cudaStreamCreate(&s); cudaMallocAsync(&p, 64, s);
  cudaFreeAsync(p, s);
  cudaFreeAsync(p, s); //! memcheck api cudaErrorInvalidValue
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(s);
}
