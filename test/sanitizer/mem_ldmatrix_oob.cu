// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ldmatrix reads rows behind the shared array.
#include <cstdio>
__global__ void k(int *o) {
  extern __shared__ __align__(128) char s[];
  unsigned a = (unsigned)__cvta_generic_to_shared(s) + threadIdx.x * 16, r;
  for (int i = threadIdx.x; i < 16; i += 32) ((int *)s)[i] = i;
  __syncwarp();
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(a)); //! memcheck oob shared read 16 x4
  o[threadIdx.x] = r;
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
