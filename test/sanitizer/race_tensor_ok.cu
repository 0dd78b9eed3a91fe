// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes that begin before the tensor go through shared memory, swizzled, in two stages, to rows that nobody else wrote.
#include <cstdio>
#include <cuda.h>
__global__ void k(const __grid_constant__ CUtensorMap m, int *o) {
  __shared__ alignas(1024) int s[2][8][16];
  __shared__ alignas(8) unsigned long long b[2];
  int t = threadIdx.x;
  auto at = [](void *p) { return (unsigned)__cvta_generic_to_shared(p); };
  auto load = [&](int i) {
    asm volatile("{.reg .b64 t; mbarrier.arrive.expect_tx.shared.b64 t, [%0], 512;}" ::"r"(at(&b[i % 2])) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {0, %2}], [%3];" ::"r"(at(s[i % 2])), "l"(&m), "r"(i * 8 - 4), "r"(at(&b[i % 2])) : "memory");
  };
  if (t == 0) {
    for (int i = 0; i < 2; ++i)
      asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at(&b[i])) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    load(0);
    load(1);
  }
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    unsigned done = 0;
    while (!done)
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(at(&b[i % 2])), "r"(i / 2 % 2) : "memory");
    int v = s[i % 2][7 - t / 16][t % 16];
    __syncthreads();
    s[i % 2][t / 16][t % 16] = v + 1;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {0, %1}], [%2];" ::"l"(&m), "r"(32 + i * 8), "r"(at(s[i % 2])) : "memory");
      asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;" ::: "memory");
      if (i < 2)
        load(i + 2);
    }
    __syncthreads();
  }
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
int main() {
  int *g, *o;
  cudaMalloc(&g, 64 * 64); cudaMalloc(&o, 1024);
  cudaMemset(g, 1, 64 * 32);
  CUtensorMap m;
  cuuint64_t dim[] = {16, 64}, stride[] = {64};
  cuuint32_t box[] = {16, 8}, step[] = {1, 1};
  void *encode;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &encode, cudaEnableDefault, &found);
  ((decltype(&cuTensorMapEncodeTiled))encode)(&m, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, g, dim, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  k<<<1, 128>>>(m, o);
  static int h[512];
  cudaMemcpy(h, g + 512, 2048, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(g); cudaFree(o);
}
