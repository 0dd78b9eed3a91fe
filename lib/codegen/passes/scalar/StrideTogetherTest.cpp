// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the grid whose rounds the pieces of a block take in turn: which are, and that each
// element is still served once. The scalar reference tells what comes out.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

constexpr uint32_t kWords = 4096;

/// The counter of `type` begins at `start` and is compared by `compare` with the parameter n.
struct Shape {
  std::string type = "i32", compare = "slt";
  std::string start = "%t"; ///< of the thread; %t is its index in the grid
  std::string body;         ///< in each round, %i is the counter and %place its word of the output
  std::string after = "  ret void\n";
  std::string carried = ""; ///< phis of the loop
};

std::string kernel(const Shape &shape) {
  const bool isWide = shape.type == "i64";
  const std::string widen = isWide ? "zext i32 " : "add i32 0, ";
  const std::string to = isWide ? " to i64" : "";
  return R"(
define void @k() "aw-kernel" "aw-param-bytes"="16" {
entry:
  %p = call ptr @aw.param.base()
  %out = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %n = load )" +
         shape.type + R"(, ptr %p1, !invariant.load !0
  %x32 = call i32 @aw.tid.x()
  %size32 = call i32 @aw.ntid.x()
  %b32 = call i32 @aw.ctaid.x()
  %blocks32 = call i32 @aw.nctaid.x()
  %x = )" +
         widen + "%x32" + to + "\n  %size = " + widen + "%size32" + to + "\n  %b = " + widen +
         "%b32" + to + "\n  %blocks = " + widen + "%blocks32" + to + R"(
  %base = mul TYPE %b, %size
  %t = add TYPE %base, %x
  %stride = mul TYPE %blocks, %size
  %any = icmp COMPARE TYPE START, %n
  br i1 %any, label %before, label %end
before:
  br label %loop
loop:
  %i = phi TYPE [ START, %before ], [ %next, %loop ]
  CARRIED
  %place = getelementptr i32, ptr %out, TYPE %i
BODY
  %next = add TYPE %i, %stride
  %more = icmp COMPARE TYPE %next, %n
  br i1 %more, label %loop, label %done
done:
  br label %end
end:
AFTER}
!0 = !{}
)";
}

std::string textOf(const Shape &shape) {
  std::string text = kernel(shape);
  for (auto [word, with] : {std::pair<std::string, std::string>{"TYPE", shape.type},
                            {"COMPARE", shape.compare},
                            {"START", shape.start},
                            {"BODY", shape.body},
                            {"CARRIED", shape.carried},
                            {"AFTER", shape.after}})
    for (size_t at; (at = text.find(word)) != std::string::npos;)
      text.replace(at, word.size(), with);
  return text;
}

bool isTaken(const std::string &text) {
  TestKernel compiled(text, optionsFor(8, {2}, {64, 1, 1}));
  EXPECT_TRUE(compiled.status().ok()) << compiled.status().message();
  return compiled.loweredText().find("together") != std::string::npos;
}

/// Runs with `n` at several widths; what comes out must be the reference's. Says whether rounds are
/// taken in turn.
bool run(const Shape &shape, uint64_t n, Dim block, uint32_t blocks) {
  const std::string text = textOf(shape);
  auto params = [&](std::vector<uint32_t> &out) { return Params().add(out.data()).add(n); };
  std::vector<uint32_t> expected(kWords, 5);
  EXPECT_TRUE(runReference(text, {blocks}, block, params(expected)));
  bool taken = false;
  for (unsigned width : {0, 8, 32}) {
    TestKernel compiled(text, optionsFor(width, {blocks}, block));
    EXPECT_TRUE(compiled.status().ok()) << compiled.status().message();
    std::vector<uint32_t> out(kWords, 5);
    EXPECT_TRUE(compiled.run({blocks}, block, params(out)));
    EXPECT_EQ(out, expected) << "n " << n << ", width " << width << ", block " << block.x;
    taken = compiled.loweredText().find("together") != std::string::npos;
  }
  return taken;
}

