// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile comes by a tensor copy and goes back by one, with the fences that the manual asks for.
#include <cuda.h>
#include <cuda/barrier>
#include <utility>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace bulk = cuda::device::experimental;
__global__ void twice(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[8][8];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier full;
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  if (threadIdx.x == 0) {
    init(&full, 64);
    bulk::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    bulk::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, 8, 0, full);
    token = cuda::device::barrier_arrive_tx(full, 1, sizeof tile);
  } else {
    token = full.arrive();
  }
  full.wait(std::move(token));
  tile[y][x] *= 2;
  bulk::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    bulk::cp_async_bulk_tensor_2d_shared_to_global(&map, 8, 0, tile);
    bulk::cp_async_bulk_commit_group();
    bulk::cp_async_bulk_wait_group_read<0>();
  }
}
int main() {
  int host[8 * 16], *data;
  for (int i = 0; i < 128; ++i)
    host[i] = i;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  void *encode;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found);
  CUtensorMap map;
  cuuint64_t sizes[] = {16, 8}, strides[] = {64};
  cuuint32_t box[] = {8, 8}, steps[] = {1, 1};
  auto status = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, data, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (status != CUDA_SUCCESS)
    return 1;
  twice<<<1, 64>>>(map);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return host[7] != 7 || host[8] != 16;
}
