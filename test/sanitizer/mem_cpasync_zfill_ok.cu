// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async with fewer source bytes than it writes: the rest, past the end, is not read.
#include <cstdio>
__global__ void k(const char *q, int *p) {
  __shared__ alignas(16) int s[16];
  int i = threadIdx.x;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(s) + 16 * i), "l"(q + 16 * i), "r"(i < 3 ? 16 : 4) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  p[i] = s[4 * i + 3];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  char *q;
  cudaMalloc(&q, 52); cudaMemset(q, 0, 52);
  k<<<1, 4>>>(q, p);
  cudaFree(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
