// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registered host memory, past its end.
#include <cstdio>
#include <cstdlib>
__global__ void k(int *p) { p[threadIdx.x] = 1; } //! memcheck oob global write 4 x4
int main() {
  int *p = (int *)aligned_alloc(4096, 4096), *d;
  cudaHostRegister(p, 112, cudaHostRegisterMapped);
  cudaHostGetDevicePointer((void **)&d, p, 0);
  k<<<1, 32>>>(d);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
