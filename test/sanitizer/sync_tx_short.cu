// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An mbarrier expects 256 bytes, and a copy of 128 comes.
#include <cstdio>
#include <cuda/barrier>
__global__ void k(const int *p, int *o) { __shared__ alignas(128) int s[32]; __shared__ alignas(8) unsigned long long b; unsigned a = (unsigned)__cvta_generic_to_shared(&b), d = (unsigned)__cvta_generic_to_shared(s);
  if (!threadIdx.x) { asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(a) : "memory"); asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); } __syncthreads();
  if (!threadIdx.x) { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(a) : "memory"); asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(d), "l"(p), "r"(a) : "memory"); }
  unsigned done = 0; while (!done)
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(a) : "memory"); //! synccheck deadlock
  o[threadIdx.x] = s[threadIdx.x]; }
int main() { int *o; cudaMalloc(&o, 256); cudaMemset(o, 0, 256); k<<<1, 32>>>(o, o + 32); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
