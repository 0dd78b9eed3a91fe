// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One warp waits at a cuda::barrier for the other, which waits at the barrier of the block.
#include <cstdio>
#include <cuda/barrier>
__global__ void k(int *o) { __shared__ cuda::barrier<cuda::thread_scope_block> b; if (!threadIdx.x) init(&b, 64); __syncthreads();
  if (threadIdx.x < 32)
    b.arrive_and_wait(); //! synccheck deadlock
  __syncthreads(); o[threadIdx.x] = 1; }
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
