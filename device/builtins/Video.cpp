// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video instructions of PTX, scalar and SIMD within a word, after the pseudo-code of the manual's
// chapter. Every argument but the operands a, b, c is a constant where they are called.
#include "device/builtins/Builtins.h"

using namespace anywarp::device;

namespace {

AW_INLINE int64_t clamp(int64_t x, int64_t low, int64_t high) {
  return x < low ? low : x > high ? high : x;
}

/// partSelectSignExtend
AW_INLINE int64_t part(uint32_t x, VideoPart which, bool isSigned) {
  switch (which) {
  case PartWord:
    return isSigned ? int64_t(int32_t(x)) : int64_t(x);
  case PartByte0:
    return isSigned ? int64_t(int8_t(x)) : int64_t(uint8_t(x));
  case PartByte1:
    return isSigned ? int64_t(int8_t(x >> 8)) : int64_t(uint8_t(x >> 8));
  case PartByte2:
    return isSigned ? int64_t(int8_t(x >> 16)) : int64_t(uint8_t(x >> 16));
  case PartByte3:
    return isSigned ? int64_t(int8_t(x >> 24)) : int64_t(uint8_t(x >> 24));
  case PartHalf0:
    return isSigned ? int64_t(int16_t(x)) : int64_t(uint16_t(x));
  case PartHalf1:
    return isSigned ? int64_t(int16_t(x >> 16)) : int64_t(uint16_t(x >> 16));
  }
  return 0;
}

/// optSaturate: to the range of the part that is written.
AW_INLINE int64_t saturateTo(int64_t x, VideoPart which, bool isSigned) {
  int bits = which == PartWord ? 32 : which >= PartHalf0 ? 16 : 8;
  return isSigned ? clamp(x, -(int64_t(1) << (bits - 1)), (int64_t(1) << (bits - 1)) - 1)
                  : clamp(x, 0, (int64_t(1) << bits) - 1);
}

/// optMerge. Into the upper half GPUs merge the upper half of the result, not the lower one that
/// the manual's pseudo-code has.
AW_INLINE uint32_t merge(uint32_t x, VideoPart which, uint32_t c) {
  if (which == PartWord)
    return x;
  if (which == PartHalf1)
    return (x & 0xffff0000u) | (c & 0xffffu);
  uint32_t shift = which >= PartHalf0 ? (which - PartHalf0) * 16 : (which - PartByte0) * 8;
  uint32_t mask = (which >= PartHalf0 ? 0xffffu : 0xffu) << shift;
  return ((x << shift) & mask) | (c & ~mask);
}

/// How .min and .max compare the result with c. GPUs differ here from the manual (all forms seen).
enum class Width {
  Full,   ///< all 64 bits
  Word,   ///< the low word, as signed
  Borrow, ///< the low word, as unsigned; never less where both have their highest bit
};

/// optSecondaryOp, or optMerge where there is none.
AW_INLINE uint32_t finish(int64_t x, uint32_t c, VideoPart target, VideoMerge second, bool isSigned,
                          Width width = Width::Full) {
  uint32_t d = uint32_t(x);
  bool less = width == Width::Borrow ? d < c && !(d & c & 0x80000000u)
              : width == Width::Word ? int32_t(d) < int32_t(c)
              : isSigned             ? x < int64_t(int32_t(c))
                                     : uint64_t(x) < uint64_t(c);
  switch (second) {
  case MergeAdd:
    return d + c;
  case MergeMin:
    return less ? d : c;
  case MergeMax:
    return less ? c : d;
  case MergeParts:
    break;
  }
  return merge(d, target, c);
}

AW_INLINE bool compare(int64_t a, int64_t b, Compare how) {
  switch (how) {
  case CompareEq:
    return a == b;
  case CompareNe:
    return a != b;
  case CompareLt:
    return a < b;
  case CompareLe:
    return a <= b;
  case CompareGt:
    return a > b;
  case CompareGe:
    return a >= b;
  }
  return false;
}

/// The operations that the scalar and the SIMD instructions have in common.
AW_INLINE int64_t operate(int64_t a, int64_t b, VideoOp op, Compare how) {
  int64_t sum = a + b, difference = a - b;
  switch (op) {
  case VideoAdd:
    return sum;
  case VideoSub:
    return difference;
  case VideoAbsDiff:
    return difference < 0 ? -difference : difference;
  case VideoMin:
    return a < b ? a : b;
  case VideoMax:
    return a > b ? a : b;
  case VideoAverage:
    return (sum + (sum >= 0 ? 1 : 0)) >> 1;
  case VideoSet:
    return compare(a, b, how) ? 1 : 0;
  default:
    return 0;
  }
}

/// Byte or half `index` of the eight bytes (four halves) of a and b, a first.
AW_INLINE uint32_t selectFrom(uint32_t a, uint32_t b, uint32_t index, uint32_t bits) {
  uint32_t perWord = 32 / bits;
  return (index < perWord ? a : b) >> ((index & (perWord - 1)) * bits);
}

/// `lanes` operations side by side. A selector has four bits for each lane, the lowest lane first.
AW_INLINE uint32_t simd(uint32_t a, uint32_t b, uint32_t c, VideoOp op, Compare how, uint32_t lanes,
                        uint32_t selectA, uint32_t selectB, uint32_t mask, bool accumulate,
                        uint32_t flags) {
  uint32_t bits = 32 / lanes, shift = 64 - bits;
  uint32_t d = accumulate ? c : 0;
  for (uint32_t i = 0; i < lanes; ++i) {
    uint64_t x = uint64_t(selectFrom(a, b, (selectA >> (4 * i)) & 15, bits)) << shift;
    uint64_t y = uint64_t(selectFrom(a, b, (selectB >> (4 * i)) & 15, bits)) << shift;
    int64_t va = flags & VideoASigned ? int64_t(x) >> shift : int64_t(x >> shift);
    int64_t vb = flags & VideoBSigned ? int64_t(y) >> shift : int64_t(y >> shift);
    int64_t t = operate(va, vb, op, how);
    if (flags & VideoSaturate)
      t = saturateTo(t, bits == 16 ? PartHalf0 : PartByte0, flags & VideoDSigned);
    uint32_t lane = uint32_t(uint64_t(t) << shift >> shift);
    bool written = (mask >> i) & 1;
    if (accumulate)
      d += written ? uint32_t(t) : 0;
    else
      d |= (written ? lane : (c >> (i * bits)) & uint32_t(~0ull << shift >> shift)) << (i * bits);
  }
  return d;
}

} // namespace

