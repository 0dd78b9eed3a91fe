// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video and packed integer instructions: cases worked out from the pseudo-code of the PTX manual.
#include "device/builtins/Builtins.h"

#include <gtest/gtest.h>

using namespace anywarp::device;

namespace {

uint32_t video(uint32_t a, uint32_t b, uint32_t c, VideoOp op, uint32_t flags,
               VideoPart partA = PartWord, VideoPart partB = PartWord, VideoPart target = PartWord,
               VideoMerge second = MergeParts) {
  return aw_video(a, b, c, op, partA, partB, target, second, flags);
}

TEST(Video, SelectorsExtendBySignedness) {
  EXPECT_EQ(0x80u + 0x8000u, video(0x80, 0x8000, 0, VideoAdd, 0, PartByte0, PartHalf0));
  EXPECT_EQ(uint32_t(-128 - 32768),
            video(0x80, 0x8000, 0, VideoAdd, VideoASigned | VideoBSigned, PartByte0, PartHalf0));
  EXPECT_EQ(0x12u + 0x56u, video(0x12345678, 0x12345678, 0, VideoAdd, 0, PartByte3, PartByte1));
}

TEST(Video, Saturation) {
  uint32_t all = VideoASigned | VideoBSigned | VideoDSigned | VideoSaturate;
  EXPECT_EQ(0x7fffffffu, video(0x7fffffff, 1, 0, VideoAdd, all));
  EXPECT_EQ(0u, video(1, 2, 0, VideoSub, VideoSaturate));
  // A whole u32 wraps at the top: recorded on a GPU, against the letter of the manual.
  EXPECT_EQ(1u, video(0xffffffff, 2, 0, VideoAdd, VideoSaturate));
  EXPECT_EQ(0xffu, video(200, 100, 0, VideoAdd, VideoSaturate, PartWord, PartWord, PartByte0));
  EXPECT_EQ(0xffffffffu, video(0xffffffff, 0x80000000, 0, VideoAdd, 0) + 0x80000000u);
}

TEST(Video, SecondaryOperationAndMerge) {
  EXPECT_EQ(15u, video(2, 3, 10, VideoAdd, 0, PartWord, PartWord, PartWord, MergeAdd));
  EXPECT_EQ(5u, video(2, 3, 10, VideoAdd, 0, PartWord, PartWord, PartWord, MergeMin));
  EXPECT_EQ(10u, video(2, 3, 10, VideoAdd, 0, PartWord, PartWord, PartWord, MergeMax));
  EXPECT_EQ(0xaa05ccddu, video(2, 3, 0xaabbccdd, VideoAdd, 0, PartWord, PartWord, PartByte2));
  // The upper half is merged in place, as an H200 does.
  EXPECT_EQ(0x0005ccddu, video(0x50002, 3, 0xaabbccdd, VideoAdd, 0, PartWord, PartWord, PartHalf1));
  EXPECT_EQ(0xffffccddu, video(2, 3, 0xaabbccdd, VideoSub, 0, PartWord, PartWord, PartHalf1));
}

TEST(Video, Shifts) {
  auto shift = [](uint32_t a, uint32_t b, VideoOp op, uint32_t flags) {
    return aw_video_shift(a, b, 0, op, PartWord, PartWord, PartWord, MergeParts, flags);
  };
  EXPECT_EQ(0u, shift(1, 40, VideoShl, VideoClamp));
  EXPECT_EQ(1u << 8, shift(1, 40, VideoShl, 0));
  EXPECT_EQ(0xffffffffu, shift(0x80000000, 40, VideoShr, VideoClamp | VideoASigned));
  EXPECT_EQ(0u, shift(0x80000000, 40, VideoShr, VideoClamp));
}

// Recorded on an H200.
TEST(Video, ShiftsSaturateWholeWordsBeforeTheMerge) {
  auto shift = [](uint32_t a, uint32_t b, uint32_t c, VideoPart partA, VideoPart target,
                  VideoMerge second, uint32_t flags) {
    return aw_video_shift(a, b, c, VideoShl, partA, PartByte0, target, second,
                          flags | VideoSaturate);
  };
  EXPECT_EQ(0xe6e3f953u,
            shift(0xffffffe6, 0, 0x99e3f953, PartHalf0, PartByte3, MergeParts, VideoClamp));
  EXPECT_EQ(0x0000a800u, shift(0xaa, 0xaa, 3, PartByte0, PartHalf0, MergeParts, 0));
  EXPECT_EQ(0x80000001u, shift(1, 0x1f, 0x80000001, PartByte0, PartWord, MergeMin, 0));
  EXPECT_EQ(0xffdba616u, shift(0xac, 0xd8, 0xffdba616, PartByte0, PartWord, MergeMin, 0));
}

// What NVIDIA's assembler makes of vshl.u32 with .min and .max.
TEST(Video, ShiftsAreComparedInFullWidth) {
  auto shift = [](uint32_t a, uint32_t b, uint32_t c, VideoPart partA, VideoPart partB,
                  VideoMerge second, uint32_t flags) {
    return aw_video_shift(a, b, c, VideoShl, partA, partB, PartWord, second, flags);
  };
  EXPECT_EQ(0u, shift(0xff00ff01, 0x7f7f8000, 0x80000000, PartHalf1, PartByte2, MergeMax,
                      VideoASigned)); // -256 << 31
  EXPECT_EQ(0u, shift(0x12345678, 0x40004000, 0x7fffffff, PartHalf0, PartWord, MergeMax,
                      VideoClamp)); // 0x5678 << 32
  EXPECT_EQ(0x80000000u, shift(1, 0x1f201f20, 0x80808080, PartHalf0, PartByte1, MergeMin,
                               VideoASigned | VideoClamp));
  EXPECT_EQ(0xff00ff01u, shift(0x7f7f8000, 0x7fffffff, 0xff00ff01, PartByte1, PartHalf0, MergeMin,
                               VideoASigned));
}

// Recorded on an H200.
TEST(Video, SumsAreComparedByTheLowWord) {
  auto sum = [](uint32_t a, uint32_t b, uint32_t c, VideoOp op, VideoMerge second, uint32_t flags) {
    return video(a, b, c, op, flags, PartWord, PartWord, PartWord, second);
  };
  EXPECT_EQ(0xf951bed0u, sum(0x89abcdef, 0, 0xf951bed0, VideoAdd, MergeMin, 0));
  EXPECT_EQ(0x89abcdefu, sum(0x89abcdef, 0, 0xf951bed0, VideoAdd, MergeMax, 0));
  EXPECT_EQ(0x288eba3du, sum(0x54becb90, 0xd3cfeead, 0xb97ae1f5, VideoAdd, MergeMin,
                             VideoASigned | VideoSaturate));
  EXPECT_EQ(0xffffffffu, sum(0xffffffff, 0, 0x357fe80e, VideoSub, MergeMin, VideoDSigned));
  auto shift = [](VideoMerge second, uint32_t flags) {
    return aw_video_shift(0x89abcdef, 0, 0xf951bed0, VideoShr, PartWord, PartWord, PartWord, second,
                          flags);
  };
  EXPECT_EQ(0x89abcdefu, shift(MergeMin, 0));
  EXPECT_EQ(0xf951bed0u, shift(MergeMin, VideoSaturate));
  EXPECT_EQ(0x89abcdefu, shift(MergeMax, VideoASigned));
}

// Recorded on an H200.
TEST(Video, PartsSaturateAsUnsignedInFullWidth) {
  auto low = [](uint32_t a, uint32_t b, VideoOp op, uint32_t flags) {
    return video(a, b, 0, op, flags | VideoSaturate, PartWord, PartWord, PartByte0);
  };
  EXPECT_EQ(0xffu, low(0xffffffff, 2, VideoAdd, 0));
  EXPECT_EQ(0x7fu, low(0xffffffff, 2, VideoAdd, VideoDSigned));
  EXPECT_EQ(0xffu, low(0, 0xffffffff, VideoSub, 0));
}

TEST(Video, MultiplyAdd) {
  EXPECT_EQ(7u * 6 + 5, aw_video_mad(7, 6, 5, PartWord, PartWord, 0, 0));
  EXPECT_EQ(uint32_t(5 - 7 * 6), aw_video_mad(7, 6, 5, PartWord, PartWord, 0, VideoNegate));
  EXPECT_EQ(7u * 6 - 5, aw_video_mad(7, 6, 5, PartWord, PartWord, 0, VideoNegateC));
  EXPECT_EQ(7u * 6 + 6, aw_video_mad(7, 6, 5, PartWord, PartWord, 0, VideoPlusOne));
  EXPECT_EQ((255u * 255 + 1000) >> 7, aw_video_mad(255, 255, 1000, PartByte0, PartByte0, 7, 0));
}

TEST(Video, SimdWithinAWord) {
  auto simd4 = [](uint32_t a, uint32_t b, uint32_t c, VideoOp op, uint32_t flags,
                  uint32_t mask = 15, uint32_t accumulate = 0) {
    return aw_video_simd4(a, b, c, op, CompareLt, 0x3210, 0x7654, mask, accumulate, flags);
  };
  EXPECT_EQ(0xff030405u, simd4(0xff010203, 0x02020202, 0, VideoAdd, VideoSaturate));
  EXPECT_EQ(0x01030405u, simd4(0xff010203, 0x02020202, 0, VideoAdd, 0));
  EXPECT_EQ(0xaabb0405u, simd4(0xff010203, 0x02020202, 0xaabbccdd, VideoAdd, 0, 3));
  EXPECT_EQ(1u + 2 + 3 + 4 + 100, simd4(0x01020304, 0, 100, VideoAdd, 0, 15, 1));
  EXPECT_EQ(0x00000101u, simd4(0x05050101, 0x02020202, 0, VideoSet, 0));
  EXPECT_EQ(0x80010203u, simd4(0xff020406, 0x01000000, 0, VideoAverage, 0)); // rounds up
  // Halves crossed: a.h10, b.h01 select b's halves swapped.
  EXPECT_EQ(0x00050007u,
            aw_video_simd2(0x00010002, 0x00050004, 0, VideoAdd, CompareEq, 0x10, 0x23, 3, 0, 0));
}

} // namespace
