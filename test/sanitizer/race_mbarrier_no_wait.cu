// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read between arrival and wait.
#include <cstdio>
#include <cuda/barrier>
__global__ void k(int *o) {
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&b, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x; //! racecheck RAW write
  auto t = b.arrive();
  o[threadIdx.x] = s[63 - threadIdx.x]; //! racecheck RAW read
  b.wait(std::move(t));
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
