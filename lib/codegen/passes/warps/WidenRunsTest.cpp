// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles by a flat index: lanes access runs of rows that break anywhere. Every width must write what
// the scalar code writes, thread by thread, and touch nothing beyond the last element.
#include <gtest/gtest.h>

#include "codegen/passes/GuardedMemory.h"
#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

constexpr Dim kBlock{256}, kGrid{2};
constexpr size_t kBytes = 32768;

/// Whole pages with numbers.
struct Guarded : GuardedMemory<unsigned char> {
  Guarded() : GuardedMemory(kBytes) {
    for (size_t i = 0; i < kBytes; ++i)
      data()[i] = (unsigned char)(i * 2654435761u >> 9);
  }
};

/// Element `%from` of the input goes to element `%to` of the output, for threads below `count`.
/// `body` makes both of %i, the thread's index.
/// Gives the code for 16 lanes.
std::string check(const char *type, unsigned size, const std::string &body, unsigned count = 512) {
  const std::string text = R"(
define void @k() "aw-kernel" "aw-param-bytes"="16" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %tid = call i32 @aw.tid.x()
  %ctaid = call i32 @aw.ctaid.x()
  %first = mul i32 %ctaid, 256
  %i = add i32 %first, %tid
  %isin = icmp ult i32 %i, )" +
                           std::to_string(count) + R"(
  br i1 %isin, label %then, label %end
then:
)" + body + R"(
  %from64 = sext i32 %from to i64
  %to64 = sext i32 %to to i64
  %pfrom = getelementptr )" +
                           type + R"(, ptr %in, i64 %from64
  %pto = getelementptr )" + type +
                           R"(, ptr %out, i64 %to64
  %v = load )" + type + R"(, ptr %pfrom
  store )" + type + R"( %v, ptr %pto
  br label %end
end:
  ret void
}
!0 = !{}
)";
  Guarded in, expected;
  Params reference;
  reference.add(in.data()).add(expected.data());
  EXPECT_TRUE(runReference(text, kGrid, kBlock, reference));
  std::string code;
  for (unsigned width : kWidths) {
    Guarded out;
    Params params;
    params.add(in.data()).add(out.data());
    TestKernel kernel(text, optionsFor(width, kGrid, kBlock));
    EXPECT_TRUE(kernel.status().ok()) << kernel.status().message();
    EXPECT_TRUE(kernel.run(kGrid, kBlock, params));
    const std::vector<unsigned char> got = out.all(), want = expected.all();
    if (got != want)
      ADD_FAILURE() << "element "
                    << size_t(std::mismatch(got.begin(), got.end(), want.begin()).first -
                              got.begin()) /
                           size
                    << " of " << type << ", width " << width << "\n"
                    << kernel.loweredText();
    if (width == 16)
      code = kernel.loweredText();
  }
  return code;
}

size_t countOf(const std::string &code, const char *what) {
  size_t count = 0;
  for (size_t at = code.find(what); at != code.npos; at = code.find(what, at + 1))
    ++count;
  return count;
}

/// A row and a column of `columns`, `pitch` elements from row to row.
std::string tile(const char *result, unsigned columns, unsigned pitch, const std::string &first) {
  const std::string name = result;
  return "  %q" + name + " = udiv i32 %i, " + std::to_string(columns) + "\n  %r" + name +
         " = urem i32 %i, " + std::to_string(columns) + "\n  %l" + name + " = mul i32 %q" + name +
         ", " + std::to_string(pitch) + "\n  %s" + name + " = add i32 %l" + name + ", %r" + name +
         "\n  %" + name + " = add i32 %s" + name + ", " + first + "\n";
}

/// On a processor with masks for all types. An index out of memory may be any.
TEST(WidenRuns, areTwoAccesses) {
  if (!__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vl"))
    GTEST_SKIP() << "no AVX-512";
  const std::string runs = check("i32", 4, tile("from", 20, 23, "0") + tile("to", 20, 21, "2"));
  EXPECT_EQ(countOf(runs, "call <16 x i32> @llvm.masked.load.v16i32"), 2u) << runs;
  EXPECT_EQ(countOf(runs, "call void @llvm.masked.store.v16i32"), 2u) << runs;
  const std::string any = check("i32", 4, R"(
  %i64 = sext i32 %i to i64
  %pword = getelementptr i32, ptr %in, i64 %i64
  %word = load i32, ptr %pword
  %from = and i32 %word, 4095
  %to = add i32 %i, 0
)");
  EXPECT_EQ(countOf(any, "call <16 x i32> @llvm.masked.load.v16i32"), 0u) << any;
}

TEST(WidenRuns, ofEveryLength) {
  for (unsigned columns : {1u, 3u, 5u, 7u, 8u, 9u, 12u, 15u, 16u, 17u, 20u, 31u, 33u, 40u})
    check("i32", 4,
          tile("from", columns, columns + 3, "0") + tile("to", columns, columns + 1, "2"));
}

TEST(WidenRuns, ofOtherTypes) {
  for (unsigned columns : {6u, 10u, 20u}) {
    const std::string body =
        tile("from", columns, columns + 3, "0") + tile("to", columns, columns + 1, "2");
    check("double", 8, body);
    check("i16", 2, body);
    check("i8", 1, body);
  }
}

TEST(WidenRuns, underMasks) {
  for (unsigned count : {1u, 5u, 250u, 271u, 300u})
    check("float", 4, tile("from", 20, 25, "0") + tile("to", 20, 29, "0"), count);
}

/// Rows that are shorter than what is written to them: the last thread's value stays.
TEST(WidenRuns, thatOverlap) {
  for (unsigned pitch : {1u, 2u, 4u, 7u, 11u, 19u})
    check("i32", 4, tile("from", 20, 20, "0") + tile("to", 20, pitch, "0"));
}

/// Every second lane is in another row: two runs, neither before the other.
TEST(WidenRuns, inTurn) {
  for (unsigned distance : {1u, 2u, 600u})
    check("i32", 4,
          R"(
  %odd = and i32 %i, 1
  %far = mul i32 %odd, )" +
              std::to_string(distance) + R"(
  %from = add i32 %i, 0
  %to = add i32 %i, %far
)");
}

/// Up to the first and the last element of both memories.
TEST(WidenRuns, atTheEdges) {
  const unsigned words = kBytes / 4;
  check("i32", 4, tile("from", 20, 100, "0") + tile("to", 20, 200, "0"));
  // 512 threads are 25 rows of 20 columns and 12 columns of another.
  check("i32", 4,
        tile("from", 20, 100, std::to_string(words - (25 * 100 + 12))) +
            tile("to", 20, 200, std::to_string(words - (25 * 200 + 12))));
}

/// Indices around zero: the second run of a part would begin before it.
TEST(WidenRuns, aroundZero) {
  check("i32", 4, tile("base", 20, 30, "-25") + R"(
  %isbelow = icmp slt i32 %base, 0
  %mirror = sub i32 0, %base
  %from = select i1 %isbelow, i32 %mirror, i32 %base
  %to = add i32 %i, 40
)");
}

} // namespace
} // namespace anywarp::codegen::test
