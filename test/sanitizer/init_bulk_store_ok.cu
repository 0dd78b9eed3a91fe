// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory is written by a bulk copy from shared memory.
#include <cstdio>
__global__ void fill(int *p) {
  __shared__ alignas(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(p), "r"((unsigned)__cvta_generic_to_shared(s)) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; }
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256);
  fill<<<1, 64>>>(p);
  k<<<1, 64>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
