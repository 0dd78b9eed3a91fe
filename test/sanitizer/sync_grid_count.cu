// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks sync the grid as often as they have work: the first once more than the others.
#include <cstdio>
#include <cooperative_groups.h>
__global__ void k(int *o, int rows) {
  auto g = cooperative_groups::this_grid();
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    o[row * 32 + threadIdx.x] = row;
    g.sync(); //! synccheck divergent
  }
}
int main() {
  int *o, rows = 9;
  cudaMalloc(&o, 4096);
  void *a[] = {&o, &rows};
  cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(32), a, 0, 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
