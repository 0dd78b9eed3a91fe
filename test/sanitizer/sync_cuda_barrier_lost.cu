// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four threads of the block never arrive at its cuda::barrier.
#include <cstdio>
#include <cuda/barrier>
__global__ void k(int *o) { __shared__ cuda::barrier<cuda::thread_scope_block> b; if (!threadIdx.x) init(&b, blockDim.x); __syncthreads();
  if (threadIdx.x < 60)
    b.arrive_and_wait(); //! synccheck deadlock
  o[threadIdx.x] = 1; }
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
