// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bulk copy to global memory past its end.
#include <cstdio>
#include <cstdint>
__global__ void k(char *p) {
  __shared__ alignas(128) char s[256];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(p), "r"((unsigned)__cvta_generic_to_shared(s)) : "memory"); //! memcheck oob global write 256 x1
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
int main() {
  char *p;
  cudaMalloc(&p, 128);
  k<<<1, 256>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
