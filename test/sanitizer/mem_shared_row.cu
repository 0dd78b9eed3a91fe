// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last row of a shared matrix of rows with padding is one too far.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int m[8][9];
  for (int i = threadIdx.x; i < 72; i += 32) (&m[0][0])[i] = i;
  __syncthreads();
  o[threadIdx.x] = m[n + threadIdx.x / 8][threadIdx.x % 8]; //! memcheck oob shared read 4 x8
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o, 5);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
