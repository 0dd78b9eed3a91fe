// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source of a bulk store is overwritten before the copy has read it.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ alignas(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(p), "r"((unsigned)__cvta_generic_to_shared(s)) : "memory"); //? racecheck WAR async-read
    asm volatile("cp.async.bulk.commit_group;");
  }
  __syncthreads();
  s[threadIdx.x] = 0; //! racecheck WAR write
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
int main() {
  int *p;
  cudaMalloc(&p, 256);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
