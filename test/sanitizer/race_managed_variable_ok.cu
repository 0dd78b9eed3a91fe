// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host writes a managed variable behind each kernel that reads it.
#include <cstdio>
__managed__ int scale;
__global__ void k(int *o) { o[threadIdx.x] = scale * threadIdx.x; }
int main() {
  int *o; cudaMalloc(&o, 128);
  for (int i = 0; i < 3; ++i) {
    scale = i;
    k<<<1, 32>>>(o);
    cudaDeviceSynchronize();
  }
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
