// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels are taken for such that walk down columns of memory.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

/// A loop over %k, below the width of the grid. `body` makes the address %place from it, the
/// block's numbers %bx and %by, and %in.
bool walksColumns(const std::string &body) {
  const std::string text = R"(
define void @k() "aw-kernel" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %bx = call i32 @aw.ctaid.x()
  %by = call i32 @aw.ctaid.y()
  %size = call i32 @aw.nctaid.x()
  %row = mul i32 %by, %size
  %block = add i32 %row, %bx
  %to = getelementptr i32, ptr %out, i32 %block
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
)" + body + R"(
  %value = load volatile i32, ptr %place
  %more = add i32 %sum, %value
  %next = add i32 %k, 1
  %goes = icmp ult i32 %next, %size
  br i1 %goes, label %loop, label %end
end:
  store i32 %more, ptr %to
  ret void
}
!0 = !{}
)";
  TestKernel kernel(text, optionsFor(0, {4, 4}, {32}));
  EXPECT_TRUE(kernel.status().ok()) << kernel.status().message();
  return kernel.kernel().info.flags & exec::KernelInfo::WalksColumns;
}

TEST(OrderBlocks, ALoopDownAColumn) {
  EXPECT_TRUE(walksColumns(R"(
  %line = mul i32 %k, %size
  %i = add i32 %line, %bx
  %place = getelementptr i32, ptr %in, i32 %i
)"));
}

TEST(OrderBlocks, ThroughAnIndexInMemory) {
  // The index is one word of the column; what it leads to is walked.
  EXPECT_TRUE(walksColumns(R"(
  %index.place = getelementptr i32, ptr %in, i32 %bx
  %index = load i32, ptr %index.place
  %i = add i32 %index, %k
  %place = getelementptr i32, ptr %in, i32 %i
)"));
}

TEST(OrderBlocks, NotALoopAlongARow) {
  EXPECT_FALSE(walksColumns(R"(
  %i = add i32 %row, %k
  %place = getelementptr i32, ptr %in, i32 %i
)"));
}

TEST(OrderBlocks, NotWhereEachBlockHasItsOwn) {
  EXPECT_FALSE(walksColumns(R"(
  %line = mul i32 %k, 16
  %i = add i32 %line, %block
  %place = getelementptr i32, ptr %in, i32 %i
)"));
}

TEST(OrderBlocks, NotOneWordOfTheColumn) {
  EXPECT_FALSE(walksColumns(R"(
  %place = getelementptr i32, ptr %in, i32 %bx
)"));
}

TEST(OrderBlocks, NotWhatAllBlocksRead) {
  EXPECT_FALSE(walksColumns(R"(
  %place = getelementptr i32, ptr %in, i32 %k
)"));
}

} // namespace
} // namespace anywarp::codegen::test
