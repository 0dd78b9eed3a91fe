// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with the number of elements.
#include <cstdio>
__global__ void k(short *p, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] = 1;
}
int main() {
  short *p;
  cudaMalloc(&p, 200);
  k<<<2, 32>>>(p, 100);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
