// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two bulk copies, each read after the wait for its own mbarrier.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ alignas(128) int s[2][64];
  __shared__ alignas(8) unsigned long long b[2];
  unsigned a = (unsigned)__cvta_generic_to_shared(b), d = (unsigned)__cvta_generic_to_shared(s);
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(a + 8 * i) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    for (int i = 0; i < 2; ++i) {
      asm volatile("{.reg .b64 t; mbarrier.arrive.expect_tx.shared.b64 t, [%0], 256;}" ::"r"(a + 8 * i) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(d + 256 * i), "l"(p), "r"(a + 8 * i) : "memory");
    }
  }
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    asm volatile("{.reg .pred q; W: mbarrier.try_wait.parity.shared.b64 q, [%0], 0; @!q bra W;}" ::"r"(a + 8 * i) : "memory");
    sum += s[i][threadIdx.x];
  }
  p[128 + threadIdx.x] = sum;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
