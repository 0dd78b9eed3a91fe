// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer intrinsics and the SIMD-in-a-word ("video") functions.
#include "Machine.h"

namespace anywarp::libdevice {

AW_MATH int __nv_abs(int x) { return x < 0 ? int(0u - unsigned(x)) : x; }
AW_MATH int64_t __nv_llabs(int64_t x) { return x < 0 ? int64_t(0ul - uint64_t(x)) : x; }
AW_MATH int __nv_min(int a, int b) { return a < b ? a : b; }
AW_MATH int __nv_max(int a, int b) { return a > b ? a : b; }
AW_MATH uint32_t __nv_umin(uint32_t a, uint32_t b) { return a < b ? a : b; }
AW_MATH uint32_t __nv_umax(uint32_t a, uint32_t b) { return a > b ? a : b; }
AW_MATH int64_t __nv_llmin(int64_t a, int64_t b) { return a < b ? a : b; }
AW_MATH int64_t __nv_llmax(int64_t a, int64_t b) { return a > b ? a : b; }
AW_MATH uint64_t __nv_ullmin(uint64_t a, uint64_t b) { return a < b ? a : b; }
AW_MATH uint64_t __nv_ullmax(uint64_t a, uint64_t b) { return a > b ? a : b; }
AW_MATH int __nv_brev(int x) { return int(__builtin_bitreverse32(unsigned(x))); }
AW_MATH int64_t __nv_brevll(int64_t x) { return int64_t(__builtin_bitreverse64(uint64_t(x))); }
AW_MATH int __nv_clz(int x) { return x ? __builtin_clz(unsigned(x)) : 32; }
AW_MATH int __nv_clzll(int64_t x) { return x ? __builtin_clzl(uint64_t(x)) : 64; }
AW_MATH int __nv_ffs(int x) { return x ? __builtin_ctz(unsigned(x)) + 1 : 0; }
AW_MATH int __nv_ffsll(int64_t x) { return x ? __builtin_ctzl(uint64_t(x)) + 1 : 0; }
AW_MATH int __nv_popc(int x) { return __builtin_popcount(unsigned(x)); }
AW_MATH int __nv_popcll(int64_t x) { return __builtin_popcountl(uint64_t(x)); }
AW_MATH int __nv_mul24(int a, int b) {
  return int(unsigned(int(unsigned(a) << 8) >> 8) * unsigned(int(unsigned(b) << 8) >> 8));
}
AW_MATH uint32_t __nv_umul24(uint32_t a, uint32_t b) { return (a & 0xffffffu) * (b & 0xffffffu); }
AW_MATH uint32_t __nv_sad(int a, int b, uint32_t c) { return c + (a > b ? uint32_t(a) - uint32_t(b) : uint32_t(b) - uint32_t(a)); }
AW_MATH uint32_t __nv_usad(uint32_t a, uint32_t b, uint32_t c) { return c + (a > b ? a - b : b - a); }
AW_MATH int __nv_hadd(int a, int b) { return int((int64_t(a) + b) >> 1); }
AW_MATH int __nv_rhadd(int a, int b) { return int((int64_t(a) + b + 1) >> 1); }
AW_MATH uint32_t __nv_uhadd(uint32_t a, uint32_t b) { return uint32_t((uint64_t(a) + b) >> 1); }
AW_MATH uint32_t __nv_urhadd(uint32_t a, uint32_t b) { return uint32_t((uint64_t(a) + b + 1) >> 1); }
AW_MATH int __nv_byte_perm(int a, int b, int selector) {
  uint64_t bytes = uint64_t(uint32_t(b)) << 32 | uint32_t(a);
  uint32_t result = 0;
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; ++i)
    result |= uint32_t(bytes >> (8 * (uint32_t(selector) >> (4 * i) & 7)) & 0xff) << (8 * i);
  return int(result);
}
AW_MATH float __nv_int_as_float(int x) { return bitCast<float>(x); }
AW_MATH float __nv_uint_as_float(uint32_t x) { return bitCast<float>(x); }
AW_MATH int __nv_float_as_int(float x) { return bitCast<int>(x); }
AW_MATH uint32_t __nv_float_as_uint(float x) { return bitCast<uint32_t>(x); }
AW_MATH double __nv_longlong_as_double(int64_t x) { return bitCast<double>(x); }
AW_MATH int64_t __nv_double_as_longlong(double x) { return bitCast<int64_t>(x); }
AW_MATH int __nv_double2hiint(double x) { return int(bitCast<uint64_t>(x) >> 32); }
AW_MATH int __nv_double2loint(double x) { return int(bitCast<uint64_t>(x)); }
AW_MATH double __nv_hiloint2double(int high, int low) {
  return bitCast<double>(uint64_t(uint32_t(high)) << 32 | uint32_t(low));
}

