// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups from groups: tiled, labeled and binary partitions; one thread that acts for its group.
#ifndef ANYWARP_CG_PARTITION_H
#define ANYWARP_CG_PARTITION_H

#include "anywarp/cg/tile.h"

namespace cooperative_groups {
namespace __v1 {

template <unsigned int Size>
__AW_CG thread_block_tile<Size, thread_block> tiled_partition(const thread_block &block) {
  return details::tile_access::make<Size, thread_block>(
      block.tile_memory(), (details::threads_of_block() + Size - 1) / Size,
      details::rank_in_block() / Size);
}
template <unsigned int Size, unsigned int ParentSize, class GrandParent>
__AW_CG thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent> >
tiled_partition(const thread_block_tile<ParentSize, GrandParent> &parent) {
  static_assert(Size <= ParentSize, "a tile is not larger than what it is cut from");
  return details::tile_access::make<Size, thread_block_tile<ParentSize, GrandParent> >(
      parent.tile_memory(), ParentSize / Size, parent.thread_rank() / Size);
}

/// Tiles of a group of lanes, by rank; the last one may be smaller.
__AW_CG coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size) {
  unsigned int threads = parent.num_threads();
  unsigned int first = parent.thread_rank() / size * size, mask = 0, rank = 0;
  for (unsigned int rest = parent.lane_mask(); rest; rest &= rest - 1, ++rank)
    if (rank >= first && rank < first + size)
      mask |= rest & -rest;
  return coalesced_group::of_mask(mask, (threads + size - 1) / size, parent.thread_rank() / size);
}
__AW_CG thread_group tiled_partition(const thread_group &parent, unsigned int size) {
  if (size == 0 || (size & (size - 1)) != 0 || size > 32)
    __trap();
  unsigned int mask;
  unsigned int threads = parent.num_threads(), rank = parent.thread_rank();
  if (parent.kind_ == details::group_kind_block) {
    unsigned int first = details::lane() & ~(size - 1);
    mask = size == 32 ? ~0u : ((1u << size) - 1) << first;
    // The last tile of a block whose size is no multiple.
    unsigned int behind = threads - rank / size * size;
    if (behind < size)
      mask &= ((1u << behind) - 1) << first;
  } else {
    mask = tiled_partition(coalesced_group::of_mask(parent.mask_), size).lane_mask();
  }
  return thread_group(details::group_kind_warp_part, mask, (threads + size - 1) / size,
                      rank / size);
}
__AW_CG thread_group tiled_partition(const thread_block &parent, unsigned int size) {
  return tiled_partition(static_cast<const thread_group &>(parent), size);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
/// The threads of `group` with the same label.
template <class Group, class Label>
__AW_CG coalesced_group labeled_partition(const Group &group, Label label) {
  unsigned int mask = __match_any_sync(group.lane_mask(), label);
  // Ranked by the first lane of each part.
  unsigned int leaders = __ballot_sync(group.lane_mask(),
                                       details::lane() == (unsigned int)(__ffs(int(mask)) - 1));
  unsigned int below = (mask & -mask) - 1;
  return coalesced_group::of_mask(mask, __popc(leaders), __popc(leaders & below));
}
#endif

template <class Group> __AW_CG coalesced_group binary_partition(const Group &group, bool predicate) {
  unsigned int members = group.lane_mask();
  unsigned int with = __ballot_sync(members, predicate);
  return coalesced_group::of_mask(predicate ? with : members & ~with, 2, predicate ? 1 : 0);
}

/// The calling thread as a group of its own.
__AW_CG thread_block_tile<1> this_thread() {
  return details::tile_access::make<1, void>(details::tile_memory_view(), 1, 0);
}

/// Calls `function` on one thread of the group.
template <class Group, class Function, class... Arguments>
__AW_CG void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
}
#if __cplusplus >= 201103L
/// The same; every thread gets the result.
template <class Group, class Function, class... Arguments>
__AW_CG auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
    -> decltype(function(static_cast<Arguments &&>(arguments)...)) {
  using Result =
      typename details::bare<decltype(function(static_cast<Arguments &&>(arguments)...))>::type;
  alignas(Result) char room[sizeof(Result)] = {};
  if (group.thread_rank() == 0)
    __builtin_memcpy(room, &static_cast<const Result &>(function(static_cast<Arguments &&>(arguments)...)),
                     sizeof(Result));
  return group.shfl(*reinterpret_cast<Result *>(room), 0);
}
#endif

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
