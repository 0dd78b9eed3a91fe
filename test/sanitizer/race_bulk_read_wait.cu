// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait after a bulk store waits for its reads only; another thread then reads what it writes.
#include <cstdio>
__global__ void k(int *p, int *o) {
  __shared__ alignas(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(p), "r"((unsigned)__cvta_generic_to_shared(s)) : "memory"); //! racecheck RAW async-write
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  s[threadIdx.x] = 0;
  o[threadIdx.x] = ((volatile int *)p)[threadIdx.x]; //! racecheck RAW read
}
int main() {
  int *p; cudaMalloc(&p, 512);
  k<<<1, 64>>>(p, p + 64);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
