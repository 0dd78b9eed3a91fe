// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread frees a block of the device heap, another one reads it behind a barrier.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ int *q;
  if (threadIdx.x == 0) { q = (int *)malloc(128); q[3] = 4; }
  __syncthreads();
  if (threadIdx.x == 1) free(q);
  __syncthreads();
  if (threadIdx.x == 2) p[0] = q[3]; //! memcheck invalid global read 4 x1
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
