// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each thread waits for its own copies only; no barrier follows.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void k(int *p) {
  __shared__ int s[64];
  int i = threadIdx.x;
  __pipeline_memcpy_async(&s[i], p + i, 4); //! racecheck RAW write
  __pipeline_commit();
  __pipeline_wait_prior(0);
  p[64 + i] = s[63 - i]; //! racecheck RAW read
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
