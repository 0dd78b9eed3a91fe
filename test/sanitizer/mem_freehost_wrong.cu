// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaFreeHost of device memory, cudaFree of pinned memory.
#include <cstdio>
int main() {
  char *p, *h;
  cudaMalloc(&p, 512); cudaMallocHost(&h, 512);
  cudaFreeHost(p); //! memcheck api cudaErrorInvalidValue
  cudaFree(h); //! memcheck api cudaErrorInvalidValue
  cudaFree(p); cudaFreeHost(h);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
