// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of the stream reads what was given back before.
#include <cstdio>
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! memcheck use-after-free global read 4 x32
int main() {
  int *p, *o; cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&o, 128);
  cudaMallocAsync(&p, 128, s);
  cudaMemsetAsync(p, 0, 128, s);
  cudaFreeAsync(p, s);
  k<<<1, 32, 0, s>>>(p, o);
  cudaStreamSynchronize(s);
  cudaFree(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
