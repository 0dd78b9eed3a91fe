// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions of narrow floats, each over all of its values.
#include "blas/Element.h"

#include <gtest/gtest.h>

namespace anywarp::blas {
namespace {

/// Every value survives, and what lies between two neighbours goes to the nearer one, from the
/// middle to the even one.
template <typename T, typename Narrow> void checkAll(uint32_t largest, Narrow narrowed) {
  using Bits = decltype(T::bits);
  for (uint32_t b = 0; b <= largest; ++b) {
    const float here = toFloat(T{Bits(b)});
    ASSERT_EQ(narrowed(here).bits, b);
    ASSERT_EQ(narrowed(-here).bits & ~Bits(0), b | (Bits(1) << (8 * sizeof(Bits) - 1)));
    if (b == largest)
      continue;
    const float next = toFloat(T{Bits(b + 1)}), middle = float((double(here) + double(next)) / 2);
    ASSERT_EQ(narrowed(middle).bits, b + (b & 1)) << middle;
    ASSERT_EQ(narrowed(std::nextafter(middle, here)).bits, b);
    ASSERT_EQ(narrowed(std::nextafter(middle, next)).bits, b + 1);
  }
}

TEST(Element, roundsHalf) {
  checkAll<Half>(0x7bff, toHalf); // 65504
  EXPECT_EQ(toFloat(Half{0x7bff}), 65504);
  EXPECT_EQ(toHalf(65519.996f).bits, 0x7bff);
  EXPECT_EQ(toHalf(65520).bits, 0x7c00);
  EXPECT_EQ(toFloat(Half{1}), 0x1p-24f);
  EXPECT_TRUE(std::isinf(toFloat(Half{0x7c00})));
  EXPECT_TRUE(std::isnan(toFloat(toHalf(NAN))));
}

TEST(Element, roundsBfloat16) {
  checkAll<Bfloat16>(0x7f7f, toBfloat16);
  EXPECT_EQ(toFloat(Bfloat16{0x3f80}), 1);
  EXPECT_TRUE(std::isinf(toFloat(toBfloat16(INFINITY))));
  EXPECT_TRUE(std::isnan(toFloat(toBfloat16(NAN))));
}

TEST(Element, roundsFloat8) {
  checkAll<E4M3>(0x7e, toFloat8<E4M3>);
  checkAll<E5M2>(0x7b, toFloat8<E5M2>);
  EXPECT_EQ(toFloat(E4M3{0x7e}), 448);
  EXPECT_EQ(toFloat(E4M3{1}), 0x1p-9f);
  EXPECT_EQ(toFloat(E5M2{0x7b}), 57344);
  EXPECT_EQ(toFloat(E5M2{1}), 0x1p-16f);
  // Saturating.
  EXPECT_EQ(toFloat8<E4M3>(1000).bits, 0x7e);
  EXPECT_EQ(toFloat8<E4M3>(-INFINITY).bits, 0xfe);
  EXPECT_EQ(toFloat8<E5M2>(1e9f).bits, 0x7b);
  EXPECT_TRUE(std::isnan(toFloat(toFloat8<E4M3>(NAN))));
  EXPECT_TRUE(std::isnan(toFloat(toFloat8<E5M2>(NAN))));
}

TEST(Element, roundsTf32) {
  EXPECT_EQ(toTf32(1 + 0x1p-10f), 1 + 0x1p-10f);
  EXPECT_EQ(toTf32(1 + 0x1p-11f), 1); // ties, to even
  EXPECT_EQ(toTf32(1 + 0x3p-11f), 1 + 0x1p-9f);
  EXPECT_EQ(toTf32(1 + 0x1.fp-12f), 1);
  EXPECT_TRUE(std::isnan(toTf32(NAN)));
}

TEST(Element, holdsIntegers) {
  EXPECT_EQ(narrow<int8_t>(2.5f), 2);
  EXPECT_EQ(narrow<int8_t>(3.5f), 4);
  EXPECT_EQ(narrow<int8_t>(1000.0f), 127);
  EXPECT_EQ(narrow<int8_t>(-1000.0f), -128);
}

} // namespace
} // namespace anywarp::blas
