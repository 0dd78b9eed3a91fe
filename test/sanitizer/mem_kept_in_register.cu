// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum in memory is kept in a register; it is past the end.
#include <cstdio>
__global__ void k(const float *__restrict__ a, float *__restrict__ o, int n) {
  for (int i = 0; i < n; ++i)
    o[threadIdx.x] += a[i]; //! memcheck oob global read 4 x8
}
int main() { float *a, *o; cudaMalloc(&a, 400); cudaMemset(a, 0, 400); cudaMalloc(&o, 96); cudaMemset(o, 0, 96); k<<<1, 32>>>(a, o, 100); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(a); cudaFree(o); }