/// Applies `f` to each field of `Bits` bits, sign- or zero-extended; the low bits of each result
/// make the word.
template <int Bits, bool Signed, typename F> AW_INLINE uint32_t eachField(uint32_t a, uint32_t b, F f) {
  uint32_t result = 0;
#pragma clang loop unroll(full)
  for (int at = 0; at < 32; at += Bits) {
    uint32_t x = a << (32 - Bits - at), y = b << (32 - Bits - at);
    int fx = Signed ? int(x) >> (32 - Bits) : int(x >> (32 - Bits));
    int fy = Signed ? int(y) >> (32 - Bits) : int(y >> (32 - Bits));
    result |= (uint32_t(f(fx, fy)) & ((1u << Bits) - 1)) << at;
  }
  return result;
}
template <int Bits> AW_INLINE int clampSigned(int x) {
  constexpr int kMax = (1 << (Bits - 1)) - 1;
  return x > kMax ? kMax : x < -kMax - 1 ? -kMax - 1 : x;
}
template <int Bits> AW_INLINE int clampUnsigned(int x) {
  constexpr int kMax = (1 << Bits) - 1;
  return x > kMax ? kMax : x < 0 ? 0 : x;
}
AW_INLINE int absolute(int x) { return x < 0 ? -x : x; }

#define AW_UNARY(name, is_signed, expression)                                                      \
  AW_MATH uint32_t __nv_v##name##2(uint32_t a) {                                                   \
    constexpr int Bits = 16;                                                                       \
    return eachField<Bits, is_signed>(a, 0, [](int x, int) { return expression; });                \
  }                                                                                                \
  AW_MATH uint32_t __nv_v##name##4(uint32_t a) {                                                   \
    constexpr int Bits = 8;                                                                        \
    return eachField<Bits, is_signed>(a, 0, [](int x, int) { return expression; });                \
  }
#define AW_BINARY(name, is_signed, expression)                                                     \
  AW_MATH uint32_t __nv_v##name##2(uint32_t a, uint32_t b) {                                       \
    constexpr int Bits = 16;                                                                       \
    return eachField<Bits, is_signed>(a, b, [](int x, int y) { return expression; });              \
  }                                                                                                \
  AW_MATH uint32_t __nv_v##name##4(uint32_t a, uint32_t b) {                                       \
    constexpr int Bits = 8;                                                                        \
    return eachField<Bits, is_signed>(a, b, [](int x, int y) { return expression; });              \
  }
// clang-format off
AW_UNARY(abs, true, absolute(x))
AW_UNARY(absss, true, clampSigned<Bits>(absolute(x)))
AW_UNARY(neg, true, -x)
AW_UNARY(negss, true, clampSigned<Bits>(-x))
AW_BINARY(add, true, x + y)
AW_BINARY(addss, true, clampSigned<Bits>(x + y))
AW_BINARY(addus, false, clampUnsigned<Bits>(x + y))
AW_BINARY(sub, true, x - y)
AW_BINARY(subss, true, clampSigned<Bits>(x - y))
AW_BINARY(subus, false, clampUnsigned<Bits>(x - y))
AW_BINARY(absdiffs, true, absolute(x - y))
AW_BINARY(absdiffu, false, absolute(x - y))
AW_BINARY(avgs, true, (x + y + (x + y >= 0)) >> 1)
AW_BINARY(avgu, false, (x + y + 1) >> 1)
AW_BINARY(haddu, false, (x + y) >> 1)
AW_BINARY(mins, true, x < y ? x : y)
AW_BINARY(minu, false, x < y ? x : y)
AW_BINARY(maxs, true, x > y ? x : y)
AW_BINARY(maxu, false, x > y ? x : y)
AW_BINARY(cmpeq, false, -(x == y))
AW_BINARY(cmpne, false, -(x != y))
AW_BINARY(cmpges, true, -(x >= y))
AW_BINARY(cmpgeu, false, -(x >= y))
AW_BINARY(cmpgts, true, -(x > y))
AW_BINARY(cmpgtu, false, -(x > y))
AW_BINARY(cmples, true, -(x <= y))
AW_BINARY(cmpleu, false, -(x <= y))
AW_BINARY(cmplts, true, -(x < y))
AW_BINARY(cmpltu, false, -(x < y))
AW_BINARY(seteq, false, x == y)
AW_BINARY(setne, false, x != y)
AW_BINARY(setges, true, x >= y)
AW_BINARY(setgeu, false, x >= y)
AW_BINARY(setgts, true, x > y)
AW_BINARY(setgtu, false, x > y)
AW_BINARY(setles, true, x <= y)
AW_BINARY(setleu, false, x <= y)
AW_BINARY(setlts, true, x < y)
AW_BINARY(setltu, false, x < y)
// clang-format on
#undef AW_UNARY
#undef AW_BINARY

template <int Bits, bool Signed> AW_INLINE uint32_t sumOfDifferences(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  eachField<Bits, Signed>(a, b, [&](int x, int y) {
    sum += uint32_t(absolute(x - y));
    return 0;
  });
  return sum;
}
AW_MATH uint32_t __nv_vsads2(uint32_t a, uint32_t b) { return sumOfDifferences<16, true>(a, b); }
AW_MATH uint32_t __nv_vsadu2(uint32_t a, uint32_t b) { return sumOfDifferences<16, false>(a, b); }
AW_MATH uint32_t __nv_vsads4(uint32_t a, uint32_t b) { return sumOfDifferences<8, true>(a, b); }
AW_MATH uint32_t __nv_vsadu4(uint32_t a, uint32_t b) { return sumOfDifferences<8, false>(a, b); }

} // namespace anywarp::libdevice
