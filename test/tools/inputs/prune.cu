// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef FUNCTION
__device__ int twice(int x) { return 2 * x; }
#else
#include <cstdio>
__device__ int twice(int);
__global__ void k() {
#ifdef __CUDA_ARCH__
  printf("%d\n", twice(__CUDA_ARCH__));
#endif
}
int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
#endif
