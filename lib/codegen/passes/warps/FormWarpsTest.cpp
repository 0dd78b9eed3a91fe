// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose threads do not talk: every width and block shape must write what the scalar code
// writes when it runs thread by thread.
#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

const Dim kBlocks[] = {{64, 1, 1}, {50, 1, 1}, {7, 1, 1},   {32, 4, 1}, {64, 2, 2}, {16, 16, 1},
                       {16, 3, 1}, {8, 8, 2},  {8, 5, 1},   {4, 9, 3},  {2, 16, 2}, {5, 7, 3},
                       {33, 3, 1}, {1, 1, 1},  {256, 1, 1}, {96, 1, 1}};

/// Parameters: u32 *in (4096 words), u32 *out (4096 words), u32 n. Compares `out`.
void checkEverywhere(llvm::StringRef body, uint32_t n = 300, Dim grid = {2, 2, 1}) {
  std::vector<uint32_t> in(4096);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = uint32_t(i * 2654435761u >> 7) % 1000;
  for (Dim block : kBlocks) {
    std::vector<uint32_t> expected(4096, 0xcdcdcdcd);
    Params reference;
    reference.add(in.data()).add(expected.data()).add(n);
    ASSERT_TRUE(runReference(body, grid, block, reference));
    for (unsigned width : kWidths) {
      std::vector<uint32_t> out(4096, 0xcdcdcdcd);
      Params params;
      params.add(in.data()).add(out.data()).add(n);
      TestKernel kernel(body, optionsFor(width, grid, block));
      ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
      ASSERT_TRUE(kernel.run(grid, block, params));
      for (size_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], expected[i]) << "word " << i << ", width " << width << ", block "
                                       << block.x << "x" << block.y << "x" << block.z << "\n"
                                       << kernel.loweredText();
    }
  }
}

/// The head of a kernel: %in, %out, %n, and %i, the linear index of the thread in the grid.
std::string kernel(const std::string &body, const std::string &more = "") {
  return R"(
define void @k() "aw-kernel" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %p2 = getelementptr i8, ptr %p, i64 16
  %n = load i32, ptr %p2, !invariant.load !0
  %tx = call i32 @aw.tid.x()
  %ty = call i32 @aw.tid.y()
  %tz = call i32 @aw.tid.z()
  %nx = call i32 @aw.ntid.x()
  %ny = call i32 @aw.ntid.y()
  %nz = call i32 @aw.ntid.z()
  %bx = call i32 @aw.ctaid.x()
  %by = call i32 @aw.ctaid.y()
  %gx = call i32 @aw.nctaid.x()
  %t0 = mul i32 %tz, %ny
  %t1 = add i32 %t0, %ty
  %t2 = mul i32 %t1, %nx
  %t = add i32 %t2, %tx
  %size0 = mul i32 %nx, %ny
  %size = mul i32 %size0, %nz
  %b0 = mul i32 %by, %gx
  %b = add i32 %b0, %bx
  %g = mul i32 %b, %size
  %i = add i32 %g, %t
  %i64 = sext i32 %i to i64
  %pin = getelementptr i32, ptr %in, i64 %i64
  %pout = getelementptr i32, ptr %out, i64 %i64
)" + body +
         "}\n" + more + "!0 = !{}\n";
}

TEST(FormWarps, copiesWithAnOffset) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %w = add i32 %v, 7
  store i32 %w, ptr %pout
  ret void
)"));
}

