// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block comes to the grid's barrier a second after the others, twice, and ends last.
#include <cstdio>
#include <cooperative_groups.h>
__device__ void wait(long long nanoseconds) {
  long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - start < nanoseconds);
}
__global__ void k(int *o) {
  auto g = cooperative_groups::this_grid();
  for (int i = 0; i < 2; ++i) {
    o[g.thread_rank()] = i;
    if (blockIdx.x == 3)
      wait(1000000000);
    g.sync();
  }
  if (blockIdx.x == 3)
    wait(1000000000);
}
int main() {
  int *o;
  cudaMalloc(&o, 4096);
  void *a[] = {&o};
  cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(32), a, 0, 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
