// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block ends without coming to the grid's barrier, at which the other waits.
#include <cstdio>
#include <cooperative_groups.h>
__global__ void k(int *o) {
  auto g = cooperative_groups::this_grid();
  o[g.thread_rank()] = 1;
  if (blockIdx.x == 1)
    return;
  g.sync(); //! synccheck divergent
  o[g.thread_rank()] += 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 1024);
  void *a[] = {&o};
  cudaLaunchCooperativeKernel((void *)k, dim3(2), dim3(64), a, 0, 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
