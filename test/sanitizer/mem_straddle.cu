// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read of 16 bytes of which 8 lie behind the end.
#include <cstdio>
__global__ void k(const int4 *p, int *o) {
  int4 v = p[threadIdx.x]; //! memcheck oob global read 16 x1
  o[threadIdx.x] = v.x + v.y + v.z + v.w;
}
int main() {
  int4 *p; int *o;
  cudaMalloc(&p, 4 * 16 + 8); cudaMalloc(&o, 64); cudaMemset(p, 0, 72);
  k<<<1, 5>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