TEST(FormWarps, returnsEarlyBeyondTheEnd) {
  checkEverywhere(kernel(R"(
  %in.range = icmp slt i32 %i, %n
  br i1 %in.range, label %then, label %end
then:
  %v = load i32, ptr %pin
  %w = mul i32 %v, %v
  store i32 %w, ptr %pout
  br label %end
end:
  ret void
)"));
}

TEST(FormWarps, narrowsTheThreadIndexToOneBit) {
  checkEverywhere(kernel(R"(
  %odd = trunc i32 %tx to i1
  %of4 = and i32 %tx, 3
  %odd4 = trunc i32 %of4 to i1
  %even = shl i32 %tx, 1
  %never = trunc i32 %even to i1
  %c6 = select i1 %odd, i32 6, i32 5
  %c4 = select i1 %odd4, i32 %c6, i32 70
  %r = select i1 %never, i32 800, i32 %c4
  store i32 %r, ptr %pout
  ret void)"));
}

TEST(FormWarps, setsBitsWhereTheLanesDiffer) {
  // The bits of 111 hide those of the lanes; one above is the thread's, others are both's.
  for (const char *bits : {"111", "31", "7", "641046639", "-1"})
    checkEverywhere(kernel(std::string("  %set = or i32 %tx, ") + bits + R"(
  %other = or i32 %i, 31
  %sum = mul i32 %set, 3
  %word = xor i32 %sum, %other
  store i32 %word, ptr %pout
  ret void
)"));
}

TEST(FormWarps, nestsDivergentBranches) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %odd = trunc i32 %v to i1
  br i1 %odd, label %a, label %b1
a:
  %big = icmp ugt i32 %v, 500
  br i1 %big, label %aa, label %ab
aa:
  %x1 = udiv i32 %v, 3
  store i32 1, ptr %pout
  br label %ja
ab:
  %x2 = add i32 %v, %ty
  store i32 2, ptr %pout
  br label %ja
ja:
  %xa = phi i32 [ %x1, %aa ], [ %x2, %ab ]
  br label %join
b1:
  %row = icmp ult i32 %ty, 2
  br i1 %row, label %ba, label %join
ba:
  %x3 = xor i32 %v, %tx
  br label %join
join:
  %x = phi i32 [ %xa, %ja ], [ 17, %b1 ], [ %x3, %ba ]
  %o = load i32, ptr %pout
  %y = add i32 %x, %o
  store i32 %y, ptr %pout
  ret void
)"));
}

TEST(FormWarps, leavesLoopsAtDifferentTimes) {
  // Collatz steps with a bound: a divergent break and a uniform end.
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %x = phi i32 [ %v, %entry ], [ %x1, %next ]
  %stop = icmp ult i32 %x, 2
  br i1 %stop, label %done, label %go
go:
  %bit = and i32 %x, 1
  %isodd = icmp eq i32 %bit, 1
  br i1 %isodd, label %up, label %down
up:
  %m = mul i32 %x, 3
  %up1 = add i32 %m, 1
  br label %next
down:
  %h = lshr i32 %x, 1
  br label %next
next:
  %x1 = phi i32 [ %up1, %up ], [ %h, %down ]
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 40
  br i1 %more, label %loop, label %done
done:
  %steps = phi i32 [ %k, %loop ], [ %k1, %next ]
  %last = phi i32 [ %x, %loop ], [ 99, %next ]
  %r = mul i32 %steps, 1000
  %r1 = add i32 %r, %last
  store i32 %r1, ptr %pout
  ret void
)"));
}

TEST(FormWarps, nestsLoopsWithContinueAndBreakOfBoth) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %trips = and i32 %v, 7
  br label %outer
outer:
  %a = phi i32 [ 0, %entry ], [ %a1, %outer.next ]
  %sum = phi i32 [ 0, %entry ], [ %sum.o, %outer.next ]
  %in.outer = icmp ult i32 %a, %trips
  br i1 %in.outer, label %inner, label %end
inner:
  %c = phi i32 [ 0, %outer ], [ %c1, %inner.next ]
  %s = phi i32 [ %sum, %outer ], [ %s2, %inner.next ]
  %ac = add i32 %a, %c
  %skip = and i32 %ac, 3
  %isskip = icmp eq i32 %skip, 2
  br i1 %isskip, label %inner.next, label %work
work:
  %idx = add i32 %ac, %t
  %idx64 = zext i32 %idx to i64
  %q = getelementptr i32, ptr %in, i64 %idx64
  %w = load i32, ptr %q
  %s1 = add i32 %s, %w
  %toobig = icmp ugt i32 %s1, 9000
  br i1 %toobig, label %end, label %inner.next
