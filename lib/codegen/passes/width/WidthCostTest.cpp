// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which width the cost of a kernel chooses, and that results do not depend on it.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

std::string kernel(const std::string &body) {
  return R"(
define void @k() "aw-kernel" "aw-static-shared"="512" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %t = call i32 @aw.tid.x()
  %n = call i32 @aw.ntid.x()
  %b = call i32 @aw.ctaid.x()
  %g = mul i32 %b, %n
  %i = add i32 %g, %t
  %wide = zext i32 %i to i64
  %place = getelementptr i32, ptr %out, i64 %wide
)" + body +
         "}\n!0 = !{}\n";
}

struct Outcome {
  unsigned width = 0;
  uint32_t flags = 0;
  size_t loops = 0; ///< over pieces, among others
  std::vector<uint32_t> words;
};

/// Two blocks over 1,024 words of input; the words that they leave.
Outcome run(const std::string &body, Dim block, unsigned width = 0, bool fewThreads = false) {
  CodegenOptions options = optionsFor(width, {2}, block);
  options.fewThreads = fewThreads;
  TestKernel kernel(::anywarp::codegen::test::kernel(body), options);
  EXPECT_TRUE(kernel.status().ok()) << kernel.status().message();
  std::vector<uint32_t> in(1024);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = uint32_t(i * 2654435761u >> 9) % 64;
  Outcome outcome;
  outcome.words.resize(1024);
  Params params;
  params.add(in.data()).add(outcome.words.data());
  EXPECT_TRUE(kernel.run({2}, block, params));
  outcome.width = kernel.kernel().info.simdWidth;
  outcome.flags = kernel.kernel().info.flags;
  outcome.loops = llvm::StringRef(kernel.loweredText()).count(", !llvm.loop ");
  return outcome;
}

/// Chases a list that begins with the thread's own word: bytes and words read all over the place,
/// and the way around the loop depends on them.
constexpr char kChase[] = R"(
  %start = getelementptr i32, ptr %in, i64 %wide
  %first = load i32, ptr %start
  br label %loop
loop:
  %at = phi i32 [ %first, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 1, %entry ], [ %sum2, %latch ]
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  %w = zext i32 %at to i64
  %q = getelementptr i32, ptr %in, i64 %w
  %v = load i32, ptr %q
  %bq = getelementptr i8, ptr %in, i64 %w
  %byte = load i8, ptr %bq
  %byte32 = zext i8 %byte to i32
  %bit = and i32 %v, 3
  %isodd = icmp eq i32 %bit, 1
  br i1 %isodd, label %more, label %latch
more:
  %m = mul i32 %sum, 31
  %m1 = add i32 %m, %byte32
  %o = add i32 %v, 64
  %ow = zext i32 %o to i64
  %oq = getelementptr i32, ptr %in, i64 %ow
  %ov = load i32, ptr %oq
  %m2 = xor i32 %m1, %ov
  br label %latch
latch:
  %sum2 = phi i32 [ %sum, %loop ], [ %m2, %more ]
  %k1 = add i32 %k, 1
  %step = add i32 %v, %k1
  %next = and i32 %step, 63
  %stop = icmp eq i32 %byte32, 5
  %many = icmp ugt i32 %k1, 40
  %ends = or i1 %stop, %many
  br i1 %ends, label %end, label %loop
end:
  store i32 %sum2, ptr %place
  ret void
)";

TEST(WidthCost, divergentLoopsOverListsRunThreadByThread) {
  Outcome chosen = run(kChase, {64}), warps = run(kChase, {64}, 32);
  EXPECT_EQ(chosen.width, 1u);
  EXPECT_EQ(warps.width, 32u);
  EXPECT_EQ(chosen.words, warps.words);
}

TEST(WidthCost, divergentArithmeticStaysWarps) {
  const char text[] = R"(
  %x0 = uitofp i32 %i to float
  %c = fdiv float %x0, 1.28e2
  br label %loop
loop:
  %x = phi float [ 0.0, %entry ], [ %x2, %loop ]
  %y = phi float [ 0.0, %entry ], [ %y2, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %xx = fmul float %x, %x
  %yy = fmul float %y, %y
  %d = fsub float %xx, %yy
  %x2 = fadd float %d, %c
  %xy = fmul float %x, %y
  %xy2 = fadd float %xy, %xy
  %y2 = fadd float %xy2, %c
  %size = fadd float %xx, %yy
  %k1 = add i32 %k, 1
  %out1 = fcmp ogt float %size, 4.0
  %out2 = icmp ugt i32 %k1, 100
  %ends = or i1 %out1, %out2
  br i1 %ends, label %end, label %loop
end:
  store i32 %k1, ptr %place
  ret void
)";
  Outcome chosen = run(text, {64});
  EXPECT_EQ(chosen.width, 32u);
  EXPECT_EQ(chosen.words, run(text, {64}, 1).words);
}

