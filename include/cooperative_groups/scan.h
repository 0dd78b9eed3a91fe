// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix sums over tiles and coalesced groups.
#ifndef _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_SCAN_H

#include "cooperative_groups.h"

#if defined(__AW_CUDA__)
#include "anywarp/cg/functional.h"

namespace cooperative_groups {
namespace __v1 {
namespace details {

/// Group: warp_tile or coalesced_group.
template <class Group, class T, class Op> __AW_CG T scan_lanes(const Group &group, T value, Op op) {
  unsigned int size = group.num_threads(), rank = group.thread_rank();
  for (unsigned int step = 1; step < size; step <<= 1) {
    T other = group.shfl_up(value, step);
    if (rank >= step)
      value = op(other, value);
  }
  return value;
}

/// The inclusive scan in `inclusive`, that of the threads before in `exclusive`.
template <class Group, class T, class Op>
__AW_CG void scan_both(const Group &group, T value, Op op, T &inclusive, T &exclusive) {
  inclusive = scan_lanes(group, value, op);
  T before = group.shfl_up(inclusive, 1);
  exclusive = group.thread_rank() == 0 ? T() : before;
}
template <unsigned int Size, class T, class Op>
__AW_CG void scan_tile(const block_tile<Size> &tile, T value, Op op, T &inclusive, T &exclusive) {
  auto warp = coalesced_group::of_mask(~0u);
  inclusive = scan_lanes(warp, value, op);
  T before = warp.shfl_up(inclusive, 1);
  T total = warp.shfl(inclusive, 31), offset = total;
  tile.collect(total, op, &offset);
  bool isFirstWarp = tile.thread_rank() < 32, isFirstLane = lane() == 0;
  if (!isFirstWarp)
    inclusive = op(offset, inclusive);
  exclusive = isFirstLane ? (isFirstWarp ? T() : offset)
                          : (isFirstWarp ? before : op(offset, before));
}
template <unsigned int Size, class T, class Op>
__AW_CG void scan_tile(const warp_tile<Size> &tile, T value, Op op, T &inclusive, T &exclusive) {
  scan_both(tile, value, op, inclusive, exclusive);
}
template <class T, class Op>
__AW_CG void scan_tile(const coalesced_group &group, T value, Op op, T &inclusive, T &exclusive) {
  scan_both(group, value, op, inclusive, exclusive);
}

/// Adds what a cuda::atomic held before the group's total was combined with it.
template <class Group, class Atomic, class T, class Op>
__AW_CG T scan_base(const Group &group, Atomic &destination, T inclusive, Op op) {
  unsigned int last = group.num_threads() - 1;
  T base = T();
  if (group.thread_rank() == last) {
    base = destination.load();
    while (!destination.compare_exchange_weak(base, op(base, inclusive)))
      ;
  }
  return group.shfl(base, int(last));
}

} // namespace details

template <class Group, class T, class Op>
__AW_CG auto inclusive_scan(const Group &group, T &&value, Op &&op) ->
    typename details::bare<T>::type {
  typename details::bare<T>::type inclusive, exclusive;
  details::scan_tile(group, typename details::bare<T>::type(value), op, inclusive, exclusive);
  return inclusive;
}
template <class Group, class T>
__AW_CG auto inclusive_scan(const Group &group, T &&value) -> typename details::bare<T>::type {
  return inclusive_scan(group, value, plus<typename details::bare<T>::type>());
}
template <class Group, class T, class Op>
__AW_CG auto exclusive_scan(const Group &group, T &&value, Op &&op) ->
    typename details::bare<T>::type {
  typename details::bare<T>::type inclusive, exclusive;
  details::scan_tile(group, typename details::bare<T>::type(value), op, inclusive, exclusive);
  return exclusive;
}
template <class Group, class T>
__AW_CG auto exclusive_scan(const Group &group, T &&value) -> typename details::bare<T>::type {
  return exclusive_scan(group, value, plus<typename details::bare<T>::type>());
}

/// Scans that start at what the cuda::atomic holds, and add the group's total to it.
template <class Group, class Atomic, class T, class Op>
__AW_CG auto inclusive_scan_update(const Group &group, Atomic &destination, T &&value, Op &&op) ->
    typename details::bare<T>::type {
  using Value = typename details::bare<T>::type;
  Value inclusive = inclusive_scan(group, value, op);
  return op(details::scan_base(group, destination, inclusive, op), inclusive);
}
template <class Group, class Atomic, class T>
__AW_CG auto inclusive_scan_update(const Group &group, Atomic &destination, T &&value) ->
    typename details::bare<T>::type {
  return inclusive_scan_update(group, destination, value, plus<typename details::bare<T>::type>());
}
template <class Group, class Atomic, class T, class Op>
__AW_CG auto exclusive_scan_update(const Group &group, Atomic &destination, T &&value, Op &&op) ->
    typename details::bare<T>::type {
  using Value = typename details::bare<T>::type;
  Value inclusive, exclusive;
  details::scan_tile(group, Value(value), op, inclusive, exclusive);
  Value base = details::scan_base(group, destination, inclusive, op);
  return group.thread_rank() == 0 ? base : op(base, exclusive);
}
template <class Group, class Atomic, class T>
__AW_CG auto exclusive_scan_update(const Group &group, Atomic &destination, T &&value) ->
    typename details::bare<T>::type {
  return exclusive_scan_update(group, destination, value, plus<typename details::bare<T>::type>());
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#endif

#endif
