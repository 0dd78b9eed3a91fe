// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second of two ways adds past the end; both store past the first cache.
#include <cstdio>
__global__ void k(int *o, int n) {
  int t = threadIdx.x;
  if (t < n)
    atomicAdd(o + t, 1);
  else
    atomicAdd(o + t, 2); //! memcheck oob global atomic 4 x8
  if (t & 1)
    __stcg(o + t / 2, 3);
  else
    __stcg(o + t / 2 + 16, 3);
}
int main() { int *o; cudaMalloc(&o, 96); k<<<1, 32>>>(o, 24); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(o); }
