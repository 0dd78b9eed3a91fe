// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction without result past the end.
#include <cstdio>
__global__ void k(float *p) { atomicAdd(p + threadIdx.x, 1.f); } //! memcheck oob global atomic 4 x2
int main() {
  float *p;
  cudaMalloc(&p, 24); cudaMemset(p, 0, 24);
  k<<<1, 8>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
