// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thread_block, and thread_group: the type that a group of any kind within a block converts to.
#ifndef ANYWARP_CG_BLOCK_H
#define ANYWARP_CG_BLOCK_H

#include "anywarp/cg/common.h"

namespace cooperative_groups {
namespace __v1 {

/// A group within a block, its kind known at run time only.
class thread_group {
public:
  __AW_CG unsigned long long size() const { return num_threads(); }
  __AW_CG unsigned long long num_threads() const;
  __AW_CG unsigned long long thread_rank() const;
  __AW_CG unsigned int meta_group_size() const { return meta_size_; }
  __AW_CG unsigned int meta_group_rank() const { return meta_rank_; }
  __AW_CG bool is_valid() const { return true; }
  __AW_CG void sync() const;
  __AW_CG details::group_kind get_type() const { return kind_; }

protected:
  friend __AW_CG thread_group tiled_partition(const thread_group &parent, unsigned int size);
  __AW_CG thread_group(details::group_kind kind, unsigned int mask, unsigned int meta_size = 1,
                       unsigned int meta_rank = 0)
      : kind_(kind), mask_(mask), meta_size_(meta_size), meta_rank_(meta_rank) {}

  details::group_kind kind_;
  unsigned int mask_; ///< lanes of the warp; unused for a whole block
  unsigned int meta_size_, meta_rank_;
};

/// Room for the synchronisation of tiles larger than a warp, in shared memory.
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
  details::tile_memory<(MaxBlockSize + 31) / 32> contents;
};

/// All threads of the block. Carries nothing but where block_tile_memory is.
class thread_block : public thread_group {
public:
  struct arrival_token {};

  static __AW_CG void sync() { __nvvm_barrier_sync(0); }
  __AW_CG arrival_token barrier_arrive() const { return {}; }
  __AW_CG void barrier_wait(arrival_token &&) const { sync(); }
  __AW_CG void barrier_wait() const { sync(); }
  static __AW_CG unsigned int thread_rank() { return details::rank_in_block(); }
  static __AW_CG dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __AW_CG dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __AW_CG dim3 group_dim() { return dim_threads(); }
  static __AW_CG dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __AW_CG unsigned int num_threads() { return details::threads_of_block(); }
  static __AW_CG unsigned int size() { return num_threads(); }

  __AW_CG details::tile_memory_view tile_memory() const { return memory_; }

private:
  friend __AW_CG thread_block this_thread_block();
  template <unsigned int N> friend __AW_CG thread_block this_thread_block(block_tile_memory<N> &);
  __AW_CG thread_block(details::tile_memory_view memory = details::tile_memory_view())
      : thread_group(details::group_kind_block, ~0u), memory_(memory) {}
  details::tile_memory_view memory_;
};

__AW_CG thread_block this_thread_block() { return thread_block(); }

/// With room for tiles larger than a warp. A collective of the whole block.
template <unsigned int MaxBlockSize>
__AW_CG thread_block this_thread_block(block_tile_memory<MaxBlockSize> &memory) {
  details::tile_memory_view view = memory.contents.view();
  unsigned int rank = details::rank_in_block();
  if (rank < view.warps)
    view.barriers[rank] = 0;
  __nvvm_barrier_sync(0);
  return thread_block(view);
}

__AW_CG unsigned long long thread_group::num_threads() const {
  return kind_ == details::group_kind_block ? details::threads_of_block() : __popc(mask_);
}
__AW_CG unsigned long long thread_group::thread_rank() const {
  return kind_ == details::group_kind_block ? details::rank_in_block()
                                             : __popc(mask_ & details::lanes_below());
}
__AW_CG void thread_group::sync() const {
  if (kind_ == details::group_kind_block)
    __nvvm_barrier_sync(0);
  else
    __syncwarp(mask_);
}

// The functions that take any group.
template <class Group> __AW_CG void sync(const Group &group) { group.sync(); }
template <class Group>
__AW_CG decltype(static_cast<const Group *>(0)->thread_rank()) thread_rank(const Group &group) {
  return group.thread_rank();
}
template <class Group>
__AW_CG decltype(static_cast<const Group *>(0)->num_threads()) group_size(const Group &group) {
  return group.num_threads();
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
