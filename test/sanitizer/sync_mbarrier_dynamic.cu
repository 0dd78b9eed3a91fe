// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An mbarrier in dynamic shared memory is waited for before anybody initialised it.
#include <cstdio>
__global__ void k(int *o) {
  extern __shared__ unsigned long long b[];
  unsigned at = (unsigned)__cvta_generic_to_shared(b), done;
  asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(at) : "memory"); //! synccheck mbarrier-uninit
  o[threadIdx.x] = done;
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32, 8>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
