// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programming guide's atomic operation by compare-and-swap begins with a plain read.
#include <cstdio>
__device__ double add(double *address, double value) {
  auto *word = (unsigned long long *)address;
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void k(double *sum) {
  __shared__ double part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  add(&part, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) add(sum, part);
}
int main() {
  double *sum;
  cudaMalloc(&sum, 8); cudaMemset(sum, 0, 8);
  k<<<4, 96>>>(sum);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(sum);
}
