// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cooperative grid exchanges across its barrier.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *p, int *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = i;
  cg::this_grid().sync();
  o[i] = p[(i + 64) % 256];
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 1024); cudaMalloc(&o, 1024);
  void *a[] = {&p, &o};
  cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(64), a, 0, 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
