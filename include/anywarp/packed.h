// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What works on more than 64 bits or on two floats at once: 128-bit atomics (sm_90), the arithmetic of
// float2 in one instruction (sm_100).
#ifndef ANYWARP_PACKED_H
#define ANYWARP_PACKED_H

#define __AW_DEVICE static __device__ __forceinline__

#if __CUDA_ARCH__ >= 900
// Any type of 16 bytes, aligned to them.
#define __AW_ATOMIC128(suffix, scope)                                                              \
  template <class T, __aw_enable_if_wide<T> = 0>                                                   \
  __AW_DEVICE T atomicExch##suffix(T *address, T value) {                                          \
    __aw_wide v = __builtin_bit_cast(__aw_wide, value), old;                                       \
    asm volatile("{\n\t.reg .b128 v, old;\n\tmov.b128 v, {%2, %3};\n\t"                            \
                 "atom.exch" scope ".b128 old, [%4], v;\n\tmov.b128 {%0, %1}, old;\n\t}"           \
                 : "=l"(old.low), "=l"(old.high)                                                   \
                 : "l"(v.low), "l"(v.high), "l"(address)                                           \
                 : "memory");                                                                      \
    return __builtin_bit_cast(T, old);                                                             \
  }                                                                                                \
  template <class T, __aw_enable_if_wide<T> = 0>                                                   \
  __AW_DEVICE T atomicCAS##suffix(T *address, T compare, T value) {                                \
    __aw_wide c = __builtin_bit_cast(__aw_wide, compare), old;                                     \
    __aw_wide v = __builtin_bit_cast(__aw_wide, value);                                            \
    asm volatile("{\n\t.reg .b128 c, v, old;\n\tmov.b128 c, {%2, %3};\n\tmov.b128 v, {%4, %5};\n\t"\
                 "atom.cas" scope ".b128 old, [%6], c, v;\n\tmov.b128 {%0, %1}, old;\n\t}"         \
                 : "=l"(old.low), "=l"(old.high)                                                   \
                 : "l"(c.low), "l"(c.high), "l"(v.low), "l"(v.high), "l"(address)                  \
                 : "memory");                                                                      \
    return __builtin_bit_cast(T, old);                                                             \
  }
struct __aw_wide {
  unsigned long long low, high;
};
template <bool is> struct __aw_if_wide {};
template <> struct __aw_if_wide<true> {
  typedef int type;
};
template <class T>
using __aw_enable_if_wide =
    typename __aw_if_wide<sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T)>::type;
__AW_ATOMIC128(, ".gpu")
__AW_ATOMIC128(_block, ".cta")
__AW_ATOMIC128(_system, ".sys")
#undef __AW_ATOMIC128
#endif

#if __CUDA_ARCH__ >= 1000
#define __AW_FLOAT2(mode, ptx)                                                                     \
  __AW_DEVICE float2 __fadd2_##mode(float2 x, float2 y) {                                          \
    unsigned long long result;                                                                     \
    asm("add." ptx ".f32x2 %0, %1, %2;"                                                            \
        : "=l"(result)                                                                             \
        : "l"(__builtin_bit_cast(unsigned long long, x)),                                          \
          "l"(__builtin_bit_cast(unsigned long long, y)));                                         \
    return __builtin_bit_cast(float2, result);                                                     \
  }                                                                                                \
  __AW_DEVICE float2 __fmul2_##mode(float2 x, float2 y) {                                          \
    unsigned long long result;                                                                     \
    asm("mul." ptx ".f32x2 %0, %1, %2;"                                                            \
        : "=l"(result)                                                                             \
        : "l"(__builtin_bit_cast(unsigned long long, x)),                                          \
          "l"(__builtin_bit_cast(unsigned long long, y)));                                         \
    return __builtin_bit_cast(float2, result);                                                     \
  }                                                                                                \
  __AW_DEVICE float2 __ffma2_##mode(float2 x, float2 y, float2 z) {                                \
    unsigned long long result;                                                                     \
    asm("fma." ptx ".f32x2 %0, %1, %2, %3;"                                                        \
        : "=l"(result)                                                                             \
        : "l"(__builtin_bit_cast(unsigned long long, x)),                                          \
          "l"(__builtin_bit_cast(unsigned long long, y)),                                          \
          "l"(__builtin_bit_cast(unsigned long long, z)));                                         \
    return __builtin_bit_cast(float2, result);                                                     \
  }
__AW_FLOAT2(rn, "rn")
__AW_FLOAT2(rz, "rz")
__AW_FLOAT2(rd, "rm")
__AW_FLOAT2(ru, "rp")
#undef __AW_FLOAT2
#endif

#undef __AW_DEVICE

#endif
