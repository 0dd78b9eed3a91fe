// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After its own wait a thread reads what another thread's copy brings.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void k(const int *p, int *o) {
  __shared__ __align__(16) int t[64];
  __pipeline_memcpy_async(&t[threadIdx.x], &p[threadIdx.x], 4); //? racecheck RAW async-write
  __pipeline_commit();
  __pipeline_wait_prior(0);
  o[threadIdx.x] = t[63 - threadIdx.x]; //! racecheck RAW read
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  k<<<1, 64>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
