// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// grid_group and cluster_group: groups larger than a block.
#ifndef ANYWARP_CG_GRID_H
#define ANYWARP_CG_GRID_H

#include "anywarp/cg/block.h"

namespace cooperative_groups {
namespace __v1 {
namespace details {

/// The barrier word of a cooperative launch: the driver gives the address of a zeroed workspace in
/// %envreg2 (low half) and %envreg1 (high half); 0 in other launches. The word is at offset 4.
__AW_CG unsigned int *grid_barrier() {
  unsigned int low, high;
  asm("mov.u32 %0, %%envreg2;" : "=r"(low));
  asm("mov.u32 %0, %%envreg1;" : "=r"(high));
  unsigned long long workspace = (unsigned long long)high << 32 | low;
  return workspace ? (unsigned int *)(workspace + 4) : nullptr;
}

__AW_CG unsigned int load_acquire(const unsigned int *p) {
  unsigned int value;
#if __CUDA_ARCH__ >= 700
  asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
#else
  value = *(const volatile unsigned int *)p;
  __threadfence();
#endif
  return value;
}

__AW_CG unsigned int add_release(unsigned int *p, unsigned int value) {
  unsigned int old;
#if __CUDA_ARCH__ >= 700
  asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(value) : "memory");
#else
  __threadfence();
  old = atomicAdd(p, value);
#endif
  return old;
}

} // namespace details

class grid_group {
public:
  struct arrival_token {
    unsigned int arrival;
  };

  /// True in a cooperative launch.
  __AW_CG bool is_valid() const { return details::grid_barrier() != nullptr; }
  __AW_CG void sync() const { barrier_wait(barrier_arrive()); }

  /// All blocks but one add 1, that one so much that the sum of a round is 2^31: bit 31 flips when
  /// the last block has arrived.
  __AW_CG arrival_token barrier_arrive() const {
    unsigned int *barrier = details::grid_barrier();
    if (!barrier)
      __trap();
    __nvvm_barrier_sync(0);
    arrival_token token = {0};
    if (details::rank_in_block() == 0) {
      bool isMaster = blockIdx.x + blockIdx.y + blockIdx.z == 0;
      unsigned int step = isMaster ? 0x80000000u - ((unsigned int)num_blocks() - 1) : 1u;
      __threadfence();
      token.arrival = details::add_release(barrier, step);
    }
    return token;
  }
  __AW_CG void barrier_wait(arrival_token &&token) const {
    if (details::rank_in_block() == 0) {
      unsigned int *barrier = details::grid_barrier();
      while (((details::load_acquire(barrier) ^ token.arrival) & 0x80000000u) == 0)
        ;
      __threadfence();
    }
    __nvvm_barrier_sync(0);
  }

  __AW_CG unsigned long long thread_rank() const {
    return block_rank() * details::threads_of_block() + details::rank_in_block();
  }
  __AW_CG unsigned long long block_rank() const {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __AW_CG unsigned long long num_threads() const {
    return num_blocks() * details::threads_of_block();
  }
  __AW_CG unsigned long long size() const { return num_threads(); }
  __AW_CG unsigned long long num_blocks() const {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  __AW_CG dim3 group_dim() const { return dim_blocks(); }
  __AW_CG dim3 dim_blocks() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __AW_CG dim3 block_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  /// In the whole grid.
  __AW_CG dim3 thread_index() const {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
#if __CUDA_ARCH__ >= 900
  __AW_CG dim3 dim_clusters() const { return __clusterGridDimInClusters(); }
  __AW_CG dim3 cluster_index() const { return __clusterIdx(); }
  __AW_CG unsigned long long num_clusters() const {
    dim3 d = dim_clusters();
    return (unsigned long long)d.x * d.y * d.z;
  }
  __AW_CG unsigned long long cluster_rank() const {
    dim3 i = cluster_index(), d = dim_clusters();
    return ((unsigned long long)i.z * d.y + i.y) * d.x + i.x;
  }
#endif

private:
  friend __AW_CG grid_group this_grid();
  __AW_CG grid_group() {}
};

__AW_CG grid_group this_grid() { return grid_group(); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
/// The blocks of a cluster; every block is a cluster of its own in other launches.
class cluster_group {
public:
  struct arrival_token {};

  static __AW_CG void sync() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
  static __AW_CG arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return {};
  }
  static __AW_CG void barrier_wait() { __cluster_barrier_wait(); }
  static __AW_CG void barrier_wait(arrival_token &&) { __cluster_barrier_wait(); }
  static __AW_CG unsigned int query_shared_rank(const void *address) {
    return __cluster_query_shared_rank(address);
  }
  template <class T> static __AW_CG T *map_shared_rank(T *address, int rank) {
    return (T *)__cluster_map_shared_rank((const void *)address, rank);
  }
  static __AW_CG dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static __AW_CG unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static __AW_CG dim3 dim_blocks() { return __clusterDim(); }
  static __AW_CG unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static __AW_CG dim3 thread_index() {
    dim3 b = block_index();
    return dim3(b.x * blockDim.x + threadIdx.x, b.y * blockDim.y + threadIdx.y,
                b.z * blockDim.z + threadIdx.z);
  }
  static __AW_CG unsigned int thread_rank() {
    return block_rank() * details::threads_of_block() + details::rank_in_block();
  }
  static __AW_CG dim3 dim_threads() {
    dim3 d = dim_blocks();
    return dim3(d.x * blockDim.x, d.y * blockDim.y, d.z * blockDim.z);
  }
  static __AW_CG unsigned int num_threads() { return num_blocks() * details::threads_of_block(); }
  static __AW_CG unsigned int size() { return num_threads(); }

private:
  friend __AW_CG cluster_group this_cluster();
  __AW_CG cluster_group() {}
};

__AW_CG cluster_group this_cluster() { return cluster_group(); }
#endif

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
