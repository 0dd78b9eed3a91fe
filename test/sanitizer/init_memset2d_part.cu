// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaMemset2D leaves the last row out.
#include <cstdio>
__global__ void k(const char *q, size_t pitch, int *p) {
  p[threadIdx.x] = q[threadIdx.x / 8 * pitch + threadIdx.x % 8]; //! initcheck uninit global read 1 x8
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  char *q; size_t pitch;
  cudaMallocPitch(&q, &pitch, 8, 4); cudaMemset2D(q, pitch, 0, 8, 3);
  k<<<1, 32>>>(q, pitch, p);
  cudaFree(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