inner.next:
  %s2 = phi i32 [ %s, %inner ], [ %s1, %work ]
  %c1 = add i32 %c, 1
  %lim = add i32 %ty, 5
  %in.inner = icmp ult i32 %c1, %lim
  br i1 %in.inner, label %inner, label %outer.next
outer.next:
  %sum.o = phi i32 [ %s2, %inner.next ]
  %a1 = add i32 %a, 1
  br label %outer
end:
  %r = phi i32 [ %sum, %outer ], [ %s1, %work ]
  store i32 %r, ptr %pout
  ret void
)"));
}

TEST(FormWarps, leavesTwoLoopsAtOnceUnderUniformControl) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  br label %outer
outer:
  %a = phi i32 [ 0, %entry ], [ %a1, %outer.next ]
  %s = phi i32 [ %v, %entry ], [ %s2, %outer.next ]
  %par = and i32 %s, 1
  %isodd = icmp eq i32 %par, 1
  br i1 %isodd, label %side, label %outer.next
side:
  br label %inner
inner:
  %c = phi i32 [ 0, %side ], [ %c1, %inner.next ]
  %ac = add i32 %a, %c
  %quit = icmp eq i32 %ac, 9
  br i1 %quit, label %end, label %inner.next
inner.next:
  %c1 = add i32 %c, 1
  %m = icmp ult i32 %c1, 4
  br i1 %m, label %inner, label %side.done
side.done:
  %s1 = add i32 %s, 3
  br label %outer.next
outer.next:
  %s2x = phi i32 [ %s, %outer ], [ %s1, %side.done ]
  %sh = lshr i32 %s2x, 1
  %s2 = add i32 %sh, %a
  %a1 = add i32 %a, 1
  %mo = icmp ult i32 %a1, 12
  br i1 %mo, label %outer, label %end
end:
  %r = phi i32 [ %c, %inner ], [ 1000, %outer.next ]
  %r2 = phi i32 [ %s, %inner ], [ %s2, %outer.next ]
  %r3 = mul i32 %r, 10000
  %r4 = add i32 %r3, %r2
  store i32 %r4, ptr %pout
  ret void
)"));
}

TEST(FormWarps, comparesTheCounterOfALoop) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %c1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %isFirst = icmp eq i32 %c, 0
  %x = select i1 %isFirst, i32 %v, i32 %c
  %sum1 = add i32 %sum, %x
  %c1 = add i32 %c, 1
  %more = icmp ult i32 %c1, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %sum1, ptr %pout
  ret void
)"),
                  5);
}

TEST(FormWarps, switches) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %c = and i32 %v, 7
  switch i32 %c, label %other [ i32 0, label %zero
                                i32 1, label %one
                                i32 5, label %zero
                                i32 6, label %six ]
zero:
  br label %one
one:
  %x = phi i32 [ 5, %entry ], [ 6, %zero ]
  br label %join
six:
  %y = mul i32 %v, 9
  br label %join
other:
  br label %join
join:
  %r = phi i32 [ %x, %one ], [ %y, %six ], [ %i, %other ]
  store i32 %r, ptr %pout
  ret void
)"));
}

TEST(FormWarps, irreducibleLoops) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %c = and i32 %v, 1
  %odd = icmp eq i32 %c, 1
  br i1 %odd, label %a, label %b2
a:
  %xa = phi i32 [ %v, %entry ], [ %xb1, %b2 ]
  %xa1 = add i32 %xa, 5
  %enda = icmp ugt i32 %xa1, 1500
  br i1 %enda, label %end, label %b2
b2:
  %xb = phi i32 [ %v, %entry ], [ %xa1, %a ]
  %xb0 = mul i32 %xb, 3
  %xb1 = lshr i32 %xb0, 1
  %endb = icmp ugt i32 %xb1, 1700
  br i1 %endb, label %end, label %a
