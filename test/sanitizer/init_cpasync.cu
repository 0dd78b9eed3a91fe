// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async copies memory that nobody wrote.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void k(const int *p, int *o) {
  __shared__ int s[32];
  __pipeline_memcpy_async(&s[threadIdx.x], p + threadIdx.x, 4); //! initcheck uninit global read 4 x32
  __pipeline_commit();
  __pipeline_wait_prior(0);
  o[threadIdx.x] = s[threadIdx.x];
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 128); cudaMalloc(&o, 128);
  k<<<1, 32>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
