// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async of 16 bytes from a multiple of 8.
#include <cstdio>
__global__ void k(char *p) {
  __shared__ alignas(16) char s[512];
  unsigned d = (unsigned)__cvta_generic_to_shared(s) + 16 * threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(d), "l"(p + 8 + 16 * threadIdx.x) : "memory"); //! memcheck misaligned global read 16
  asm volatile("cp.async.wait_all;" ::: "memory");
  p[1024 + threadIdx.x] = s[threadIdx.x];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 8>>>((char *)p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
