// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait for the reads of a bulk store allows its source to be written again.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ alignas(128) int s[64];
  for (int i = 0; i < 4; ++i) {
    s[threadIdx.x] = threadIdx.x + i;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(p + 64 * i), "r"((unsigned)__cvta_generic_to_shared(s)) : "memory");
      asm volatile("cp.async.bulk.commit_group;");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}
int main() {
  int *p; cudaMalloc(&p, 1024);
  k<<<1, 64>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
