// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index past one shared array lands in the next.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int a[32], b[32];
  b[threadIdx.x] = 0;
  __syncthreads();
  a[threadIdx.x + n] = threadIdx.x; //! memcheck oob shared write 4 x1
  __syncthreads();
  o[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o, 1);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