end:
  %r = phi i32 [ %xa1, %a ], [ %xb1, %b2 ]
  store i32 %r, ptr %pout
  ret void
)"));
}

TEST(FormWarps, readsByRowsAndColumns) {
  checkEverywhere(kernel(R"(
  %row = mul i32 %ty, 40
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %ai = add i32 %row, %k
  %ai64 = sext i32 %ai to i64
  %ap = getelementptr i32, ptr %in, i64 %ai64
  %a = load i32, ptr %ap
  %bi0 = mul i32 %k, 64
  %bi = add i32 %bi0, %tx
  %bi64 = zext nneg i32 %bi to i64
  %bp = getelementptr i32, ptr %in, i64 %bi64
  %bb = load i32, ptr %bp
  %ab = mul i32 %a, %bb
  %sum1 = add i32 %sum, %ab
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 20
  br i1 %more, label %loop, label %end
end:
  store i32 %sum1, ptr %pout
  ret void
)"));
}

/// Neighbours held back at both edges, in a rectangle of active threads as large as `n` says.
TEST(FormWarps, readsClampedNeighboursUnderMasks) {
  for (uint32_t edge : {0u, 1u, 3u})
    checkEverywhere(kernel(R"(
  %last = sub i32 15, %n
  %above = icmp sge i32 %tx, %n
  %below = icmp sle i32 %tx, %last
  %inside = and i1 %above, %below
  br i1 %inside, label %read, label %end
read:
  %w0 = sub i32 %tx, 1
  %w = call i32 @llvm.smax.i32(i32 %w0, i32 %n)
  %e0 = add i32 %tx, 1
  %e = call i32 @llvm.smin.i32(i32 %e0, i32 %last)
  %line = shl i32 %ty, 4
  %wi = add i32 %line, %w
  %ei = add i32 %line, %e
  %w64 = sext i32 %wi to i64
  %e64 = sext i32 %ei to i64
  %wp = getelementptr i32, ptr %in, i64 %w64
  %ep = getelementptr i32, ptr %in, i64 %e64
  %west = load i32, ptr %wp
  %east = load i32, ptr %ep
  %scaled = mul i32 %west, 1001
  %sum = add i32 %scaled, %east
  store i32 %sum, ptr %pout
  br label %end
end:
  ret void
)",
                           "declare i32 @llvm.smax.i32(i32, i32)\n"
                           "declare i32 @llvm.smin.i32(i32, i32)\n"),
                    edge);
}

