// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buffer was sized in elements, not in bytes.
#include <cstdio>
__global__ void k(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; } //! memcheck oob global write 4 x768
int main() {
  float *p;
  cudaMalloc(&p, 1024);
  k<<<4, 256>>>(p, 1024);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
