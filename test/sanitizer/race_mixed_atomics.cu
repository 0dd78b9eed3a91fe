// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics of 32 and of 64 bits on the same place.
#include <cstdio>
__global__ void k(unsigned long long *o) {
  __shared__ unsigned long long s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&s, 1ull); //! racecheck WAW atomic
  else atomicAdd((unsigned *)&s, 1u); //! racecheck WAW atomic
  __syncthreads();
  if (threadIdx.x == 0) o[0] = s;
}
int main() {
  unsigned long long *o; cudaMalloc(&o, 8);
  k<<<1, 64>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