const std::string kCount = R"(
  %old = load i32, ptr %place
  %new = mul i32 %old, 3
  store i32 %new, ptr %place)";

TEST(StrideTogether, EachElementOnce) {
  for (Dim block : {Dim{64, 1, 1}, Dim{50, 1, 1}, Dim{96, 1, 1}, Dim{16, 1, 1}})
    for (uint32_t blocks : {1, 3})
      for (uint64_t n : {0, 1, 49, 50, 63, 64, 65, 100, 191, 192, 193, 1000, 4096})
        run({.body = kCount}, n, block, blocks);
  EXPECT_TRUE(run({.body = kCount}, 1000, {64, 1, 1}, 3));
}

TEST(StrideTogether, CountersOfOtherTypes) {
  for (uint64_t n : {0, 5, 64, 1000}) {
    EXPECT_TRUE(run({.compare = "ult", .body = kCount}, n, {64, 1, 1}, 2));
    EXPECT_TRUE(run({.type = "i64", .compare = "ult", .body = kCount}, n, {64, 1, 1}, 2));
    EXPECT_TRUE(run({.type = "i64", .body = kCount}, n, {64, 1, 1}, 2));
  }
}

TEST(StrideTogether, EndsThatAreNotPositive) {
  // No thread has a round; the end is far away from where counters would wrap.
  EXPECT_TRUE(run({.body = kCount}, 0xffffff00u, {64, 1, 1}, 2));
  EXPECT_TRUE(run({.type = "i64", .body = kCount}, ~uint64_t(0), {64, 1, 1}, 2));
}

TEST(StrideTogether, RowsOfThreads) {
  // Threads of one column of the block take the same elements, as a pair of reductions would.
  const std::string body = "  %old = atomicrmw add ptr %place, i32 7 monotonic";
  EXPECT_TRUE(run({.body = body}, 700, {32, 4, 1}, 2));
  run({.body = body}, 33, {16, 3, 1}, 1);
}

TEST(StrideTogether, NotVolatileAccesses) {
  EXPECT_FALSE(run({.body = R"(
  %old = load volatile i32, ptr %place
  store volatile i32 %old, ptr %place)"},
                   1000, {64, 1, 1}, 2));
}

/// Each thread's number depends on the order of its rounds. It reads the first half of the output
/// and writes to the second.
Shape sumShape() {
  return {.body = R"(
  %masked = and i32 %i, 2047
  %from = getelementptr i32, ptr %out, i32 %masked
  %old = load i32, ptr %from
  %word = add i32 %old, %i
  %scaled = mul i32 %sum, 3
  %new = add i32 %scaled, %word)",
          .after = R"(  %last = phi i32 [ 0, %entry ], [ %new, %done ]
  %at = add i32 %t, 2048
  %to = getelementptr i32, ptr %out, i32 %at
  store i32 %last, ptr %to
  ret void
)",
          .carried = "%sum = phi i32 [ 0, %before ], [ %new, %loop ]"};
}

TEST(StrideTogether, SumsOfManyElements) {
  for (Dim block : {Dim{64, 1, 1}, Dim{50, 1, 1}})
    for (uint64_t n : {0, 1, 64, 1000, 262144, 262145, 262144 + 1023, 270000})
      EXPECT_TRUE(run(sumShape(), n, block, 16)) << n;
}

