// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every kind of group compiles for old and new architectures; the grid barrier uses the workspace
// whose address a cooperative launch passes in %envreg1 and %envreg2.
// RUN: nvcc -ptx -arch=sm_75 %s -o - | FileCheck %s
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s --check-prefixes=CHECK,NEW
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

// CHECK-LABEL: .entry _Z4gridPi(
// CHECK-DAG: mov.u32 {{.*}}, %envreg2;
// CHECK-DAG: mov.u32 {{.*}}, %envreg1;
// CHECK: atom.add.release.gpu.u32
// CHECK: ld.acquire.gpu.u32
__global__ void grid(int *p) {
  cg::this_grid().sync();
  *p = cg::this_grid().thread_rank();
}
// CHECK-LABEL: .entry _Z5tilesPi(

// CHECK-DAG: shfl.sync.idx
// NEW-DAG: redux.sync.add.s32
// NEW-DAG: redux.sync.max.s32
__global__ void tiles(int *p) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto warp = cg::tiled_partition<32>(block);
  auto four = cg::tiled_partition<4>(warp);
  auto large = cg::tiled_partition<128>(block);
  cg::thread_group any = cg::tiled_partition(block, 8);
  auto active = cg::coalesced_threads();
  p[0] = cg::reduce(warp, p[0], cg::plus<int>()) + cg::inclusive_scan(four, p[1]);
  p[1] = cg::reduce(large, p[2], cg::greater<int>()) + large.shfl(p[3], 5);
  p[2] = any.size() + active.shfl(p[4], 1) + cg::labeled_partition(warp, p[5]).size();
}
// CHECK-LABEL: .entry _Z4copyPi(
// NEW: cp.async.cg.shared.global
__global__ void copy(int *p) {
  __shared__ alignas(16) int s[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, p, sizeof s);
  cg::wait(block);
  p[threadIdx.x] = s[255 - threadIdx.x];
}
