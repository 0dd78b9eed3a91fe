// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One lane reserves places for all that write.
#include <cstdio>
__global__ void k(int *c, int *o, int n) { int t = threadIdx.x, base = 0; unsigned m = __ballot_sync(~0u, t & 1); if (t == __ffs(m) - 1) base = atomicAdd(c, __popc(m)); base = __shfl_sync(~0u, base, __ffs(m) - 1); if (t & 1) o[base + __popc(m & ((1u << t) - 1))] = t; }
int main() { int *c, *o; cudaMalloc(&c, 4); cudaMemset(c, 0, 4); cudaMalloc(&o, 1024); k<<<4, 32>>>(c, o, 9); printf("%d\n", cudaDeviceSynchronize()); cudaFree(c); cudaFree(o); }
