// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half of the threads leave a cuda::barrier for good.
#include <cstdio>
#include <cuda/barrier>
__global__ void k(int *o) { __shared__ cuda::barrier<cuda::thread_scope_block> b; __shared__ int s[64]; int t = threadIdx.x;
  if (t == 0) init(&b, 64); __syncthreads(); s[t] = t;
  if (t >= 32) { b.arrive_and_drop(); return; }
  b.arrive_and_wait(); int v = s[t + 32]; b.arrive_and_wait(); s[t ^ 1] = v; b.arrive_and_wait(); o[t] = s[t]; }
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 64>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
