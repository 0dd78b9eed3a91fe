// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CCCL declares the groups itself, in the namespace that NVIDIA's header has them in, before or after that is included.
// RUN: nvcc -std=c++17 -ptx %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: nvcc -std=c++17 -DAFTER -ptx %s -o %t.ptx && FileCheck %s < %t.ptx
#ifdef AFTER
#include <cooperative_groups.h>
#endif
namespace cooperative_groups {
namespace __v1 {
class thread_block;
template <unsigned int Size, typename ParentT> class thread_block_tile;
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
template <class T> inline constexpr bool isBlock = false;
template <> inline constexpr bool isBlock<cooperative_groups::thread_block> = true;
template <class T> inline constexpr int tileSize = 0;
template <unsigned size, class Parent> inline constexpr int tileSize<cooperative_groups::thread_block_tile<size, Parent>> = size;
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;
// CHECK: .entry _Z6kernelPi
__global__ void kernel(int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  static_assert(isBlock<decltype(block)> && tileSize<decltype(tile)> == 8);
  out[0] = cg::reduce(tile, 1, cg::plus<int>()) + cg::inclusive_scan(tile, 2) + int(block.size());
}
// CHECK: _Z4takeN18cooperative_groups4__v112thread_blockE
__device__ __noinline__ int take(cg::thread_block block) { return int(block.thread_rank()); }
