// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All rows but the last are set.
#include <cstdio>
__global__ void k(const float *p, float *o) { o[threadIdx.x] = p[8 * threadIdx.x]; } //! initcheck uninit global read 4 x1
int main() {
  float *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 32); cudaMemset(p, 0, 7 * 32);
  k<<<1, 8>>>(p, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
