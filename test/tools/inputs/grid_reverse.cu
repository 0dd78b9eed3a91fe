// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void reverse(int *values, int count) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  values[i] = i;
  grid.sync();
  int other = values[count - 1 - i];
  grid.sync();
  values[i] = other;
}
int main() {
  int *values, count = 512;
  cudaMallocManaged(&values, count * sizeof(int));
  void *arguments[] = {&values, &count};
  cudaLaunchCooperativeKernel(reinterpret_cast<void *>(reverse), 8, 64, arguments, 0, 0);
  std::printf("status %d\n", cudaDeviceSynchronize());
  std::printf("values %d %d\n", values[0], values[511]);
  cudaFree(values);
}
