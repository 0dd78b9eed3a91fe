// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop over the grid whose bound counts bytes.
#include <cstdio>
__global__ void k(short *p, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] = 1; //! memcheck oob global write 2 x100
}
int main() {
  short *p;
  cudaMalloc(&p, 200);
  k<<<2, 100>>>(p, 200);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
