// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source of a bulk copy is not aligned to 16 bytes.
#include <cstdio>
#include <cstdint>
__global__ void k(const char *p) {
  __shared__ alignas(128) char s[256];
  __shared__ uint64_t bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar), d = (unsigned)__cvta_generic_to_shared(s);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 64;" ::"r"(b) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 64, [%2];" ::"r"(d), "l"(p + 4), "r"(b) : "memory"); //! memcheck misaligned global read 64 x1
  }
}
int main() {
  char *p;
  cudaMalloc(&p, 256); cudaMemset(p, 0, 256);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
