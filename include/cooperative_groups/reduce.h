// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions over tiles and coalesced groups.
#ifndef _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_REDUCE_H

#include "cooperative_groups.h"

#if defined(__AW_CUDA__)
#include "anywarp/cg/functional.h"

namespace cooperative_groups {
namespace __v1 {
namespace details {

template <class T, class Op> __AW_CG T reduce_lanes(const coalesced_group &group, T value, Op op) {
  unsigned int size = group.num_threads(), rank = group.thread_rank();
  for (unsigned int step = 1; step < size; step <<= 1) {
    T other = group.shfl_down(value, step);
    if (rank + step < size)
      value = op(value, other);
  }
  return group.shfl(value, 0);
}
template <unsigned int Size, class T, class Op>
__AW_CG T reduce_lanes(const warp_tile<Size> &tile, T value, Op op) {
  for (unsigned int step = Size / 2; step > 0; step >>= 1)
    value = op(value, tile.shfl_xor(value, step));
  return value;
}

/// Group: warp_tile or coalesced_group.
template <class Group, class T, class Op>
__AW_CG T reduce_warp(const Group &group, T value, Op op) {
  if constexpr (warp_instruction<T, Op>::exists)
    return warp_instruction<T, Op>::run(group.lane_mask(), value);
  else
    return reduce_lanes(group, value, op);
}

template <unsigned int Size, class T, class Op>
__AW_CG T reduce_any(const warp_tile<Size> &tile, T value, Op op) {
  return reduce_warp(tile, value, op);
}
template <class T, class Op> __AW_CG T reduce_any(const coalesced_group &group, T value, Op op) {
  return reduce_warp(group, value, op);
}
template <unsigned int Size, class T, class Op>
__AW_CG T reduce_any(const block_tile<Size> &tile, T value, Op op) {
  T warp;
  if constexpr (warp_instruction<T, Op>::exists) {
    warp = warp_instruction<T, Op>::run(~0u, value);
  } else {
    warp = value;
    for (unsigned int step = 16; step > 0; step >>= 1) {
      words_of<T> words(warp);
      for (unsigned int &word : words.w)
        word = __shfl_xor_sync(~0u, word, int(step), 32);
      warp = op(warp, words.value());
    }
  }
  return tile.collect(warp, op);
}

} // namespace details

/// The values of all threads of the group combined, for every thread of it.
template <class Group, class T, class Op>
__AW_CG auto reduce(const Group &group, T &&value, Op &&op) -> typename details::bare<T>::type {
  using Value = typename details::bare<T>::type;
  return details::reduce_any(group, Value(value), op);
}

/// Stores the result to a cuda::atomic.
template <class Group, class Atomic, class T, class Op>
__AW_CG void reduce_store_async(const Group &group, Atomic &destination, T &&value, Op &&op) {
  auto result = reduce(group, value, op);
  if (group.thread_rank() == 0)
    destination.store(result);
}
/// Combines the result with what the cuda::atomic holds.
template <class Group, class Atomic, class T, class Op>
__AW_CG void reduce_update_async(const Group &group, Atomic &destination, T &&value, Op &&op) {
  auto result = reduce(group, value, op);
  if (group.thread_rank() == 0) {
    auto old = destination.load();
    while (!destination.compare_exchange_weak(old, op(old, result)))
      ;
  }
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#endif

#endif
