// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Consumers tell nobody that they have read before the producer fills the buffer again.
#include <cstdio>
#include <cuda/barrier>
__global__ void k(int *p) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  __shared__ int s[32];
  if (threadIdx.x == 0) init(&full, 64);
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    if (threadIdx.x < 32) {
      s[threadIdx.x] = i; //! racecheck WAR write
      (void)full.arrive();
    } else {
      full.arrive_and_wait();
      sum += s[63 - threadIdx.x]; //! racecheck WAR read
    }
  p[threadIdx.x] = sum;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
