// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of a shared matrix overlap with their padding, but not with its end.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int m[8][9];
  for (int i = threadIdx.x; i < 72; i += 32) (&m[0][0])[i] = i;
  __syncthreads();
  o[threadIdx.x] = m[n + threadIdx.x / 8][threadIdx.x % 8 + 1];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o, 4);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
