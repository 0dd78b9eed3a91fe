// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two mbarriers used in turn by their parity.
#include <cstdio>
#include <cstdint>
__global__ void k(int *o) {
  __shared__ uint64_t bar[2];
  unsigned b = (unsigned)__cvta_generic_to_shared(bar);
  if (threadIdx.x < 2) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(b + 8 * threadIdx.x));
  __syncthreads();
  for (int i = 0; i < 6; ++i) {
    unsigned at = b + 8 * (i & 1), done = 0;
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at) : "memory");
    while (!done) asm volatile("{ .reg .pred q; mbarrier.try_wait.parity.shared.b64 q, [%1], %2; selp.u32 %0, 1, 0, q; }" : "=r"(done) : "r"(at), "r"(i >> 1 & 1) : "memory");
    o[threadIdx.x] = i;
  }
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
