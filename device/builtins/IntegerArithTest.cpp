// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer instructions against the formulas of the PTX manual.
#include <cstdint>

#include <gtest/gtest.h>

#include "device/builtins/Builtins.h"

namespace {

TEST(Integers, dotProducts) {
  EXPECT_EQ(10u + 1 * 5 + 2 * 6 + 3 * 7 + 4 * 8, aw_dp4a(0x04030201, 0x08070605, 10, 0, 0));
  EXPECT_EQ(uint32_t(-4), aw_dp4a(0xffffffff, 0x01010101, 0, 1, 1));
  EXPECT_EQ(255u * 4, aw_dp4a(0xffffffff, 0x01010101, 0, 0, 0));
  EXPECT_EQ(1u * 8 + 2 * 7 + 3 * 6, aw_dp8a(0x00000321, 0x00000678, 0, 0, 0));
  EXPECT_EQ(uint32_t(-8 * 1 + -1 * 15), aw_dp8a(0x000000f8, 0x000000f1, 0, 1, 0));
  EXPECT_EQ(1u * 5 + 2 * 6, aw_dp2a(0x00020001, 0x08070605, 0, 0, 0, 0));
  EXPECT_EQ(1u * 7 + 2 * 8, aw_dp2a(0x00020001, 0x08070605, 0, 0, 0, 1));
}

TEST(Integers, bitFields) {
  EXPECT_EQ(0x00000ff0u, aw_bmsk(4, 8, 0));
  EXPECT_EQ(0xfffffff0u, aw_bmsk(4, 40, 0));
  EXPECT_EQ(0u, aw_bmsk(40, 8, 0));
  EXPECT_EQ(0x00000f00u, aw_bmsk(40, 36, 1));
  EXPECT_EQ(0xffffff80u, aw_szext_s32(0x180, 8, 0));
  EXPECT_EQ(0x80u, aw_szext_u32(0x180, 8, 0));
  EXPECT_EQ(0x80000180u, aw_szext_s32(0x80000180, 33, 0));
  EXPECT_EQ(0u, aw_szext_s32(1, 0, 0));
  EXPECT_EQ(0xffffffffu, aw_szext_s32(1, 33, 1));
  EXPECT_EQ(31u, aw_bfind_u32(0x80000000, 0));
  EXPECT_EQ(~0u, aw_bfind_s32(0xffffffff, 0));
  EXPECT_EQ(30u, aw_bfind_s32(0x80000000, 0));
  EXPECT_EQ(23u, aw_bfind_u64(uint64_t(1) << 40, 1));
  EXPECT_EQ(~0u, aw_bfind_s64(0, 1));
}

TEST(Integers, nthSetBit) {
  EXPECT_EQ(4u, aw_fns(0x00000110, 0, 1));
  EXPECT_EQ(8u, aw_fns(0x00000110, 0, 2));
  EXPECT_EQ(~0u, aw_fns(0x00000110, 0, 3));
  EXPECT_EQ(4u, aw_fns(0x00000110, 7, -1));
  EXPECT_EQ(8u, aw_fns(0x00000110, 8, 0));
  EXPECT_EQ(~0u, aw_fns(0x00000110, 7, 0));
  EXPECT_EQ(~0u, aw_fns(0xffffffff, 32, 1));
  EXPECT_EQ(0u, aw_fns(0xffffffff, 31, INT32_MIN));
}

TEST(Integers, products24) {
  EXPECT_EQ(1u, aw_mul24_s32(0x00ffffff, 0x01ffffff, 0));
  EXPECT_EQ(0x00010000u, aw_mul24_u32(0x00ffff00, 0x00ffff00, 0));
  EXPECT_EQ(0xfffffe00u, aw_mul24_u32(0x00ffffff, 0x00ffffff, 1));
  EXPECT_EQ(0xffffffffu, aw_mul24_s32(0x00ffffff, 1, 1));
}

} // namespace
