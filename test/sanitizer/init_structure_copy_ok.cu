// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure goes from array to array as it is; its padding was never written.
#include <cstdio>
struct S { char c; double d; };
__global__ void w(S *p) { p[threadIdx.x].c = 1; p[threadIdx.x].d = 2; }
__global__ void k(const S *p, S *q) { q[threadIdx.x] = p[threadIdx.x]; }
__global__ void r(const S *q, double *o) { o[threadIdx.x] = q[threadIdx.x].c + q[threadIdx.x].d; }
int main() {
  S *p, *q; double *o;
  cudaMalloc(&p, 32 * sizeof(S)); cudaMalloc(&q, 32 * sizeof(S)); cudaMalloc(&o, 256);
  w<<<1, 32>>>(p);
  k<<<1, 32>>>(p, q);
  r<<<1, 32>>>(q, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(q); cudaFree(o);
}
