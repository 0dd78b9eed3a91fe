// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of cooperative groups: what every group offers, every partition, every collective.
// RUN: nvcc -std=c++17 -arch=sm_90 %{few-of-cccl} -ptx %s -o - | FileCheck %s
// CHECK: .entry names(
// CHECK: barrier.cluster

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <utility>
namespace cg = cooperative_groups;
extern "C" __global__ void names(int *p, int *q) {
  auto block = cg::this_thread_block();
  cg::thread_group g = block;
  auto t32 = cg::tiled_partition<32>(block);
  auto t4 = cg::tiled_partition<4>(t32);
  cg::thread_block_tile<4> any4 = t4;
  cg::coalesced_group c = cg::coalesced_threads();
  auto l = cg::labeled_partition(t32, threadIdx.x & 3);
  auto b = cg::binary_partition(c, threadIdx.x & 1);
  auto lb = cg::binary_partition(t32, true);
  p[0] = cg::reduce(t4, q[0], cg::plus<int>()) + cg::inclusive_scan(t32, q[1]) +
         cg::exclusive_scan(c, q[2], cg::greater<int>());
  p[1] = l.meta_group_rank() + b.size() + lb.thread_rank() + cg::thread_rank(g) +
         cg::group_size(c) + any4.meta_group_size();
  p[2] =
      c.shfl(q[0], 1) + c.any(1) + c.all(1) + c.ballot(1) + c.match_any(3) + t32.shfl_up(q[0], 1);
  __shared__ int s[64];
  cg::memcpy_async(block, s, q, sizeof s);
  cg::wait(block);
  cg::memcpy_async(block, s, 64, q, 60);
  cg::wait_prior<1>(block);
  cg::memcpy_async(block, s, q, cuda::aligned_size_t<16>(64));
  cg::invoke_one(block, [&] { p[3] = 1; });
  p[4] = cg::invoke_one_broadcast(t32, [&] { return 5; });
  cg::sync(block);
  auto tok = block.barrier_arrive();
  block.barrier_wait(std::move(tok));
  auto grid = cg::this_grid();
  auto cl = cg::this_cluster();
  cl.sync();
  p[5] = cl.block_rank() + grid.block_rank() + grid.cluster_rank();
  cg::thread_group dyn = cg::tiled_partition(block, 8);
  dyn.sync();
  p[6] = dyn.size();
  p[7] = cg::this_thread().size();
  cg::reduce_update_async(t32, reinterpret_cast<cuda::atomic<int> &>(p[8]), 3, cg::plus<int>());
  cg::reduce_store_async(t32, reinterpret_cast<cuda::atomic<int> &>(p[9]), 3, cg::plus<int>());
}