/// A loop that reads a word at `address`, made of the loop's counter %k and the thread's %t, and
/// hashes it.
std::string hashOf(const std::string &address) {
  return R"(
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %h = phi i32 [ 7, %entry ], [ %h2, %loop ]
)" + address +
         R"(
  %from64 = zext i32 %from to i64
  %q = getelementptr i8, ptr %in, i64 %from64
  %v = load i8, ptr %q
  %v32 = zext i8 %v to i32
  %h1 = xor i32 %h, %v32
  %h2 = mul i32 %h1, 16777619
  %k1 = add i32 %k, 1
  %on = icmp ult i32 %k1, 90
  br i1 %on, label %loop, label %end
end:
  store i32 %h2, ptr %place
  ret void
)";
}

TEST(WidthCost, fewThreadsThatReadApartRunOneByOne) {
  const std::string apart = hashOf("  %t90 = mul i32 %t, 90\n  %from = add i32 %t90, %k\n");
  const std::string same = hashOf("  %from = add i32 %k, 0\n");
  for (const std::string &body : {apart, same}) {
    const Outcome pieces = run(body, {12}), few = run(body, {12}, 0, /*fewThreads=*/true);
    EXPECT_EQ(pieces.width, 16u);
    EXPECT_EQ(few.width, body == apart ? 1u : 16u);
    EXPECT_EQ(few.words, pieces.words);
    EXPECT_NE(few.flags & exec::KernelInfo::Divisible, 0u);
  }
}

TEST(WidthCost, rowsStayWarps) {
  // Each thread goes through its column: a loop that lanes leave by their index alone.
  const char text[] = R"(
  br label %loop
loop:
  %k = phi i32 [ %i, %entry ], [ %k1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %w = zext i32 %k to i64
  %q = getelementptr i32, ptr %in, i64 %w
  %v = load i32, ptr %q
  %sum1 = add i32 %sum, %v
  %k1 = add nuw nsw i32 %k, 128
  %goes = icmp ult i32 %k1, 1000
  br i1 %goes, label %loop, label %end
end:
  store i32 %sum1, ptr %place
  ret void
)";
  Outcome chosen = run(text, {64});
  EXPECT_EQ(chosen.width, 32u);
  EXPECT_EQ(chosen.words, run(text, {64}, 1).words);
}

/// Every thread reads what its neighbour wrote, `between` standing between.
std::string neighbours(const std::string &between) {
  return R"(
  %shared = call ptr addrspace(3) @aw.shared.base()
  %mine = getelementptr i32, ptr addrspace(3) %shared, i32 %t
  store i32 %i, ptr addrspace(3) %mine
)" + between +
         R"(
  %other = xor i32 %t, 1
  %theirs = getelementptr i32, ptr addrspace(3) %shared, i32 %other
  %v = load i32, ptr addrspace(3) %theirs
)" + between +
         R"(
  store i32 %v, ptr %place
  ret void
)";
}

TEST(WidthCost, smallBlocksAreOnePiece) {
  const std::string text = neighbours("  call void @aw.barrier.sync(i32 0, i32 0)\n");
  struct {
    Dim block;
    unsigned width;
  } const cases[] = {{{16}, 16}, {{4, 4}, 16}, {{9}, 16}, {{8}, 8},
                     {{2}, 8},   {{32}, 32},   {{64}, 32}};
  for (auto [block, width] : cases) {
    Outcome outcome = run(text, block);
    EXPECT_EQ(outcome.width, width) << block.count();
    for (uint32_t i = 0; i < 2 * block.count() && block.y == 1; ++i) {
      const uint32_t first = i / block.count() * block.count();
      if (((i - first) ^ 1) < block.count())
        EXPECT_EQ(outcome.words[i], first + ((i - first) ^ 1)) << i << " of " << block.count();
    }
  }
  EXPECT_EQ(run("  store i32 %n, ptr %place\n  ret void\n", {1}).width, 1u);
}

TEST(WidthCost, barriersOfOnePieceGo) {
  const std::string text = neighbours("  call void @aw.barrier.sync(i32 0, i32 0)\n");
  EXPECT_LT(run(text, {32}).loops, run(text, {64}).loops);
  EXPECT_EQ(run(text, {16}).loops, run(text, {32}).loops);
}

TEST(WidthCost, lanesThatTalkInStepStayWarps) {
  // The chase behind a sum of the old kind: a warp's lanes read each other's words without a
  // barrier.
  const std::string text = R"(
  %shared = call ptr addrspace(3) @aw.shared.base()
  %mine = getelementptr i32, ptr addrspace(3) %shared, i32 %t
  store i32 %i, ptr addrspace(3) %mine
  %next1 = add i32 %t, 16
  %theirs = getelementptr i32, ptr addrspace(3) %shared, i32 %next1
  %other = load i32, ptr addrspace(3) %theirs
  store i32 %other, ptr addrspace(3) %mine
)";
  EXPECT_EQ(run(text + kChase, {64}).width, 32u);
}

TEST(WidthCost, piecesThatShareNothingAreDivisible) {
  EXPECT_TRUE(run(kChase, {64}).flags & exec::KernelInfo::Divisible);
  EXPECT_FALSE(run(neighbours(""), {64}).flags & exec::KernelInfo::Divisible);
}

} // namespace
} // namespace anywarp::codegen::test
