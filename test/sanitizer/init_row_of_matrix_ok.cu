// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All rows are set, by fills of two dimensions.
#include <cstdio>
__global__ void k(const float *p, float *o) { o[threadIdx.x] = p[8 * threadIdx.x]; }
int main() {
  float *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 32);
  cudaMemset2D(p, 32, 0, 16, 8);
  k<<<1, 8>>>(p, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
