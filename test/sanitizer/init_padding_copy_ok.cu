// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure is copied whole; its padding was never written, its members were.
#include <cstdio>
struct S { char c; int i; };
__global__ void w(S *q) { q[threadIdx.x].c = 1; q[threadIdx.x].i = 2; }
__global__ void k(const S *q, int *p) { p[threadIdx.x] = q[threadIdx.x].c + q[threadIdx.x].i; }
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  S *q;
  cudaMalloc(&q, 256);
  w<<<1, 32>>>(q);
  k<<<1, 32>>>(q, p);
  cudaFree(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
