// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read of shared memory across words.
#include <cstdio>
__global__ void k(int *o, int off) {
  __shared__ char s[256];
  s[threadIdx.x] = 1;
  __syncthreads();
  o[threadIdx.x] = *(int *)(s + 4 * threadIdx.x + off); //! memcheck misaligned shared read 4 x8
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 8>>>(o, 2);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