AW_BUILTIN uint32_t aw_video(uint32_t a, uint32_t b, uint32_t c, VideoOp op, VideoPart partA,
                             VideoPart partB, VideoPart target, VideoMerge second, uint32_t flags) {
  int64_t x = part(a, partA, flags & VideoASigned), y = part(b, partB, flags & VideoBSigned);
  int64_t t = operate(x, y, op, CompareEq);
  // Of what the manual leaves to the width of the intermediate result, this is what GPUs do: a
  // whole u32 saturates only below, a part takes all bits as unsigned.
  if (flags & VideoSaturate) {
    if (target != PartWord)
      t = saturateTo(t < 0 ? INT64_MAX : t, target, flags & VideoDSigned);
    else if (flags & VideoDSigned)
      t = saturateTo(t, target, true);
    else
      t = t < 0 ? 0 : t;
  }
  Width width = op != VideoAdd && op != VideoSub ? Width::Full
                : flags & VideoDSigned           ? Width::Word
                                                 : Width::Borrow;
  return finish(t, c, target, second, flags & VideoDSigned, width);
}

AW_BUILTIN uint32_t aw_video_set(uint32_t a, uint32_t b, uint32_t c, Compare how, VideoPart partA,
                                 VideoPart partB, VideoPart target, VideoMerge second,
                                 uint32_t flags) {
  int64_t x = part(a, partA, flags & VideoASigned), y = part(b, partB, flags & VideoBSigned);
  return finish(compare(x, y, how) ? 1 : 0, c, target, second, flags & VideoASigned);
}

/// vshl and vshr; the amount is at most 32.
AW_BUILTIN uint32_t aw_video_shift(uint32_t a, uint32_t b, uint32_t c, VideoOp op, VideoPart partA,
                                   VideoPart partB, VideoPart target, VideoMerge second,
                                   uint32_t flags) {
  int64_t x = part(a, partA, flags & VideoASigned);
  uint32_t amount = uint32_t(part(b, partB, false));
  amount = flags & VideoClamp ? (amount > 32 ? 32 : amount) : amount & 31;
  int64_t t = op == VideoShl ? int64_t(uint64_t(x) << amount) : x >> amount;
  if (flags & VideoSaturate) // sees the 34 bits that the manual gives the intermediate result
    t = saturateTo(int64_t(uint64_t(t) << 30) >> 30, PartWord, flags & VideoDSigned);
  // An unsigned result is compared with all its 64 bits. GPUs take a saturated one of 2^31 and more
  // as if it were larger than any word.
  if (op == VideoShl && second != MergeParts && flags & VideoSaturate && !(flags & VideoDSigned))
    t = int64_t(int32_t(t));
  bool borrows = op == VideoShr && !(flags & VideoDSigned) &&
                 (flags & (VideoASigned | VideoSaturate) || partA != PartWord);
  return finish(t, c, target, second, flags & VideoDSigned, borrows ? Width::Borrow : Width::Full);
}

/// vmad. GPUs take whole words and the third operand as signed whatever their types say, and
/// compute in 64 bits; the types of a and b, and negation, decide only over the shift and the
/// saturation.
AW_BUILTIN uint32_t aw_video_mad(uint32_t a, uint32_t b, uint32_t c, VideoPart partA,
                                 VideoPart partB, uint32_t shift, uint32_t flags) {
  bool isSigned = flags & (VideoASigned | VideoBSigned | VideoNegate | VideoNegateC);
  int64_t t = part(a, partA, partA == PartWord || flags & VideoASigned) *
              part(b, partB, partB == PartWord || flags & VideoBSigned);
  int64_t addend = int32_t(c);
  t = (flags & VideoNegate ? -t : t) + (flags & VideoNegateC ? -addend : addend) +
      (flags & VideoPlusOne ? 1 : 0);
  t = isSigned ? t >> shift : int64_t(uint64_t(t) >> shift);
  if (flags & VideoSaturate)
    t = saturateTo(t, PartWord, isSigned);
  return uint32_t(t);
}

AW_BUILTIN uint32_t aw_video_simd2(uint32_t a, uint32_t b, uint32_t c, VideoOp op, Compare how,
                                   uint32_t selectA, uint32_t selectB, uint32_t mask,
                                   uint32_t accumulate, uint32_t flags) {
  return simd(a, b, c, op, how, 2, selectA, selectB, mask, accumulate, flags);
}
AW_BUILTIN uint32_t aw_video_simd4(uint32_t a, uint32_t b, uint32_t c, VideoOp op, Compare how,
                                   uint32_t selectA, uint32_t selectB, uint32_t mask,
                                   uint32_t accumulate, uint32_t flags) {
  return simd(a, b, c, op, how, 4, selectA, selectB, mask, accumulate, flags);
}
