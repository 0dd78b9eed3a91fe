// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers in turn need one barrier a step.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[2][64];
  int v = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    s[i & 1][threadIdx.x] = v;
    __syncthreads();
    v = s[i & 1][63 - threadIdx.x];
  }
  o[threadIdx.x] = v;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
