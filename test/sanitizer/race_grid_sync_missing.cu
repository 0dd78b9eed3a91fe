// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of a cooperative grid exchange without its barrier.
#include <cstdio>
#include <cooperative_groups.h>
__global__ void k(int *p, int *o) {
  auto g = cooperative_groups::this_grid();
  p[g.thread_rank()] = 1; //! racecheck RAW write
  __syncthreads();
  o[g.thread_rank()] = p[g.size() - 1 - g.thread_rank()]; //! racecheck RAW read
  g.sync();
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 512); cudaMalloc(&o, 512);
  void *args[] = {&p, &o};
  cudaLaunchCooperativeKernel((void *)k, dim3(2), dim3(64), args, 0, 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
