// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async completes on an mbarrier that all wait for.
#include <cstdio>
#include <cuda/barrier>
#include <cooperative_groups.h>
__global__ void k(const int *p, int *o) {
  using B = cuda::barrier<cuda::thread_scope_block>;
  __shared__ B b; __shared__ __align__(16) int t[64];
  if (threadIdx.x == 0) init(&b, 64);
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    cuda::memcpy_async(&t[threadIdx.x], &p[threadIdx.x], sizeof(int), b);
    b.arrive_and_wait();
    o[threadIdx.x] += t[63 - threadIdx.x];
    b.arrive_and_wait();
  }
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256); cudaMemset(o, 0, 256);
  k<<<1, 64>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
