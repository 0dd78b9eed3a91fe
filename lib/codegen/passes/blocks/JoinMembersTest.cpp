// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of small structs: what is loaded and stored together, that it is the right member, and
// that nothing beyond the last one is touched. What threads compute is held against the scalar
// reference.
#include <gtest/gtest.h>

#include <cstring>

#include "codegen/passes/GuardedMemory.h"
#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

constexpr Dim kBlock{64}, kGrid{2};
constexpr unsigned kThreads = 128;

using Guarded = GuardedMemory<uint32_t>;

/// A kernel over structs of `words` words; `body` finds %p, the thread's struct in the output, and
/// %q, that in the input.
std::string kernel(unsigned words, const std::string &body) {
  return R"(
define void @k() "aw-kernel" "aw-param-bytes"="16" {
entry:
  %params = call ptr @aw.param.base()
  %in = load ptr, ptr %params, !invariant.load !0
  %params1 = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %params1, !invariant.load !0
  %tid = call i32 @aw.tid.x()
  %ctaid = call i32 @aw.ctaid.x()
  %first = mul i32 %ctaid, 64
  %i = add i32 %first, %tid
  %i64 = zext i32 %i to i64
  %at = mul i64 %i64, )" +
         std::to_string(4 * words) + R"(
  %p = getelementptr i8, ptr %out, i64 %at
  %q = getelementptr i8, ptr %in, i64 %at
)" + body +
         "  ret void\n}\n!0 = !{}\n";
}

std::string member(const std::string &name, const std::string &of, unsigned number,
                   const std::string &type = "float", unsigned bytes = 4) {
  return "  %place." + name + " = getelementptr i8, ptr %" + of + ", i64 " +
         std::to_string(number * bytes) + "\n  %" + name + " = load " + type + ", ptr %place." +
         name + "\n";
}
std::string set(const std::string &name, unsigned number, const std::string &type = "float",
                unsigned bytes = 4) {
  return "  %to." + name + " = getelementptr i8, ptr %p, i64 " + std::to_string(number * bytes) +
         "\n  store " + type + " %" + name + ", ptr %to." + name + "\n";
}

/// Runs at all widths. The code for 16 lanes.
std::string run(unsigned words, const std::string &body) {
  const size_t all = size_t(words) * kThreads;
  const std::string text = kernel(words, body);
  Guarded in(all);
  for (size_t i = 0; i < all; ++i) {
    const float value = float(int(i * 2654435761u >> 22)) / 8;
    std::memcpy(in.data() + i, &value, sizeof value);
  }
  std::string code;
  for (unsigned width : {8, 16, 32}) {
    Guarded expected(all), out(all);
    TestKernel compiled(text, optionsFor(width, kGrid, kBlock));
    EXPECT_TRUE(compiled.status().ok()) << compiled.status().message();
    for (const Guarded *to : {&expected, &out})
      std::fill_n(to->data(), all, 0x40400000u);
    EXPECT_TRUE(runReference(text, kGrid, kBlock, Params().add(in.data()).add(expected.data())));
    EXPECT_TRUE(compiled.run(kGrid, kBlock, Params().add(in.data()).add(out.data())));
    EXPECT_EQ(out.all(), expected.all()) << "width " << width;
    if (width == 16)
      code = compiled.loweredText();
  }
  return code;
}

bool hasScatters(const std::string &code) {
  return code.find("call void @llvm.masked.scatter") != std::string::npos;
}

TEST(JoinMembers, ThreeOfThree) {
  const std::string code = run(
      3, member("x", "q", 0) + member("y", "q", 1) + member("z", "q", 2) +
             "  %x1 = fadd float %x, %y\n  %y1 = fadd float %y, %z\n  %z1 = fadd float %z, %x\n" +
             set("x1", 0) + set("y1", 1) + set("z1", 2));
  EXPECT_FALSE(hasScatters(code)) << code;
  EXPECT_EQ(code.find("masked.store"), std::string::npos) << code;
  EXPECT_EQ(code.find("call <16 x float> @llvm.masked.gather"), std::string::npos) << code;
}

TEST(JoinMembers, GapsAreLeft) {
  // The second of four words, and the fourth, stay what they were.
  const std::string code = run(4, member("x", "q", 0) + member("z", "q", 2) +
                                      "  %x1 = fadd float %x, %z\n  %z1 = fsub float %z, %x\n" +
                                      set("x1", 0) + set("z1", 2));
  EXPECT_FALSE(hasScatters(code)) << code;
}

TEST(JoinMembers, OneMember) {
  for (unsigned words : {2, 3, 4})
    EXPECT_FALSE(hasScatters(
        run(words, member("x", "q", words - 1) + "  %x1 = fadd float %x, 1.0\n" + set("x1", 1))));
}

TEST(JoinMembers, Doubles) {
  EXPECT_FALSE(
      hasScatters(run(6, member("x", "q", 0, "double", 8) + member("z", "q", 2, "double", 8) +
                             "  %x1 = fadd double %x, %z\n" + set("x1", 1, "double", 8) +
                             set("z", 0, "double", 8))));
}

TEST(JoinMembers, FarMembersStayApart) {
  const std::string code = run(12, member("x", "q", 3) + set("x", 5));
  EXPECT_EQ(code.find("members"), std::string::npos) << code;
}

TEST(JoinMembers, LoadsSeeTheStoresBefore) {
  // What is stored is read again as another member, then stored over.
  run(2, member("x", "q", 0) + set("x", 1) + member("y", "p", 1) + "  %y1 = fadd float %y, 2.0\n" +
             set("y1", 0) + member("z", "p", 0) + "  %z1 = fadd float %z, 4.0\n" +
             "  store float %z1, ptr %to.x\n");
}

TEST(JoinMembers, FencesStandBetween) {
  const std::string code = run(2, member("x", "q", 0) + set("x", 0) + "  fence seq_cst\n" +
                                      member("y", "q", 1) + set("y", 1));
  EXPECT_LT(code.find("store"), code.find("fence")) << code;
}

TEST(JoinMembers, StructsInReverse) {
  // Lane l has struct 127 - l.
  run(2, R"(
  %back = sub i64 127, %i64
  %bytes = mul i64 %back, 8
  %r = getelementptr i8, ptr %in, i64 %bytes
)" + member("x", "r", 1) +
             set("x", 0));
}

TEST(JoinMembers, LastOfTwoStoresStays) {
  run(2, member("x", "q", 0) + member("y", "q", 1) + set("x", 0) + "  store float %y, ptr %to.x\n" +
             set("y", 1));
}

} // namespace
} // namespace anywarp::codegen::test
