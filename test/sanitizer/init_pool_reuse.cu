// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of a pool that was used before is new.
#include <cstdio>
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! initcheck uninit global read 4 x32
int main() {
  int *p, *q, *o; cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&o, 128);
  cudaMallocAsync(&p, 128, s); cudaMemsetAsync(p, 0, 128, s); cudaFreeAsync(p, s);
  cudaMallocAsync(&q, 128, s);
  k<<<1, 32, 0, s>>>(q, o);
  cudaStreamSynchronize(s);
  cudaFreeAsync(q, s); cudaFree(o); cudaStreamDestroy(s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
