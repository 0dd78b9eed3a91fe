// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor copy that nobody waits for.
#include <cstdio>
#include <cuda.h>
__global__ void k(const __grid_constant__ CUtensorMap m, int *o) {
  __shared__ alignas(1024) int s[8][16];
  __shared__ alignas(8) unsigned long long b;
  unsigned a = (unsigned)__cvta_generic_to_shared(&b), d = (unsigned)__cvta_generic_to_shared(s);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(a) : "memory");
    asm volatile("{.reg .b64 t; mbarrier.arrive.expect_tx.shared.b64 t, [%0], 512;}" ::"r"(a) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {0, 0}], [%2];" ::"r"(d), "l"(&m), "r"(a) : "memory"); //! racecheck RAW write
  }
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x / 16][threadIdx.x % 16]; //! racecheck RAW read
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
