// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One element of 32 was never written.
#include <cstdio>
__global__ void w(int *p) { if (threadIdx.x != 9) p[threadIdx.x] = 1; }
__global__ void k(const int *p, int *o) { if (p[threadIdx.x] > 0) o[threadIdx.x] = 3; } //! initcheck uninit global read 4 x1
int main() { int *p, *o; cudaMalloc(&p, 128); cudaMalloc(&o, 128); w<<<1, 32>>>(p); k<<<1, 32>>>(p, o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(p); cudaFree(o); }
