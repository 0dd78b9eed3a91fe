// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of the stream uses memory before its free.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main() {
  int *p; cudaStream_t s;
  cudaStreamCreate(&s);
  for (int i = 0; i < 3; ++i) {
    cudaMallocAsync(&p, 128, s);
    k<<<1, 32, 0, s>>>(p);
    cudaFreeAsync(p, s);
  }
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
