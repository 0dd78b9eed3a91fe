// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that ends by a flag in shared memory, which all read alike.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  int i = 0;
  while (!done) {
    ++i;
    __syncthreads();
    if (threadIdx.x == 0 && i == n) done = 1;
    __syncthreads();
  }
  o[threadIdx.x] = i;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<2, 64>>>(o, 4);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
