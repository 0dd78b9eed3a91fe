// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer functions that Clang's headers do not have: byte swaps and the fused minima and maxima
// (__vimax3_s32, __viaddmin_s16x2_relu ...), the latter on both sides, as in CUDA.
#ifndef ANYWARP_INTEGER_EXTRA_H
#define ANYWARP_INTEGER_EXTRA_H

static __device__ __forceinline__ unsigned short __nv_bswap16(unsigned short x) {
  return __builtin_bswap16(x);
}
static __device__ __forceinline__ unsigned __nv_bswap32(unsigned x) { return __builtin_bswap32(x); }
static __device__ __forceinline__ unsigned long long __nv_bswap64(unsigned long long x) {
  return __builtin_bswap64(x);
}

#define __AW_BOTH static __host__ __device__ __forceinline__

template <typename T> __AW_BOTH T __aw_larger(T a, T b) { return a > b ? a : b; }
template <typename T> __AW_BOTH T __aw_smaller(T a, T b) { return a < b ? a : b; }
/// T(a + b), which wraps.
template <typename T> __AW_BOTH T __aw_wrapped_sum(T a, T b) {
  return T(unsigned(a) + unsigned(b));
}
__AW_BOTH unsigned __aw_pair(unsigned short high, unsigned short low) {
  return unsigned(high) << 16 | low;
}

// One function for words and one for pairs of halves. `of` is the expression in a, b and c.
#define __AW_FUSED3(name, word, of)                                                                \
  __AW_BOTH word __vi##name(word a, word b, word c) {                                              \
    typedef word T;                                                                                \
    return of;                                                                                     \
  }
#define __AW_FUSED3_PAIR(name, half, of)                                                           \
  __AW_BOTH unsigned __vi##name(unsigned x, unsigned y, unsigned z) {                              \
    typedef half T;                                                                                \
    auto one = [](T a, T b, T c) -> T { return of; };                                              \
    return __aw_pair(one(T(x >> 16), T(y >> 16), T(z >> 16)), one(T(x), T(y), T(z)));              \
  }
#define __AW_FUSED3_SIGNED(name, of)                                                               \
  __AW_FUSED3(name##_s32, int, of)                                                                 \
  __AW_FUSED3_PAIR(name##_s16x2, short, of)                                                        \
  __AW_FUSED3(name##_s32_relu, int, __aw_larger<T>(of, 0))                                         \
  __AW_FUSED3_PAIR(name##_s16x2_relu, short, __aw_larger<T>(of, 0))
#define __AW_FUSED3_ALL(name, of)                                                                  \
  __AW_FUSED3_SIGNED(name, (of))                                                                   \
  __AW_FUSED3(name##_u32, unsigned, (of))                                                          \
  __AW_FUSED3_PAIR(name##_u16x2, unsigned short, (of))

__AW_FUSED3_ALL(max3, __aw_larger(__aw_larger(a, b), c))
__AW_FUSED3_ALL(min3, __aw_smaller(__aw_smaller(a, b), c))
__AW_FUSED3_ALL(addmax, __aw_larger(__aw_wrapped_sum<T>(a, b), c))
__AW_FUSED3_ALL(addmin, __aw_smaller(__aw_wrapped_sum<T>(a, b), c))

#define __AW_FUSED2_RELU(name, of)                                                                 \
  __AW_BOTH int __vi##name##_s32_relu(int a, int b) { return __aw_larger(of(a, b), 0); }           \
  __AW_BOTH unsigned __vi##name##_s16x2_relu(unsigned x, unsigned y) {                             \
    auto one = [](short a, short b) { return __aw_larger<short>(of(a, b), 0); };                   \
    return __aw_pair(one(short(x >> 16), short(y >> 16)), one(short(x), short(y)));                \
  }
__AW_FUSED2_RELU(max, __aw_larger)
__AW_FUSED2_RELU(min, __aw_smaller)

// With the answer which operand it is: true for the first, also when they are equal.
#define __AW_CHOICE(name, suffix, word, half, compare)                                             \
  __AW_BOTH word __vib##name##_##suffix##32(word a, word b, bool *first) {                         \
    *first = a compare b;                                                                          \
    return *first ? a : b;                                                                         \
  }                                                                                                \
  __AW_BOTH unsigned __vib##name##_##suffix##16x2(unsigned x, unsigned y, bool *firstHigh,         \
                                                  bool *firstLow) {                                \
    typedef half T;                                                                                \
    T high = T(x >> 16), low = T(x), otherHigh = T(y >> 16), otherLow = T(y);                      \
    *firstHigh = high compare otherHigh;                                                           \
    *firstLow = low compare otherLow;                                                              \
    return __aw_pair(*firstHigh ? high : otherHigh, *firstLow ? low : otherLow);                   \
  }
__AW_CHOICE(max, s, int, short, >=)
__AW_CHOICE(max, u, unsigned, unsigned short, >=)
__AW_CHOICE(min, s, int, short, <=)
__AW_CHOICE(min, u, unsigned, unsigned short, <=)

#undef __AW_FUSED3
#undef __AW_FUSED3_PAIR
#undef __AW_FUSED3_SIGNED
#undef __AW_FUSED3_ALL
#undef __AW_FUSED2_RELU
#undef __AW_CHOICE
#undef __AW_BOTH

#endif
