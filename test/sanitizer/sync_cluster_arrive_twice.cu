// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two arrivals at the cluster's barrier without a wait between.
#include <cstdio>
__global__ void __cluster_dims__(2) k(int *o) {
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  asm volatile("barrier.cluster.arrive;" ::: "memory"); //! synccheck missing-wait
  asm volatile("barrier.cluster.wait;" ::: "memory");
  o[threadIdx.x] = 1;
}
int main() {
  int *o; cudaMalloc(&o, 256);
  k<<<2, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