TEST(FormWarps, readsBytesUpToTheEndOfMemory) {
  // Some lanes only, at places that nothing tells beforehand; 1000 bytes before a page of nobody's.
  const std::string text = kernel(R"(
  %some = urem i32 %t, 3
  %off = icmp eq i32 %some, 0
  br i1 %off, label %end, label %read
read:
  %m = mul i32 %t, 389
  %at = urem i32 %m, 1000
  %at64 = zext nneg i32 %at to i64
  %pb = getelementptr i8, ptr %in, i64 %at64
  %byte = load i8, ptr %pb
  %v = sext i8 %byte to i32
  store i32 %v, ptr %pout
  br label %end
end:
  ret void
)");
  const size_t page = size_t(getpagesize());
  auto *memory = static_cast<char *>(
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  ASSERT_EQ(mprotect(memory + page, page, PROT_NONE), 0);
  auto *bytes = reinterpret_cast<int8_t *>(memory + page - 1000);
  for (unsigned i = 0; i < 1000; ++i)
    bytes[i] = int8_t(i * 7 + i / 256);
  for (unsigned width : kWidths)
    for (Dim block : {Dim{1000}, Dim{1024}}) {
      std::vector<int32_t> out(1024, 1000);
      Params params;
      params.add(bytes).add(out.data()).add(uint32_t(0));
      TestKernel kernel(text, optionsFor(width, {1}, block));
      ASSERT_TRUE(kernel.run({1}, block, params));
      for (unsigned t = 0; t < block.x; ++t)
        ASSERT_EQ(out[t], t % 3 ? bytes[t * 389 % 1000] : 1000) << t << ", width " << width;
    }
  munmap(memory, 2 * page);
}

TEST(FormWarps, readsFieldsOfSmallStructs) {
  for (int fields = 2; fields <= 5; ++fields)
    checkEverywhere(kernel("  %at = mul i32 %t, " + std::to_string(fields) + R"(
  %at64 = zext i32 %at to i64
  %first = getelementptr i32, ptr %in, i64 %at64
  %second = getelementptr i8, ptr %first, i64 4
  %a = load i32, ptr %first
  %b1 = load i32, ptr %second
  %c = load i64, ptr %first, align 4
  %h = lshr i64 %c, 13
  %d = trunc i64 %h to i32
  %ab = mul i32 %a, %b1
  %r = xor i32 %ab, %d
  store i32 %r, ptr %pout
  ret void
)"));
}

TEST(FormWarps, dividesWithoutTrapping) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %m = urem i32 %v, 5
  %zero = icmp eq i32 %m, 0
  br i1 %zero, label %end, label %div
div:
  %q = sdiv i32 %i, %m
  %r = srem i32 %i, %m
  %neg = sub i32 0, %v
  %q2 = sdiv i32 %neg, %m
  %v64 = sext i32 %neg to i64
  %m64 = zext i32 %m to i64
  %q3 = sdiv i64 %v64, %m64
  %q3t = trunc i64 %q3 to i32
  %rowpos = icmp ne i32 %ty, 0
  br i1 %rowpos, label %byrow, label %next
byrow:
  %q4 = udiv i32 1000, %ty
  br label %next
next:
  %q5 = phi i32 [ 0, %div ], [ %q4, %byrow ]
  %a1 = mul i32 %q, 7
  %a2 = add i32 %a1, %r
  %a3 = xor i32 %a2, %q2
  %a4 = add i32 %a3, %q3t
  %a5 = add i32 %a4, %q5
  store i32 %a5, ptr %pout
  br label %end
end:
  ret void
)"));
}

