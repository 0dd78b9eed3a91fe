// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks add to the same words by bulk reductions, which are atomic element by element.
#include <cstdio>
__global__ void k(int *g) {
  __shared__ alignas(128) int s[64];
  s[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], 256;" ::"l"(g), "r"((unsigned)__cvta_generic_to_shared(s)) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
int main() {
  int *g;
  cudaMalloc(&g, 256); cudaMemset(g, 0, 256);
  k<<<4, 64>>>(g);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(g);
}
