// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thread_block_tile<Size>: Size consecutive threads of a block, a power of two. Up to a warp its
// collectives are warp instructions; larger tiles meet in block_tile_memory.
#ifndef ANYWARP_CG_TILE_H
#define ANYWARP_CG_TILE_H

#include "anywarp/cg/warp.h"

namespace cooperative_groups {
namespace __v1 {

template <unsigned int Size, class Parent = void> class thread_block_tile;

namespace details {

/// Tiles of at most 32 threads.
template <unsigned int Size> class warp_tile : public thread_group {
public:
  static constexpr unsigned int tile_size = Size;

  static __AW_CG unsigned int thread_rank() { return lane() & (Size - 1); }
  static constexpr __device__ unsigned int num_threads() { return Size; }
  static constexpr __device__ unsigned int size() { return Size; }
  __AW_CG void sync() const { __syncwarp(lane_mask()); }

  template <class T> __AW_CG T shfl(T value, int rank) const {
    words_of<T> words(value);
    for (unsigned int &word : words.w)
      word = __shfl_sync(lane_mask(), word, rank, Size);
    return words.value();
  }
  template <class T> __AW_CG T shfl_down(T value, unsigned int delta) const {
    words_of<T> words(value);
    for (unsigned int &word : words.w)
      word = __shfl_down_sync(lane_mask(), word, delta, Size);
    return words.value();
  }
  template <class T> __AW_CG T shfl_up(T value, unsigned int delta) const {
    words_of<T> words(value);
    for (unsigned int &word : words.w)
      word = __shfl_up_sync(lane_mask(), word, delta, Size);
    return words.value();
  }
  template <class T> __AW_CG T shfl_xor(T value, unsigned int lanes) const {
    words_of<T> words(value);
    for (unsigned int &word : words.w)
      word = __shfl_xor_sync(lane_mask(), word, lanes, Size);
    return words.value();
  }
  __AW_CG int any(int predicate) const {
    return Size == 32 ? __any_sync(~0u, predicate) : ballot(predicate) != 0;
  }
  __AW_CG int all(int predicate) const {
    return Size == 32 ? __all_sync(~0u, predicate) : ballot(predicate) == tile_mask;
  }
  __AW_CG unsigned int ballot(int predicate) const {
    return Size == 32 ? __ballot_sync(~0u, predicate)
                      : __ballot_sync(lane_mask(), predicate) >> (lane() & ~(Size - 1)) & tile_mask;
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  template <class T> __AW_CG unsigned int match_any(T value) const {
    return __match_any_sync(lane_mask(), value) >> (lane() & ~(Size - 1)) & tile_mask;
  }
  template <class T> __AW_CG unsigned int match_all(T value, int &predicate) const {
    return __match_all_sync(lane_mask(), value, &predicate) >> (lane() & ~(Size - 1)) & tile_mask;
  }
#endif
  __AW_CG unsigned int lane_mask() const {
    return Size == 32 ? ~0u : tile_mask << (lane() & ~(Size - 1));
  }

  __AW_CG tile_memory_view tile_memory() const { return tile_memory_view(); }

protected:
  static constexpr unsigned int tile_mask = Size == 32 ? ~0u : (1u << (Size & 31)) - 1;
  __AW_CG warp_tile(tile_memory_view, unsigned int meta_size, unsigned int meta_rank)
      : thread_group(group_kind_warp_part,
                     Size == 32 ? ~0u : tile_mask << (lane() & ~(Size - 1)), meta_size, meta_rank) {}
};

/// Tiles of several warps.
template <unsigned int Size> class block_tile {
public:
  static constexpr unsigned int tile_size = Size;
  static constexpr unsigned int warps = Size / 32;

  static __AW_CG unsigned int thread_rank() { return rank_in_block() & (Size - 1); }
  static constexpr __device__ unsigned int num_threads() { return Size; }
  static constexpr __device__ unsigned int size() { return Size; }
  __AW_CG unsigned int meta_group_size() const { return meta_size_; }
  __AW_CG unsigned int meta_group_rank() const { return meta_rank_; }
  __AW_CG void sync() const { sync_warps(counter_, warps); }

  /// All threads name the same rank.
  template <class T> __AW_CG T shfl(T value, int rank) const {
    words_of<T> words(value);
    constexpr unsigned int step = exchange_bytes / 4;
    for (unsigned int at = 0; at < words_of<T>::count; at += step) {
      unsigned int *slot = reinterpret_cast<unsigned int *>(exchange_);
      if (thread_rank() == (unsigned int)rank % Size)
        for (unsigned int i = 0; i < step && at + i < words_of<T>::count; ++i)
          slot[i] = words.w[at + i];
      sync();
      for (unsigned int i = 0; i < step && at + i < words_of<T>::count; ++i)
        words.w[at + i] = slot[i];
      sync();
    }
    return words.value();
  }
  __AW_CG int any(int predicate) const {
    return collect(__any_sync(~0u, predicate), [](int a, int b) { return a | b; });
  }
  __AW_CG int all(int predicate) const {
    return collect(__all_sync(~0u, predicate), [](int a, int b) { return a & b; });
  }

  /// Combines one value of each warp, equal in the warp, in the order of the warps; all get the
  /// result. The value of the warps before the caller's goes to `before` if that is asked for.
  template <class T, class Op> __AW_CG T collect(const T &value, Op op, T *before = nullptr) const {
    unsigned int mine = thread_rank() / 32;
    T total = value;
    // Through the exchange, one warp's value after the other: T may be of any size.
    for (unsigned int warp = 0; warp < warps; ++warp) {
      T other = shfl(value, int(warp * 32));
      if (before && warp == mine && warp > 0)
        *before = total;
      total = warp == 0 ? other : op(total, other);
    }
    return total;
  }

  __AW_CG tile_memory_view tile_memory() const { return memory_; }

protected:
  __AW_CG block_tile(tile_memory_view memory, unsigned int meta_size, unsigned int meta_rank)
      : meta_size_(meta_size), meta_rank_(meta_rank) {
    if (!memory.barriers)
      __trap(); // this_thread_block() was called without block_tile_memory
    // Tiles of size 2^k have the counters whose index has k-6 trailing ones in their range: the first
    // warp's index plus half the tile's warps, minus one, is taken by no other size.
    unsigned int first = rank_in_block() / Size * warps;
    counter_ = memory.barriers + first + warps / 2 - 1;
    exchange_ = memory.exchange + (first + warps / 2 - 1) * exchange_bytes;
    memory_ = memory;
  }

  tile_memory_view memory_;
  unsigned int *counter_;
  char *exchange_;
  unsigned int meta_size_, meta_rank_;
};

template <unsigned int Size, bool InWarp = (Size <= 32)> struct tile_base {
  using type = warp_tile<Size>;
};
template <unsigned int Size> struct tile_base<Size, false> {
  using type = block_tile<Size>;
};

struct tile_access;

} // namespace details

/// A tile whose parent's type does not matter.
template <unsigned int Size>
class thread_block_tile<Size, void> : public details::tile_base<Size>::type {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 1024,
                "the size of a tile is a power of two up to 1024");
  using base = typename details::tile_base<Size>::type;

protected:
  template <unsigned int, class> friend class thread_block_tile;
  friend struct details::tile_access;
  __AW_CG thread_block_tile(details::tile_memory_view memory, unsigned int meta_size,
                            unsigned int meta_rank)
      : base(memory, meta_size, meta_rank) {}
};

template <unsigned int Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
  friend struct details::tile_access;

protected:
  __AW_CG thread_block_tile(details::tile_memory_view memory, unsigned int meta_size,
                            unsigned int meta_rank)
      : thread_block_tile<Size, void>(memory, meta_size, meta_rank) {}
};

namespace details {
struct tile_access {
  template <unsigned int Size, class Parent>
  static __AW_CG thread_block_tile<Size, Parent> make(tile_memory_view memory, unsigned int size,
                                                      unsigned int rank) {
    return thread_block_tile<Size, Parent>(memory, size, rank);
  }
};
} // namespace details

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
