// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source of a tensor store is written again before the store has read it.
#include <cstdio>
#include <cuda.h>
__global__ void k(const __grid_constant__ CUtensorMap m, int *o) {
  __shared__ alignas(128) int s[8][16];
  unsigned d = (unsigned)__cvta_generic_to_shared(s);
  int t = threadIdx.x;
  s[t / 16][t % 16] = t;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {0, 0}], [%1];" ::"l"(&m), "r"(d) : "memory"); //! racecheck WAR read
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
  __syncthreads();
  s[t / 16][t % 16] = 2 * t; //! racecheck WAR write
  __syncthreads();
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  o[t] = s[t / 16][t % 16];
}
int main() {
  int *g, *o;
  cudaMalloc(&g, 64 * 16); cudaMalloc(&o, 1024);
  cudaMemset(g, 1, 64 * 16);
  CUtensorMap m;
  cuuint64_t dim[] = {16, 16}, stride[] = {64};
  cuuint32_t box[] = {16, 8}, step[] = {1, 1};
  void *encode;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &encode, cudaEnableDefault, &found);
  ((decltype(&cuTensorMapEncodeTiled))encode)(&m, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, g, dim, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  k<<<1, 128>>>(m, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(g); cudaFree(o);
}
