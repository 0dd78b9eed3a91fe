// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of a pool, past its end.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; } //! memcheck oob global write 4 x2
int main() {
  int *p; cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocAsync(&p, 120, s);
  k<<<1, 32, 0, s>>>(p);
  cudaStreamSynchronize(s);
  cudaFreeAsync(p, s);
  cudaStreamDestroy(s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
