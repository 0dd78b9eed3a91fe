// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// min and max of the arithmetic types in the global namespace, on both sides. Mixed signs give the
// unsigned type, mixed float and double give double; of a NaN and a number the number wins.
#ifndef ANYWARP_MINMAX_H
#define ANYWARP_MINMAX_H

#define __AW_HD static __host__ __device__ __forceinline__

#define __AW_MINMAX(result, first, second)                                                         \
  __AW_HD result min(first a, second b) {                                                          \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a)                \
                                                           : static_cast<result>(b);               \
  }                                                                                                \
  __AW_HD result max(first a, second b) {                                                          \
    return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a)                \
                                                           : static_cast<result>(b);               \
  }
#define __AW_MINMAX_SIGNS(base)                                                                    \
  __AW_MINMAX(base, base, base)                                                                    \
  __AW_MINMAX(unsigned base, unsigned base, unsigned base)                                         \
  __AW_MINMAX(unsigned base, unsigned base, base)                                                  \
  __AW_MINMAX(unsigned base, base, unsigned base)
__AW_MINMAX_SIGNS(int)
__AW_MINMAX_SIGNS(long)
__AW_MINMAX_SIGNS(long long)
#undef __AW_MINMAX_SIGNS
#undef __AW_MINMAX

__AW_HD float min(float a, float b) { return __builtin_fminf(a, b); }
__AW_HD float max(float a, float b) { return __builtin_fmaxf(a, b); }
__AW_HD double min(double a, double b) { return __builtin_fmin(a, b); }
__AW_HD double max(double a, double b) { return __builtin_fmax(a, b); }
__AW_HD double min(float a, double b) { return __builtin_fmin(a, b); }
__AW_HD double max(float a, double b) { return __builtin_fmax(a, b); }
__AW_HD double min(double a, float b) { return __builtin_fmin(a, b); }
__AW_HD double max(double a, float b) { return __builtin_fmax(a, b); }

// The named forms; the device ones are among Clang's headers.
static inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
static inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }
static inline long long llmin(long long a, long long b) { return min(a, b); }
static inline long long llmax(long long a, long long b) { return max(a, b); }
static inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
static inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}

#endif
