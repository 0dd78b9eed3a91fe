// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy in a kernel reads past the end.
#include <cstdio>
#include <cstring>
__global__ void k(char *to, const char *from) { memcpy(to, from, 64); } //! memcheck oob
int main() {
  char *p, *q;
  cudaMalloc(&p, 64); cudaMalloc(&q, 60); cudaMemset(q, 0, 60);
  k<<<1, 1>>>(p, q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(q);
}
