// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async overwrites what another thread may still read.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void k(const int *p, int *o) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  o[t] = s[127 - t]; //! racecheck WAR read
  __pipeline_memcpy_async(&s[t], p + t, 4); //? racecheck WAR async-write
  __pipeline_commit();
  __pipeline_wait_prior(0);
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 512); cudaMalloc(&o, 512); cudaMemset(p, 0, 512);
  k<<<1, 128>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
