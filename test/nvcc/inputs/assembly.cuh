// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mistake in inline assembly of a header.
__device__ inline void mistake(int *p) {
  asm volatile("bar_none.u32 %0, 1;" : "+r"(*p));
}
__global__ void kernel(int *p) { mistake(p); }
