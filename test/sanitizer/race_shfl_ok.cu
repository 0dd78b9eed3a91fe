// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles, and a barrier between the steps.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[4];
  int v = threadIdx.x;
  for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 4) { v = s[threadIdx.x]; for (int d = 2; d; d >>= 1) v += __shfl_xor_sync(15u, v, d); }
  o[threadIdx.x] = v;
}
int main() {
  int *o;
  cudaMalloc(&o, 512);
  k<<<1, 128>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
