// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A blocking stream is ordered with the legacy default stream on both sides.
#include <cstdio>
__global__ void rd(int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]++; }
__global__ void wr(int *p) { p[threadIdx.x] += 1; }
int main() {
  int *p; cudaStream_t s;
  cudaStreamCreate(&s); cudaMalloc(&p, 512); cudaMemset(p, 0, 512);
  wr<<<1, 64>>>(p);
  rd<<<1, 64, 0, s>>>(p, p + 64);
  wr<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(s); cudaFree(p);
}
