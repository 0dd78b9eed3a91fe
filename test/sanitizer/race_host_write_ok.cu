// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host changes managed memory between kernels, after it has waited.
#include <cstdio>
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; }
int main() {
  int *p, *o;
  cudaMallocManaged(&p, 128); cudaMalloc(&o, 128);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 32; ++i) p[i] = i + round;
    k<<<1, 32>>>(p, o);
    cudaDeviceSynchronize();
  }
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
