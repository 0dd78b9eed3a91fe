// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half of a warp comes to one aligned barrier of the cluster while the other half comes to another. Warps may do so.
#include <cstdio>
__global__ void __cluster_dims__(2) k(int *o) {
  if (threadIdx.x < 32)
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  else
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  if (threadIdx.x % 32 < 16)
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); //! synccheck divergent
  else
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); //! synccheck divergent
  asm volatile("barrier.cluster.wait;" ::: "memory");
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<2, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
