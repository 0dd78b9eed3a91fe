// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wait_prior(1) and the older stage, then wait_prior(0) and the younger one.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void k(int *p) {
  __shared__ int s[2][32];
  int i = threadIdx.x;
  for (int stage = 0; stage < 2; ++stage) {
    __pipeline_memcpy_async(&s[stage][i], p + 32 * stage + i, 4);
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  int v = s[0][31 - i];
  __pipeline_wait_prior(0);
  __syncthreads();
  p[64 + i] = v + s[1][31 - i];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
