// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __match_any_sync and __match_all_sync for every type the guide lists, by the 32- and 64-bit
// primitives of Clang's __clang_cuda_intrinsics.h.
#ifndef ANYWARP_MATCH_H
#define ANYWARP_MATCH_H

#define __AW_MATCH(type, bits, convert)                                                            \
  static __device__ __forceinline__ unsigned __match_any_sync(unsigned mask, type value) {         \
    return __match##bits##_any_sync(mask, convert(value));                                         \
  }                                                                                                \
  static __device__ __forceinline__ unsigned __match_all_sync(unsigned mask, type value,           \
                                                              int *pred) {                         \
    return __match##bits##_all_sync(mask, convert(value), pred);                                   \
  }
__AW_MATCH(unsigned, 32, unsigned)
__AW_MATCH(int, 32, unsigned)
__AW_MATCH(unsigned long, 64, static_cast<unsigned long long>)
__AW_MATCH(long, 64, static_cast<unsigned long long>)
__AW_MATCH(unsigned long long, 64, static_cast<unsigned long long>)
__AW_MATCH(long long, 64, static_cast<unsigned long long>)
__AW_MATCH(float, 32, __float_as_uint)
__AW_MATCH(double, 64, __double_as_longlong)
#undef __AW_MATCH

#endif
