// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts made to hurt: each must end soon, with a message where it is wrong.
#include "ptx/TestSupport.h"

#include <chrono>

using namespace anywarp;
using namespace anywarp::ptx;

namespace {

std::string repeat(const std::string &text, size_t n) {
  std::string result;
  result.reserve(text.size() * n);
  for (size_t i = 0; i < n; ++i)
    result += text;
  return result;
}

/// Far above what the work takes on a slow machine, far below what a quadratic reader would need.
class Hostile : public testing::Test {
protected:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  void TearDown() override {
    EXPECT_LT(std::chrono::steady_clock::now() - start_, std::chrono::seconds(20));
  }
};

TEST_F(Hostile, DeepExpressions) {
  EXPECT_NE(complaints("mov.b64 %rd1, " + repeat("(", 100000) + "1;").find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(complaints("mov.b64 %rd1, " + repeat("-", 100000) + "1;").find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(complaints("mov.b64 %rd1, " + repeat("1?", 100000) + "1;").find("nested too deeply"),
            std::string::npos);
  EXPECT_EQ(complaints("mov.b64 %rd1, " + repeat("1+", 100000) + "1;"), "");
}

TEST_F(Hostile, DeepOperandsAndBlocks) {
  EXPECT_NE(complaints("mov.b64 %rd1, " + repeat("{", 100000) + "1;").find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(
      complaints("mov.b64 %rd1, " + repeat("[%rd1,", 100000) + "1;").find("nested too deeply"),
      std::string::npos);
  std::string text = complaints(repeat("{", 100000) + repeat("}", 100000));
  EXPECT_EQ(text, "6:256 Blocks are nested too deeply\n");
  EXPECT_EQ(complaints(repeat("{", 200) + repeat("}", 200)), "");
}

TEST_F(Hostile, DeepInitialisers) {
  Parsed p =
      parsed(".version 8.5\n.target sm_90\n.global .u32 a[4] = " + repeat("{", 100000) + ";\n");
  EXPECT_FALSE(p.module);
  p = parsed(".version 8.5\n.target sm_90\n.global .u32 a" + repeat("[1]", 100000) + ";\n");
  EXPECT_EQ(p.text(), "3:63 Array has more than 16 dimensions\n");
}

TEST_F(Hostile, ManyScopesWithTheSameNames) {
  EXPECT_EQ(
      complaints(repeat(
          "{ .reg .u32 a; .reg .b32 %t<4>; mov.u32 a, 1; mov.u32 %t1, a; bra L; L: }\n", 20000)),
      "");
}

TEST_F(Hostile, ManyUsesOfALateLabelInDeepScopes) {
  EXPECT_EQ(complaints(repeat("{", 200) + repeat("bra L;", 20000) + repeat("}", 200) + "L:"), "");
}

TEST_F(Hostile, ManyRegisterRanges) {
  std::string text;
  for (int i = 0; i < 20000; ++i)
    text += ".reg .b32 %x" + std::to_string(i) + "_<1000000000>; mov.b32 %x" + std::to_string(i) +
            "_999999999, 1;\n";
  EXPECT_EQ(complaints(text), "");
}

TEST_F(Hostile, FaultsOnly) {
  Parsed p = parsed(kernel(repeat("bogus;\n", 100000)));
  ASSERT_TRUE(p.module);
  EXPECT_LE(p.diagnostics.list().size(), 100u);
  p = parsed(".version 8.5\n.target sm_90\n" + repeat(".bogus\n", 100000));
  EXPECT_FALSE(p.module);
  EXPECT_LE(p.diagnostics.list().size(), 101u);
}

TEST_F(Hostile, UsesOfAListThatWasNotRead) {
  // Found by the fuzzer: a renamed label in a list of targets that ends in a fault.
  EXPECT_EQ(complaints("L: { ts: .branchtargets L, L, 5; L: }"),
            "6:31 Parsing error near '5': expected a label\n");
}

TEST_F(Hostile, LongNamesAndManyWords) {
  std::string name(1000000, 'x');
  EXPECT_FALSE(complaints("mov.u32 %r1, %" + name + ";").empty());
  EXPECT_FALSE(complaints(name + ".u32 %r1;").empty());
  EXPECT_EQ(complaints("add" + repeat(".rn", 100) + ".f32 %f1, %f1, %f1;"),
            "6:100 Too many words after 'add'\n");
}

TEST_F(Hostile, EveryTruncationOfAModule) {
  std::string text =
      kernel(
          ".loc 1 2 3, function_name $L, inlined_at 1 2 3\n{ .reg .v2 .u32 v; mov.b64 {%r1,_}, "
          "%rd1; }\n"
          "setp.eq.and.u32 %p1|%p2, %r1, (3+4), !%p3; ts: .branchtargets A; brx.idx %r1, ts; A:\n"
          "tex.2d.v4.f32.s32 {%f1,%f2,%f3,_}, [%rd1, {%r1, %r2}]; pr: .callprototype (.param .b32 "
          "_) _ ();") +
      ".global .u8 s[4] = {1, 0xff(s), \"x\"}; .section .debug { .b8 1 } .alias k, k;";
  for (size_t n = 0; n < text.size(); ++n) {
    Parsed p = parsed(text.substr(0, n));
    if (p.module)
      print(*p.module);
  }
}

} // namespace