TEST(FormWarps, keepsLocalArraysApart) {
  checkEverywhere(kernel(R"(
  %array = alloca [8 x i32], align 16
  %v = load i32, ptr %pin
  br label %fill
fill:
  %k = phi i32 [ 0, %entry ], [ %k1, %fill ]
  %e = getelementptr [8 x i32], ptr %array, i32 0, i32 %k
  %w = mul i32 %v, %k
  store volatile i32 %w, ptr %e
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 8
  br i1 %more, label %fill, label %read
read:
  %j = and i32 %v, 7
  %ej = getelementptr [8 x i32], ptr %array, i32 0, i32 %j
  %r = load i32, ptr %ej
  store i32 %r, ptr %pout
  ret void
)"));
}

// Bytes through generic pointers are read one by one, which must not happen for no lane.
TEST(FormWarps, readsBytesOfLocalVariablesForNoLane) {
  checkEverywhere(kernel(R"(
  %bytes = alloca [4 x i8], align 1
  %second = getelementptr i8, ptr %bytes, i64 1
  %third = getelementptr i8, ptr %bytes, i64 2
  %v = load i32, ptr %pin
  %v8 = trunc i32 %v to i8
  store volatile i8 %v8, ptr %second
  store volatile i8 7, ptr %third
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %more ]
  %k1 = add i32 %k, 1
  %never = icmp ult i32 %k, %n
  br i1 %never, label %done, label %compare
compare:
  %byte2 = load i8, ptr %second
  %byte3 = load i8, ptr %third
  %same = icmp eq i8 %byte2, %byte3
  br i1 %same, label %done, label %more
more:
  %again = icmp ult i32 %k1, 3
  br i1 %again, label %loop, label %done
done:
  %r = phi i32 [ 1, %loop ], [ 2, %compare ], [ 3, %more ]
  store i32 %r, ptr %pout
  ret void
)"));
}

TEST(FormWarps, smallIntegersAndVectors) {
  checkEverywhere(
      kernel(R"(
  %p8 = getelementptr i8, ptr %in, i64 %i64
  %a = load i8, ptr %p8
  %a32 = sext i8 %a to i32
  %idx = and i32 %a32, 63
  %idx64 = zext i32 %idx to i64
  %p16 = getelementptr i16, ptr %in, i64 %idx64
  %h = load i16, ptr %p16
  %v = load i32, ptr %pin
  %two = bitcast i32 %v to <2 x i16>
  %ins = insertelement <2 x i16> %two, i16 %h, i32 1
  %sum = add <2 x i16> %two, %ins
  %e0 = extractelement <2 x i16> %sum, i32 0
  %e1 = extractelement <2 x i16> %sum, i32 1
  %swap = shufflevector <2 x i16> %sum, <2 x i16> %two, <2 x i32> <i32 3, i32 0>
  %sw = bitcast <2 x i16> %swap to i32
  %z0 = zext i16 %e0 to i32
  %z1 = zext i16 %e1 to i32
  %pv = getelementptr <2 x i32>, ptr %in, i64 %idx64
  %lv = load <2 x i32>, ptr %pv
  %l1 = extractelement <2 x i32> %lv, i32 1
  %r0 = add i32 %z0, %z1
  %r1 = xor i32 %r0, %sw
  %r2 = add i32 %r1, %l1
  %lead = call i32 @llvm.ctlz.i32(i32 %r2, i1 false)
  %r3 = call i32 @llvm.fshl.i32(i32 %r2, i32 %v, i32 %lead)
  %over = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %r3, i32 %v)
  %o0 = extractvalue { i32, i1 } %over, 0
  %o1 = extractvalue { i32, i1 } %over, 1
  %o1z = zext i1 %o1 to i32
  %r4 = add i32 %o0, %o1z
  store i32 %r4, ptr %pout
  ret void
)",
             "declare i32 @llvm.ctlz.i32(i32, i1)\ndeclare i32 @llvm.fshl.i32(i32, i32, i32)\n"
             "declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)\n"));
}

TEST(FormWarps, storesOfManyLanesToOnePlace) {
  checkEverywhere(kernel(R"(
  %c = icmp ult i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %pin
  %slot = and i32 %v, 15
  %slot64 = zext i32 %slot to i64
  %q = getelementptr i32, ptr %out, i64 %slot64
  store i32 %i, ptr %q
  %q2 = getelementptr i32, ptr %out, i64 20
  store i32 %v, ptr %q2
  %ty64 = zext i32 %ty to i64
  %q3 = getelementptr i32, ptr %q2, i64 %ty64
  %q4 = getelementptr i32, ptr %q3, i64 1
  store i32 %v, ptr %q4
  br label %end
end:
  ret void
)"));
}

TEST(FormWarps, atomics) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %big = icmp ugt i32 %v, 300
  br i1 %big, label %then, label %end
then:
  %o = atomicrmw add ptr %out, i32 %v monotonic
  %p.max = getelementptr i32, ptr %out, i64 1
  %m = atomicrmw umax ptr %p.max, i32 %v monotonic
  %p.cnt = getelementptr i32, ptr %out, i64 2
  %rank = atomicrmw add ptr %p.cnt, i32 3 monotonic
  %slot = and i32 %v, 31
  %slot1 = add i32 %slot, 8
  %slot64 = zext i32 %slot1 to i64
  %p.bin = getelementptr i32, ptr %out, i64 %slot64
  %old = atomicrmw xor ptr %p.bin, i32 %i monotonic
  %p.cas = getelementptr i32, ptr %out, i64 50
  %cas = cmpxchg ptr %p.cas, i32 -842150451, i32 %v monotonic monotonic
  %won = extractvalue { i32, i1 } %cas, 1
  %wonz = zext i1 %won to i32
  %r = add i32 %rank, %old
  %r1 = add i32 %r, %wonz
  %far = add i32 %i, 100
  %far64 = zext i32 %far to i64
  %pr = getelementptr i32, ptr %out, i64 %far64
  store i32 %r1, ptr %pr
  br label %end
end:
  ret void
)"));
}

