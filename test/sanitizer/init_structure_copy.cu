// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure is copied before its first member was written.
#include <cstdio>
struct S { char c; double d; };
__global__ void w(S *p) { p[threadIdx.x].d = 2; }
__global__ void k(const S *p, S *q) { q[threadIdx.x] = p[threadIdx.x]; } //! initcheck uninit global read 8 x32
int main() {
  S *p, *q;
  cudaMalloc(&p, 32 * sizeof(S)); cudaMalloc(&q, 32 * sizeof(S));
  w<<<1, 32>>>(p);
  k<<<1, 32>>>(p, q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(q);
}
