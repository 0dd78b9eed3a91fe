// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// coalesced_group: any set of lanes of one warp.
#ifndef ANYWARP_CG_WARP_H
#define ANYWARP_CG_WARP_H

#include "anywarp/cg/block.h"

namespace cooperative_groups {
namespace __v1 {

class coalesced_group : public thread_group {
public:
  __AW_CG unsigned int num_threads() const { return __popc(mask_); }
  __AW_CG unsigned int size() const { return num_threads(); }
  __AW_CG unsigned int thread_rank() const { return __popc(mask_ & details::lanes_below()); }
  __AW_CG void sync() const { __syncwarp(mask_); }

  template <class T> __AW_CG T shfl(T value, int rank) const { return from(value, lane_of(rank)); }
  template <class T> __AW_CG T shfl_up(T value, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return from(value, delta > rank ? details::lane() : lane_of(rank - delta));
  }
  template <class T> __AW_CG T shfl_down(T value, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return from(value, rank + delta >= num_threads() ? details::lane() : lane_of(rank + delta));
  }
  __AW_CG int any(int predicate) const { return __any_sync(mask_, predicate); }
  __AW_CG int all(int predicate) const { return __all_sync(mask_, predicate); }
  __AW_CG unsigned int ballot(int predicate) const {
    return packed(__ballot_sync(mask_, predicate));
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  template <class T> __AW_CG unsigned int match_any(T value) const {
    return packed(__match_any_sync(mask_, value));
  }
  template <class T> __AW_CG unsigned int match_all(T value, int &predicate) const {
    return packed(__match_all_sync(mask_, value, &predicate));
  }
#endif

  __AW_CG unsigned int lane_mask() const { return mask_; }
  static __AW_CG coalesced_group of_mask(unsigned int mask, unsigned int meta_size = 1,
                                         unsigned int meta_rank = 0) {
    return coalesced_group(mask, meta_size, meta_rank);
  }

private:
  __AW_CG coalesced_group(unsigned int mask, unsigned int meta_size, unsigned int meta_rank)
      : thread_group(details::group_kind_warp_part, mask, meta_size, meta_rank) {}

  __AW_CG unsigned int lane_of(unsigned int rank) const {
    return mask_ == ~0u ? rank : __fns(mask_, 0, int(rank) + 1);
  }
  template <class T> __AW_CG T from(const T &value, unsigned int lane) const {
    details::words_of<T> words(value);
    for (unsigned int &word : words.w)
      word = __shfl_sync(mask_, word, int(lane), 32);
    return words.value();
  }

  /// Bits of a warp's mask → bits by rank in the group.
  __AW_CG unsigned int packed(unsigned int lanes) const {
    if (mask_ == ~0u)
      return lanes;
    unsigned int out = 0, bit = 1;
    for (unsigned int rest = mask_; rest; rest &= rest - 1, bit <<= 1)
      if (lanes & rest & -rest)
        out |= bit;
    return out;
  }
};

__AW_CG coalesced_group coalesced_threads() { return coalesced_group::of_mask(__activemask()); }

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