TEST(FormWarps, atomicsOnAddressesThatMayBeEqual) {
  // The same word for 64 threads, another one for each of the next 64.
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %c = icmp ult i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %kind = and i32 %i, 64
  %issame = icmp eq i32 %kind, 0
  %row = lshr i32 %i, 6
  %place = select i1 %issame, i32 %row, i32 %i
  %place64 = zext i32 %place to i64
  %pplace = getelementptr i32, ptr %in, i64 %place64
  %w = load i32, ptr %pplace
  %slot = and i32 %w, 15
  %slot64 = zext i32 %slot to i64
  %p.add = getelementptr i32, ptr %out, i64 %slot64
  %o.add = atomicrmw add ptr %p.add, i32 %v monotonic
  %p.max = getelementptr i32, ptr %p.add, i64 16
  %o.max = atomicrmw umax ptr %p.max, i32 %v monotonic
  %p.min = getelementptr i32, ptr %p.add, i64 32
  %o.min = atomicrmw min ptr %p.min, i32 %i monotonic
  %p.xor = getelementptr i32, ptr %p.add, i64 48
  %o.xor = atomicrmw xor ptr %p.xor, i32 %v monotonic
  %p.sub = getelementptr i32, ptr %p.add, i64 64
  %o.sub = atomicrmw sub ptr %p.sub, i32 %i monotonic
  %p.umin = getelementptr i32, ptr %p.add, i64 80
  %o.umin = atomicrmw umin ptr %p.umin, i32 %v monotonic
  br label %end
end:
  ret void
)"));
}

TEST(FormWarps, inlinesFunctionsAndExits) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr %pin
  %r = call i32 @f(i32 %v)
  store i32 %r, ptr %pout
  ret void
)",
                         R"(
define internal i32 @f(i32 %x) "aw-function" {
  %c = icmp ult i32 %x, 200
  br i1 %c, label %quit, label %go
quit:
  call void @aw.exit()
  unreachable
go:
  %y = mul i32 %x, 3
  ret i32 %y
}
)"));
}

TEST(FormWarps, trapsAreReportedForTheFirstLane) {
  std::string text = kernel(R"(
  %bad = icmp eq i32 %i, 37
  br i1 %bad, label %trap, label %go
trap:
  call void @aw.trap()
  unreachable
go:
  store i32 1, ptr %pout
  ret void
)");
  for (unsigned width : kWidths) {
    std::vector<uint32_t> in(4096), out(4096);
    Params params;
    params.add(in.data()).add(out.data()).add(0u);
    TestKernel kernel(text, optionsFor(width, {1}, {64}));
    ASSERT_TRUE(kernel.run({1}, {64}, params));
    EXPECT_EQ(events().fault, exec::Fault::Trap);
    EXPECT_EQ(events().faultThread, 37u);
  }
}

TEST(FormWarps, serialCallsRunInLaneOrder) {
  std::string text = kernel(
      R"(
  %args = alloca i32
  store i32 %i, ptr %args
  %bit = and i32 %i, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %print, label %end
print:
  %x = call i32 @vprintf(ptr @format, ptr %args)
  br label %end
end:
  ret void
)",
      "@format = constant [3 x i8] c\"%d\\00\"\ndeclare i32 @vprintf(ptr, ptr) \"aw-serial\"\n");
  for (unsigned width : kWidths) {
    std::vector<uint32_t> in(64), out(64);
    Params params;
    params.add(in.data()).add(out.data()).add(0u);
    TestKernel kernel(text, optionsFor(width, {1}, {8}));
    ASSERT_TRUE(kernel.run({1}, {8}, params));
    EXPECT_EQ(events().lines, (std::vector<std::string>{"1:1", "3:3", "5:5", "7:7"}));
  }
}

} // namespace
} // namespace anywarp::codegen::test
