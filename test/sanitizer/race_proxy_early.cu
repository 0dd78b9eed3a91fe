// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fence comes before the write that it is meant for.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ alignas(128) int s[64];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  s[threadIdx.x] = threadIdx.x; //! racecheck RAW write
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(p), "r"((unsigned)__cvta_generic_to_shared(s)) : "memory"); //! racecheck RAW async-read
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 256);
  k<<<1, 64>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
