// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all groups need: ranks, and the shared memory through which warps of a large tile meet.
#ifndef ANYWARP_CG_COMMON_H
#define ANYWARP_CG_COMMON_H

#define __AW_CG __device__ __forceinline__

namespace cooperative_groups {
namespace __v1 {
namespace details {

enum group_kind { group_kind_block, group_kind_warp_part };

__AW_CG unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
__AW_CG unsigned int rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__AW_CG unsigned int lane() { return __nvvm_read_ptx_sreg_laneid(); }
__AW_CG unsigned int lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }

/// Bytes through which a warp hands one value to the other warps of its tile at a time.
constexpr unsigned int exchange_bytes = 16;

/// Where the parts of a block_tile_memory are; null pointers without one.
struct tile_memory_view {
  unsigned int *barriers = nullptr; ///< one arrival counter for each warp
  char *exchange = nullptr;         ///< exchange_bytes for each warp
  unsigned int warps = 0;
};

template <unsigned int Warps> struct tile_memory {
  alignas(16) char exchange[Warps * exchange_bytes];
  unsigned int barriers[Warps];
  __AW_CG tile_memory_view view() { return {barriers, exchange, Warps}; }
};

/// A barrier for `warps` warps (a power of two) on a counter that only grows: a warp's arrival ends
/// its generation when the count reaches the next multiple of `warps`.
__AW_CG void sync_warps(unsigned int *counter, unsigned int warps) {
  __syncwarp();
  if (lane() == 0) {
    __threadfence_block();
    unsigned int arrival = atomicAdd_block(counter, 1u);
    unsigned int end = (arrival & ~(warps - 1)) + warps;
    if (arrival + 1 != end)
      while (int(*(volatile unsigned int *)counter - end) < 0)
        __nanosleep(20);
    __threadfence_block();
  }
  __syncwarp();
}

template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> {
  using type = T;
};
template <class T> struct bare {
  using type = T;
};
template <class T> struct bare<T &> : bare<T> {};
template <class T> struct bare<T &&> : bare<T> {};
template <class T> struct bare<const T> : bare<T> {};

/// Any trivially copyable value as 32-bit words, for shuffles.
template <class T> struct words_of {
  static constexpr unsigned int count = (sizeof(T) + 3) / 4;
  unsigned int w[count];
  __AW_CG explicit words_of(const T &value) {
    w[count - 1] = 0;
    __builtin_memcpy(w, &value, sizeof(T));
  }
  __AW_CG T value() const {
    alignas(T) char bytes[sizeof(T)];
    __builtin_memcpy(bytes, w, sizeof(T));
    return *reinterpret_cast<T *>(bytes);
  }
};

} // namespace details
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
