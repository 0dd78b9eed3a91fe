// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer instructions of PTX that work on parts of a word: dot products and packed 16-bit numbers.
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

AW_BUILTIN uint32_t aw_add_u16x2(uint32_t a, uint32_t b) {
  return ((a & 0xffff0000u) + (b & 0xffff0000u)) | ((a + b) & 0xffffu);
}
AW_BUILTIN uint32_t aw_sub_u16x2(uint32_t a, uint32_t b) {
  return ((a & 0xffff0000u) - (b & 0xffff0000u)) | ((a - b) & 0xffffu);
}
/// min (FlagMin) and max of packed halves; FlagRelu: negative results become 0.
AW_BUILTIN uint32_t aw_minmax_u16x2(uint32_t a, uint32_t b, uint32_t flags) {
  uint32_t d = 0;
  for (int i = 0; i < 2; ++i) {
    int32_t x = halfOf(a, i, false), y = halfOf(b, i, false);
    bool takeX = flags & FlagMin ? x < y : x > y;
    d |= uint32_t(takeX ? x : y) << (16 * i);
  }
  return d;
}
AW_BUILTIN uint32_t aw_minmax_s16x2(uint32_t a, uint32_t b, uint32_t flags) {
  uint32_t d = 0;
  for (int i = 0; i < 2; ++i) {
    int32_t x = halfOf(a, i, true), y = halfOf(b, i, true);
    bool takeX = flags & FlagMin ? x < y : x > y;
    int32_t r = takeX ? x : y;
    r = flags & FlagRelu && r < 0 ? 0 : r;
    d |= (uint32_t(r) & 0xffffu) << (16 * i);
  }
  return d;
}
