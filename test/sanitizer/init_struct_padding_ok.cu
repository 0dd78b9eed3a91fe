// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures with holes are copied whole within a kernel.
#include <cstdio>
struct S { char c; int i; char d; };
__global__ void fill(S *p) { p[threadIdx.x].c = 1; p[threadIdx.x].i = 2; p[threadIdx.x].d = 3; }
__global__ void k(const S *p, int *o) { o[threadIdx.x] = p[threadIdx.x].c + p[threadIdx.x].i + p[threadIdx.x].d; }
int main() {
  S *p; int *o;
  cudaMalloc(&p, 32 * sizeof(S)); cudaMalloc(&o, 128);
  fill<<<1, 32>>>(p);
  k<<<1, 32>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
