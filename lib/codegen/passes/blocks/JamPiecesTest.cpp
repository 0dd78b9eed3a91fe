// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops over pieces are jammed, and that jammed code computes the same: at all widths, for
// numbers of pieces that are no multiple of the factor, with guards that hold and that do not. What
// threads compute is held against the scalar reference; RandomKernelTest does so for any control
// flow.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

constexpr uint32_t kSide = 64;

std::string kernel(const std::string &body) {
  return R"(
define void @k() "aw-kernel" "aw-param-bytes"="20" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %p2 = getelementptr i8, ptr %p, i64 16
  %n = load i32, ptr %p2, !invariant.load !0
  %tx = call i32 @aw.tid.x()
  %ty = call i32 @aw.tid.y()
  %nx = call i32 @aw.ntid.x()
  %row = mul i32 %ty, %nx
  %i = add i32 %row, %tx
  %i64 = sext i32 %i to i64
  %tx64 = sext i32 %tx to i64
  %pout = getelementptr float, ptr %out, i64 %i64
)" + body +
         "}\n!0 = !{}\n";
}

/// Sums products along k; `after` follows.
std::string product(const std::string &before, const std::string &count, const std::string &after) {
  return before + R"(
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %start ], [ %sum1, %loop ]
  %krow = mul i32 %k, 64
  %krow64 = sext i32 %krow to i64
  %pb0 = getelementptr float, ptr %in, i64 %krow64
  %pb = getelementptr float, ptr %pb0, i64 %tx64
  %b = load float, ptr %pb
  %ia0 = mul i32 %ty, 64
  %ia = add i32 %ia0, %k
  %ia64 = sext i32 %ia to i64
  %pa = getelementptr float, ptr %in, i64 %ia64
  %a = load float, ptr %pa
  %ab = fmul float %a, %b
  %sum1 = fadd float %sum, %ab
  %k1 = add i32 %k, 1
  %more = icmp slt i32 %k1, )" +
         count + R"(
  br i1 %more, label %loop, label %after
after:
)" + after;
}

/// Runs at all widths and factors; what comes out must be the reference's. The code for 8 lanes.
std::string run(const std::string &body, uint32_t n, Dim block) {
  std::vector<float> in(kSide * kSide), expected(2048, -1);
  for (uint32_t i = 0; i < in.size(); ++i)
    in[i] = float(int(i * 2654435761u >> 24) - 128) / 16;
  const std::string text = kernel(body);
  auto params = [&](std::vector<float> &out) {
    return Params().add(in.data()).add(out.data()).add(n);
  };
  EXPECT_TRUE(runReference(text, {2}, block, params(expected)));
  std::string code;
  for (unsigned width : {8, 16, 32})
    for (unsigned factor : {0, 2, 3, 4}) {
      CodegenOptions options = optionsFor(width, {2}, block);
      options.jam = factor;
      TestKernel compiled(text, options);
      EXPECT_TRUE(compiled.status().ok()) << compiled.status().message();
      std::vector<float> out(2048, -1);
      EXPECT_TRUE(compiled.run({2}, block, params(out)));
      EXPECT_EQ(out, expected) << "width " << width << ", factor " << factor;
      if (width == 8 && factor == 0)
        code = compiled.loweredText();
    }
  return code;
}

bool isJammed(const std::string &code) { return code.find(".jam") != std::string::npos; }

const char *const kStore = "  store float %sum1, ptr %pout\n  ret void\n";
const char *const kStart = "  br label %start\nstart:";

TEST(JamPieces, sharedLoads) {
  EXPECT_TRUE(isJammed(run(product(kStart, "%n", kStore), 50, {16, 16})));
  run(product(kStart, "%n", kStore), 1, {8, 9});
  run(product(kStart, "%n", kStore), 7, {32, 5});
}

TEST(JamPieces, guardOverTheLoop) {
  const char *guard = R"(
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %start, label %end
start:)";
  const char *store = R"(
  store float %sum1, ptr %pout
  br label %end
