// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory written by cp.async, bulk reductions and atomicExch counts as written.
#include <cstdio>
__global__ void k(int *q) { atomicExch(q + threadIdx.x, 1); }
__global__ void r(const int *q, int *p) {
  __shared__ int s[32];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(s + threadIdx.x)), "l"(q + threadIdx.x) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  p[threadIdx.x] = s[threadIdx.x];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  int *q;
  cudaMalloc(&q, 128);
  cudaMemset(q, 0, 128);
  k<<<1, 32>>>(q);
  r<<<1, 32>>>(q, p);
  cudaFree(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
