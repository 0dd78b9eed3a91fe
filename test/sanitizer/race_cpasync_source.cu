// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source of an asynchronous copy is overwritten before the copy is waited for.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void k(int *p) {
  __shared__ int s[32];
  int i = threadIdx.x;
  __pipeline_memcpy_async(&s[i], p + i, 4); //! racecheck WAR read
  __pipeline_commit();
  p[31 - i] = 7; //! racecheck WAR write
  __pipeline_wait_prior(0);
  __syncwarp();
  p[64 + i] = s[i];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
