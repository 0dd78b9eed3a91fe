// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wait_prior(1) leaves the stage that is read in flight.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void k(int *p) {
  __shared__ int s[2][32];
  int i = threadIdx.x;
  for (int stage = 0; stage < 2; ++stage) {
    __pipeline_memcpy_async(&s[stage][i], p + 32 * stage + i, 4); //! racecheck RAW write
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  p[64 + i] = s[1][31 - i]; //! racecheck RAW read
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
