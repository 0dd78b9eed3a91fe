// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async: one thread's asynchronous copies from global to shared memory, with plain copies where the
// architecture or the addresses do not allow it.
#ifndef ANYWARP_ASYNC_COPY_H
#define ANYWARP_ASYNC_COPY_H

#ifndef __CUDACC_RTC__ // whose prelude has size_t
#include <stddef.h>
#endif

namespace anywarp {

/// Copies Bytes (4, 8 or 16, both sides aligned to it); of the source only `fromBytes` are read, the
/// rest is zero.
template <unsigned Bytes>
__device__ __forceinline__ void copy_async(void *to, const void *from, unsigned fromBytes = Bytes) {
#if __CUDA_ARCH__ >= 800
  unsigned shared = (unsigned)__cvta_generic_to_shared(to);
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from),
                 "r"(fromBytes)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(shared), "l"(from),
                 "n"(Bytes), "r"(fromBytes)
                 : "memory");
#else
  char bytes[Bytes] = {};
  for (unsigned i = 0; i < fromBytes; ++i)
    bytes[i] = static_cast<const char *>(from)[i];
  __builtin_memcpy(to, bytes, Bytes);
#endif
}

__device__ __forceinline__ void commit_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

template <unsigned Left> __device__ __forceinline__ void wait_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(Left) : "memory");
#endif
}

/// What a byte count's type promises: cuda::aligned_size_t names a power of two that divides it and both
/// addresses.
template <class Size, class = void> struct promised_alignment {
  static constexpr size_t value = 1;
};
template <class Size> struct promised_alignment<Size, decltype((void)Size::align)> {
  static constexpr size_t value = Size::align;
};

/// The part of thread `rank` of `threads` in copying `size` bytes.
template <class Size>
__device__ __forceinline__ void copy_async_part(void *to, const void *from, Size size,
                                                unsigned rank, unsigned threads) {
  constexpr size_t kAlign = promised_alignment<Size>::value;
  to = __builtin_assume_aligned(to, kAlign);
  from = __builtin_assume_aligned(from, kAlign);
  size_t bytes = size_t(size) / kAlign * kAlign;
  char *d = static_cast<char *>(to);
  const char *s = static_cast<const char *>(from);
#if __CUDA_ARCH__ >= 800
  __UINTPTR_TYPE__ both = (__UINTPTR_TYPE__)d | (__UINTPTR_TYPE__)s;
  if (__isShared(to) && __isGlobal(from) && both % 4 == 0) {
    size_t done = 0;
    if (both % 16 == 0) {
      done = bytes & ~size_t(15);
      for (size_t at = size_t(rank) * 16; at < done; at += size_t(threads) * 16)
        copy_async<16>(d + at, s + at);
    } else if (both % 8 == 0) {
      done = bytes & ~size_t(7);
      for (size_t at = size_t(rank) * 8; at < done; at += size_t(threads) * 8)
        copy_async<8>(d + at, s + at);
    }
    size_t whole = bytes & ~size_t(3);
    for (size_t at = done + size_t(rank) * 4; at < whole; at += size_t(threads) * 4)
      copy_async<4>(d + at, s + at);
    for (size_t at = whole + rank; at < bytes; at += threads)
      d[at] = s[at];
    return;
  }
#endif
  for (size_t at = rank; at < bytes; at += threads)
    d[at] = s[at];
}

} // namespace anywarp

#endif