TEST(StrideTogether, SumsOfOtherShapes) {
  Shape isUnsigned = sumShape();
  isUnsigned.compare = "ult";
  EXPECT_TRUE(run(isUnsigned, 270000, {64, 1, 1}, 16));
  Shape two = sumShape();
  two.carried += "\n  %product = phi i32 [ 1, %before ], [ %product.next, %loop ]";
  two.body += R"(
  %odd = or i32 %new, 1
  %product.next = mul i32 %product, %odd)";
  two.after.replace(0, 0, "  %other = phi i32 [ 9, %entry ], [ %product.next, %done ]\n");
  two.after.replace(two.after.find("i32 %last,"), 10, "i32 %both,");
  two.after.replace(two.after.find("  %at ="), 0, "  %both = xor i32 %last, %other\n");
  EXPECT_TRUE(run(two, 270000, {64, 1, 1}, 16));
  EXPECT_TRUE(run(two, 1000, {64, 1, 1}, 16));
  // What goes on is the same in all rounds but the first. LLVM may make two loops of it.
  Shape same = sumShape();
  same.carried += "\n  %before.this = phi i32 [ 5, %before ], [ %n, %loop ]";
  same.body.replace(same.body.find("%old, %i"), 8, "%old, %before.this");
  run(same, 270000, {64, 1, 1}, 16);
}

TEST(StrideTogether, SumsAskForWhatComes) {
  Shape shape = sumShape();
  shape.body = R"(
  %old = load i32, ptr %place
  %new = add i32 %sum, %old)";
  TestKernel compiled(textOf(shape), optionsFor(32, {16}, {64, 1, 1}));
  EXPECT_NE(compiled.loweredText().find("@llvm.prefetch"), std::string::npos);
  TestKernel writing(textOf({.body = kCount}), optionsFor(32, {16}, {64, 1, 1}));
  EXPECT_EQ(writing.loweredText().find("@llvm.prefetch"), std::string::npos);
}

TEST(StrideTogether, NotWhatGoesOnAndIsWritten) {
  EXPECT_FALSE(isTaken(textOf({.body = R"(
  %old = load i32, ptr %place
  %new = add i32 %old, %sum
  store i32 %new, ptr %place)",
                               .carried = "%sum = phi i32 [ 0, %before ], [ %new, %loop ]"})));
}

/// Between the test and the next round something is stored, which the last round does not do. What
/// stands before the test is too long for LLVM to turn the loop round.
TEST(StrideTogether, NotWhatGoesOnBehindTheTest) {
  std::string body = "  %v0 = load i32, ptr %place\n";
  for (int k = 0; k < 40; ++k)
    body += "  %v" + std::to_string(k + 1) + " = " + (k % 2 ? "mul" : "xor") + " i32 %v" +
            std::to_string(k) + ", 77777\n";
  std::string text = textOf({.body = body + "  store i32 %v40, ptr %place"});
  auto replace = [&](const std::string &word, const std::string &with) {
    text.replace(text.find(word), word.size(), with);
  };
  replace("[ %next, %loop ]", "[ %next, %behind ]");
  replace("label %loop, label %done", R"(label %behind, label %done
behind:
  store i32 7, ptr %place
  br label %loop)");
  EXPECT_FALSE(isTaken(text));
}

TEST(StrideTogether, NotWhatOnlyAThreadWithARoundMayLoad) {
  // A word that stays as it is may still be at no address at all where there are no rounds.
  std::string text = textOf({.body = "  store i32 %scale, ptr %place"});
  const std::string before = "before:\n";
  text.insert(text.find(before) + before.size(),
              "  %scale = load i32, ptr %out, !invariant.load !0\n");
  EXPECT_FALSE(isTaken(text));
}

TEST(StrideTogether, NotBehindAThreadsOwnBranch) {
  const Shape shape = {.body = kCount};
  std::string text = textOf(shape);
  const std::string from = "  br i1 %any, label %before, label %end";
  text.replace(text.find(from), from.size(), R"(  %odd0 = and i32 %x32, 2
  %odd = icmp ne i32 %odd0, 0
  br i1 %odd, label %ask, label %end
ask:
  br i1 %any, label %before, label %end)");
  EXPECT_FALSE(isTaken(text));
  EXPECT_TRUE(isTaken(textOf(shape)));
}

} // namespace
} // namespace anywarp::codegen::test
