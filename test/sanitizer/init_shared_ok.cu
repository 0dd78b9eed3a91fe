// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared memory is written by other threads, atomics and copies.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void k(const int *p, int *o) {
  __shared__ int s[64], c; __shared__ __align__(16) int t[64];
  if (threadIdx.x == 0) c = 0;
  s[63 - threadIdx.x] = 1;
  __pipeline_memcpy_async(&t[threadIdx.x], &p[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  atomicAdd(&c, 1);
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x] + c + t[threadIdx.x ^ 1];
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  k<<<2, 64>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
