// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer instructions of PTX that are no single operation: dot products and bit fields.
#include "device/builtins/Builtins.h"

using namespace anywarp::device;

namespace {
AW_INLINE int32_t byteOf(uint32_t x, int i, bool isSigned) {
  return isSigned ? int32_t(int8_t(x >> (8 * i))) : int32_t(uint8_t(x >> (8 * i)));
}
AW_INLINE int32_t halfOf(uint32_t x, int i, bool isSigned) {
  return isSigned ? int32_t(int16_t(x >> (16 * i))) : int32_t(uint16_t(x >> (16 * i)));
}
} // namespace

AW_BUILTIN uint32_t aw_dp4a(uint32_t a, uint32_t b, uint32_t c, uint32_t signedA,
                            uint32_t signedB) {
  for (int i = 0; i < 4; ++i)
    c += uint32_t(byteOf(a, i, signedA) * byteOf(b, i, signedB));
  return c;
}
/// Eight 4-bit numbers of each word.
AW_BUILTIN uint32_t aw_dp8a(uint32_t a, uint32_t b, uint32_t c, uint32_t signedA,
                            uint32_t signedB) {
  for (int i = 0; i < 8; ++i) {
    uint32_t x = a << (28 - 4 * i), y = b << (28 - 4 * i);
    int32_t left = signedA ? int32_t(x) >> 28 : int32_t(x >> 28);
    int32_t right = signedB ? int32_t(y) >> 28 : int32_t(y >> 28);
    c += uint32_t(left * right);
  }
  return c;
}
/// Two halves of a with two bytes of b, the upper two (.hi) or the lower two.
AW_BUILTIN uint32_t aw_dp2a(uint32_t a, uint32_t b, uint32_t c, uint32_t signedA, uint32_t signedB,
                            uint32_t high) {
  for (int i = 0; i < 2; ++i)
    c += uint32_t(halfOf(a, i, signedA) * byteOf(b, i + (high ? 2 : 0), signedB));
  return c;
}

namespace {
AW_INLINE uint32_t reversed(uint32_t x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(x);
}
/// Operand of bmsk and szext: at most 32, or modulo 32.
AW_INLINE uint32_t field(uint32_t x, bool wraps) { return wraps ? x & 31 : x < 32 ? x : 32; }
} // namespace

/// The place of the n-th set bit of `mask`, counted from `base` upwards (n > 0) or downwards (n < 0);
/// n == 0 asks for the bit at `base` itself.
AW_BUILTIN uint32_t aw_fns(uint32_t mask, uint32_t base, int32_t offset) {
  bool isDown = offset < 0;
  // Downwards is upwards in the mirrored mask.
  uint32_t start = isDown ? 31 - (base & 31) : base & 31;
  uint32_t rest = (isDown ? reversed(mask) : mask) >> start;
  rest = offset == 0 ? rest & 1 : rest;
  uint32_t distance = isDown ? 0u - uint32_t(offset) : uint32_t(offset);
  uint32_t count = offset == 0 ? 0 : distance - 1;
  bool exists = count < uint32_t(__builtin_popcount(rest)) && base < 32; // none lies above 31
  uint32_t place = start;
  for (uint32_t width = 16; width; width /= 2) {
    uint32_t low = rest & ((1u << width) - 1), below = uint32_t(__builtin_popcount(low));
    bool isAbove = count >= below;
    count -= isAbove ? below : 0;
    rest = isAbove ? rest >> width : low;
    place += isAbove ? width : 0;
  }
  place = isDown ? 31 - place : place;
  // The one distance that has no magnitude: GPUs answer 0.
  return distance == 0x80000000u && isDown ? 0 : exists ? place : ~0u;
}

AW_BUILTIN uint32_t aw_bmsk(uint32_t position, uint32_t width, uint32_t wraps) {
  return uint32_t(((1ull << field(width, wraps)) - 1) << field(position, wraps));
}
AW_BUILTIN uint32_t aw_szext_u32(uint32_t a, uint32_t width, uint32_t wraps) {
  return uint32_t(a & ((1ull << field(width, wraps)) - 1));
}
AW_BUILTIN uint32_t aw_szext_s32(uint32_t a, uint32_t width, uint32_t wraps) {
  uint32_t bits = field(width, wraps), unused = bits ? 64 - bits : 63;
  return bits ? uint32_t(int64_t(uint64_t(a) << unused) >> unused) : 0;
}

/// The 48-bit product of the low 24 bits, or its upper 32 bits.
AW_BUILTIN uint32_t aw_mul24_u32(uint32_t a, uint32_t b, uint32_t high) {
  return uint32_t((uint64_t(a & 0xffffff) * (b & 0xffffff)) >> (high ? 16 : 0));
}
AW_BUILTIN uint32_t aw_mul24_s32(uint32_t a, uint32_t b, uint32_t high) {
  int64_t product = int64_t(int32_t(a << 8) >> 8) * (int32_t(b << 8) >> 8);
  return uint32_t(uint64_t(product) >> (high ? 16 : 0));
}

/// The place of the highest bit that differs from the sign, or how far it is from the top.
AW_BUILTIN uint32_t aw_bfind_u32(uint32_t a, uint32_t fromTop) {
  uint32_t zeros = a ? uint32_t(__builtin_clz(a)) : 32;
  return !a ? ~0u : fromTop ? zeros : 31 - zeros;
}
AW_BUILTIN uint32_t aw_bfind_s32(uint32_t a, uint32_t fromTop) {
  return aw_bfind_u32(a ^ uint32_t(int32_t(a) >> 31), fromTop);
}
AW_BUILTIN uint32_t aw_bfind_u64(uint64_t a, uint32_t fromTop) {
  uint32_t zeros = a ? uint32_t(__builtin_clzll(a)) : 64;
  return !a ? ~0u : fromTop ? zeros : 63 - zeros;
}
AW_BUILTIN uint32_t aw_bfind_s64(uint64_t a, uint32_t fromTop) {
  return aw_bfind_u64(a ^ uint64_t(int64_t(a) >> 63), fromTop);
}
