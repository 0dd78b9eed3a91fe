// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read of a float4 at 8 bytes.
#include <cstdio>
__global__ void k(const char *p, float4 *o) {
  o[threadIdx.x] = *(const float4 *)(p + 8 + 16 * threadIdx.x); //! memcheck misaligned global read 16 x4
}
int main() {
  char *p; float4 *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  k<<<1, 4>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