end:
  ret void
)";
  EXPECT_TRUE(isJammed(run(product(guard, "37", store), 1000, {16, 16})));
  for (uint32_t n : {0, 1, 64, 100, 129, 255})
    run(product(guard, "37", store), n, {16, 16});
}

TEST(JamPieces, piecesThatPart) {
  // Behind the loop, pieces go different ways; one has a loop of its own.
  const char *after = R"(
  %odd0 = and i32 %ty, 2
  %odd = icmp ne i32 %odd0, 0
  br i1 %odd, label %twice, label %join
twice:
  %m = phi i32 [ 0, %after ], [ %m1, %twice ]
  %s = phi float [ %sum1, %after ], [ %s1, %twice ]
  %s1 = fadd float %s, 1.5
  %m1 = add i32 %m, 1
  %again = icmp slt i32 %m1, %ty
  br i1 %again, label %twice, label %join
join:
  %result = phi float [ %sum1, %after ], [ %s1, %twice ]
  store float %result, ptr %pout
  ret void
)";
  EXPECT_TRUE(isJammed(run(product(kStart, "%n", after), 20, {16, 16})));
  run(product(kStart, "%n", after), 3, {16, 13});
}

TEST(JamPieces, loopsOfTheirOwnAreLeftAlone) {
  // Each row of threads has its own number of rounds.
  const char *start = "  %rounds = add i32 %ty, 1\n  br label %start\nstart:";
  EXPECT_FALSE(isJammed(run(product(start, "%rounds", kStore), 0, {16, 16})));
}

TEST(JamPieces, factorsInRegistersStayThere) {
  // Each of 25 factors is the same in all lanes and takes one register, in pieces of any width.
  std::string body = "  %row64 = sext i32 %row to i64\n  %s0 = fadd float 0.0, 0.0\n";
  for (unsigned i = 0; i < 25; ++i) {
    const std::string n = std::to_string(i);
    body += "  %pw" + n + " = getelementptr float, ptr %in, i64 " + n + "\n  %w" + n +
            " = load float, ptr %pw" + n + ", !invariant.load !0\n  %o" + n +
            " = add i64 %row64, " + std::to_string(100 * i + 64) + "\n  %oo" + n + " = add i64 %o" +
            n + ", %tx64\n  %px" + n + " = getelementptr float, ptr %in, i64 %oo" + n + "\n  %x" +
            n + " = load float, ptr %px" + n + "\n  %m" + n + " = fmul float %w" + n + ", %x" + n +
            "\n  %s" + std::to_string(i + 1) + " = fadd float %s" + n + ", %m" + n + "\n";
  }
  body += "  store float %s25, ptr %pout\n  ret void\n";
  run(body, 0, {16, 16});
  TestKernel compiled(kernel(body), optionsFor(32, {2}, {16, 16}));
  EXPECT_FALSE(isJammed(compiled.loweredText()));
}

TEST(JamPieces, barriersBetween) {
  // The loop lies between two barriers, in loops over pieces of their own.
  const char *start = "  call void @aw.barrier.sync(i32 0, i32 0)\n  br label %start\nstart:";
  const std::string body =
      product(start, "%n", std::string("  call void @aw.barrier.sync(i32 0, i32 0)\n") + kStore);
  std::vector<float> in(kSide * kSide, 0.5f), out[2];
  for (unsigned factor : {1, 4}) {
    std::vector<float> &result = out[factor == 4];
    result.assign(2048, -1);
    CodegenOptions options = optionsFor(16, {1}, {16, 14});
    options.jam = factor;
    TestKernel compiled(kernel(body), options);
    ASSERT_TRUE(compiled.status().ok()) << compiled.status().message();
    EXPECT_EQ(isJammed(compiled.loweredText()), factor == 4);
    ASSERT_TRUE(
        compiled.run({1}, {16, 14}, Params().add(in.data()).add(result.data()).add(uint32_t(40))));
  }
  EXPECT_EQ(out[0], out[1]);
  EXPECT_EQ(out[0][0], 10.0f);
}

} // namespace
} // namespace anywarp::codegen::test
