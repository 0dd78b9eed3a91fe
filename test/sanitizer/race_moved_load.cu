// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared value is read in a loop that has no barrier.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int v;
  if (threadIdx.x == 0)
    v = n; //! racecheck RAW write
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += v * i; //! racecheck RAW read
  o[threadIdx.x] = s;
}
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o, 10); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(o); }
