// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cooperative grid writes past the end behind its barrier.
#include <cstdio>
#include <cooperative_groups.h>
__global__ void k(int *p, int n) {
  cooperative_groups::this_grid().sync();
  p[blockIdx.x * blockDim.x + threadIdx.x] = n; //! memcheck oob global write 4 x32
}
int main() {
  int *p, n = 3;
  cudaMalloc(&p, 128);
  void *args[] = {&p, &n};
  cudaLaunchCooperativeKernel((void *)k, dim3(2), dim3(32), args, 0, 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
