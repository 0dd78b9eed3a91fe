// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wait at the cluster's barrier without an arrival.
#include <cstdio>
__global__ void __cluster_dims__(2) k(int *o) {
  asm volatile("barrier.cluster.wait;" ::: "memory"); //! synccheck missing-arrival
  o[threadIdx.x] = 1;
}
int main() {
  int *o; cudaMalloc(&o, 256);
  k<<<2, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
