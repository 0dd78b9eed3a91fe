// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels lose their barriers to loops; that they compute the same is MakeCoroutineTest's
// matter, which runs every kernel both ways. Here also: values that go around barrier loops in
// exchange, loops in loops, branches for the whole block.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

std::string kernel(const std::string &body) {
  return R"(
define void @k() "aw-kernel" "aw-static-shared"="4096" "aw-param-bytes"="24" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %p2 = getelementptr i8, ptr %p, i64 16
  %n = load i32, ptr %p2, !invariant.load !0
  %t = call i32 @aw.tid.x()
  %size = call i32 @aw.ntid.x()
  %b = call i32 @aw.ctaid.x()
  %g = mul i32 %b, %size
  %i = add i32 %g, %t
  %i64 = sext i32 %i to i64
  %pin = getelementptr i32, ptr %in, i64 %i64
  %pout = getelementptr i32, ptr %out, i64 %i64
  %shared = call ptr addrspace(3) @aw.shared.base()
  %t64 = zext i32 %t to i64
  %mine = getelementptr i32, ptr addrspace(3) %shared, i64 %t64
  %next0 = add i32 %t, 1
  %next1 = urem i32 %next0, %size
  %next64 = zext i32 %next1 to i64
  %theirs = getelementptr i32, ptr addrspace(3) %shared, i64 %next64
  %v = load i32, ptr %pin
)" + body +
         "}\n!0 = !{}\n";
}

/// Runs at all widths, as coroutines and as loops; the two must agree. Answers whether the barriers
/// of the second became loops.
bool run(const std::string &body, uint32_t n, Dim block = {96}) {
  std::vector<uint32_t> in(1024);
  for (uint32_t i = 0; i < in.size(); ++i)
    in[i] = i * 2654435761u >> 20;
  bool split = true;
  for (unsigned width : kWidths) {
    std::vector<uint32_t> out[2];
    for (int loops = 0; loops < 2; ++loops) {
      out[loops].assign(1024, 0xcdcdcdcd);
      CodegenOptions options = optionsFor(width, {3}, block);
      options.barriers = loops ? CodegenOptions::Loops : CodegenOptions::Coroutine;
      TestKernel compiled(kernel(body), options);
      EXPECT_TRUE(compiled.status().ok()) << compiled.status().message();
      Params params;
      params.add(in.data()).add(out[loops].data()).add(n);
      EXPECT_TRUE(compiled.run({3}, block, params));
      if (loops)
        split &= compiled.kernel().info.frameBytes == 0;
    }
    EXPECT_EQ(out[0], out[1]) << "width " << width;
  }
  return split;
}

TEST(SplitAtBarriers, exchangedValuesInALoop) {
  EXPECT_TRUE(run(R"(
  %w0 = mul i32 %v, 3
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %a = phi i32 [ %v, %entry ], [ %b1, %loop ]
  %b1 = phi i32 [ %w0, %entry ], [ %c, %loop ]
  store i32 %a, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %c0 = load i32, ptr addrspace(3) %theirs
  %c = add i32 %c0, %b1
  call void @aw.barrier.sync(i32 0, i32 0)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  %r0 = mul i32 %a, 31
  %r = add i32 %r0, %c
  store i32 %r, ptr %pout
  ret void
)",
                  7));
}

TEST(SplitAtBarriers, loopsInLoopsAndABranchForTheBlock) {
  EXPECT_TRUE(run(R"(
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o1, %outer.next ]
  %x = phi i32 [ %v, %entry ], [ %x3, %outer.next ]
  %inits = shl i32 %x, 1
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %k1, %inner.next ]
  %y = phi i32 [ %inits, %outer ], [ %y2, %inner.next ]
  store i32 %y, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %z = load i32, ptr addrspace(3) %theirs
  %y1 = add i32 %z, %y
  %odd = trunc i32 %k to i1
  br i1 %odd, label %extra, label %inner.next
extra:
  call void @aw.barrier.sync(i32 0, i32 0)
  store i32 %t, ptr addrspace(3) %mine
  br label %inner.next
inner.next:
  %y2 = phi i32 [ %y1, %inner ], [ %z, %extra ]
  call void @aw.barrier.sync(i32 0, i32 0)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %inner, label %outer.next
outer.next:
  %lane = and i32 %t, 7
  %low = icmp ult i32 %lane, 3
  %x2 = select i1 %low, i32 %y2, i32 %inits
  %x3 = xor i32 %x2, %x
  %o1 = add i32 %o, 1
  %go = icmp ult i32 %o1, 3
  br i1 %go, label %outer, label %end
end:
  store i32 %x3, ptr %pout
  ret void
)",
                  5));
}

TEST(SplitAtBarriers, inductionsThatStartDifferently) {
  EXPECT_TRUE(run(R"(
  br label %loop
loop:
  %k = phi i32 [ %t, %entry ], [ %k1, %next ]
  %r = phi i32 [ 0, %entry ], [ %r1, %next ]
  %s = phi i32 [ 0, %entry ], [ %s1, %next ]
  store i32 %k, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %o = load i32, ptr addrspace(3) %theirs
  %s1 = add i32 %s, %o
  call void @aw.barrier.sync(i32 0, i32 0)
  br label %next
next:
  %k1 = add i32 %k, %size
  %r1 = add i32 %r, 1
  %more = icmp ult i32 %r1, %n
  br i1 %more, label %loop, label %end
end:
  %q = add i32 %s1, %k
  store i32 %q, ptr %pout
  ret void
)",
                  4));
}

TEST(SplitAtBarriers, divergentLoopsBetweenBarriers) {
  for (Dim block : {Dim{96}, Dim{50}})
    EXPECT_TRUE(run(R"(
  store i32 %v, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %start = load i32, ptr addrspace(3) %theirs
  br label %loop
loop:
  %x = phi i32 [ %start, %entry ], [ %h, %loop ]
  %c = phi i32 [ 0, %entry ], [ %c1, %loop ]
  %h = lshr i32 %x, 1
  %c1 = add i32 %c, 1
  %more = icmp ugt i32 %h, 3
  br i1 %more, label %loop, label %meet
meet:
  call void @aw.barrier.sync(i32 0, i32 0)
  store i32 %c1, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %w = load i32, ptr addrspace(3) %theirs
  %r0 = mul i32 %w, 1000
  %r = add i32 %r0, %h
  store i32 %r, ptr %pout
  ret void
)",
                    0, block));
}

TEST(SplitAtBarriers, whatMayDifferInTheBlockStaysACoroutine) {
  // The number of rounds comes from shared memory.
  EXPECT_FALSE(run(R"(
  store i32 %n, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %end0 = load i32, ptr addrspace(3) %shared
  call void @aw.barrier.sync(i32 0, i32 0)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %end0
  br i1 %more, label %loop, label %end
end:
  store i32 %k1, ptr %pout
  ret void
)",
                   4));
}

} // namespace
} // namespace anywarp::codegen::test
