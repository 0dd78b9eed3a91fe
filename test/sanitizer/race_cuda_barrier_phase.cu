// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cuda::barrier is arrived at but not waited for in the second step.
#include <cstdio>
#include <cuda/barrier>
__global__ void k(int *o) {
  using B = cuda::barrier<cuda::thread_scope_block>;
  __shared__ B b; __shared__ int s[64];
  if (threadIdx.x == 0) init(&b, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  b.arrive_and_wait();
  int v = s[63 - threadIdx.x]; //! racecheck WAR read
  (void)b.arrive();
  s[threadIdx.x] = v; //! racecheck WAR write
  o[threadIdx.x] = v;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
