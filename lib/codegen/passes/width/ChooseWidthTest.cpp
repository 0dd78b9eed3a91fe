// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels run thread by thread, and that they end.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

std::string kernel(const std::string &body) {
  return R"(
define void @k() "aw-kernel" "aw-static-shared"="64" {
entry:
  %p = call ptr @aw.param.base()
  %lock = load ptr, ptr %p, !invariant.load !0
  %count = getelementptr i32, ptr %lock, i64 1
  %t = call i32 @aw.tid.x()
  %isone = icmp eq i32 %t, 5
  %odd = trunc i32 %t to i1
)" + body +
         "}\n!0 = !{}\n";
}

struct Outcome {
  unsigned width = 0;
  uint32_t flags = 0, words[4] = {};
};

Outcome run(const std::string &body, unsigned width = 0, uint32_t lock = 0) {
  CodegenOptions options = optionsFor(width, {2}, {64});
  TestKernel kernel(::anywarp::codegen::test::kernel(body), options);
  Outcome outcome;
  outcome.words[0] = lock;
  Params params;
  params.add(&outcome.words[0]);
  EXPECT_TRUE(kernel.run({2}, {64}, params));
  outcome.width = kernel.kernel().info.simdWidth;
  outcome.flags = kernel.kernel().info.flags;
  return outcome;
}

TEST(ChooseWidth, aSpinLockInsideAWarpEnds) {
  const char text[] = R"(
  br label %spin
spin:
  %pair = cmpxchg volatile ptr %lock, i32 0, i32 1 acquire monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %inside, label %spin
inside:
  %c = load volatile i32, ptr %count
  %c1 = add i32 %c, 1
  store volatile i32 %c1, ptr %count
  store atomic volatile i32 0, ptr %lock release, align 4
  ret void
)";
  // The winner's code is in the loop, so that the others need no course of their own.
  Outcome outcome = run(text);
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], 128u);
  EXPECT_NE(outcome.flags & exec::KernelInfo::MayYield, 0u);
}

TEST(ChooseWidth, lanesThatLookBackStayAWarp) {
  // Each thread adds up what those behind it by 32 have put down, as far as one that knows the sum
  // of all before it (bit 15), and says its own sum then. There are three ways to that, and some
  // lanes take it before others.
  const char text[] = R"(
  %base = call ptr addrspace(3) @aw.shared.base()
  %sums = addrspacecast ptr addrspace(3) %base to ptr
  %own = getelementptr i8, ptr %sums, i32 %t
  br label %start
start:
  %islast = icmp ugt i32 %t, 60
  br i1 %islast, label %say, label %look
look:
  %j.start = add i32 %t, 32
  br label %back
back:
  %j = phi i32 [ %j.start, %look ], [ %j.next, %more ]
  %sum = phi i32 [ 0, %look ], [ %both, %more ]
  %want = phi i32 [ -1, %look ], [ %left, %more ]
  %over = icmp sgt i32 %j, 63
  br i1 %over, label %say, label %wait
wait:
  %there = getelementptr i8, ptr %sums, i32 %j
  br label %spin
spin:
  %v = load volatile i8, ptr %there
  %isset = icmp ne i8 %v, 0
  br i1 %isset, label %got, label %spin
got:
  %v32 = zext i8 %v to i32
  %add = and i32 %v32, 127
  %both = add i32 %sum, %add
  %goeson = icmp sgt i8 %v, 0
  %left = call i32 @aw.vote.ballot(i1 %goeson, i32 %want)
  br i1 %goeson, label %more, label %say
more:
  %j.next = add i32 %j, 32
  br label %back
say:
  %before = phi i32 [ 0, %start ], [ %sum, %back ], [ %both, %got ]
  %all = add i32 %before, 1
  %flagged = or i32 %all, 128
  %said = trunc i32 %flagged to i8
  store volatile i8 %said, ptr %own
  %x = atomicrmw add ptr %count, i32 %all monotonic
  br label %end
end:
  call void @aw.warp.sync(i32 -1)
  ret void
)";
  Outcome outcome = run(text);
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], 2u * (32 * 1 + 32 * 2));
}

// Volatile words of shared memory, a byte for each thread.
const char kBytes[] = R"(
  %bytes = call ptr addrspace(3) @aw.shared.base()
  %mine = getelementptr i8, ptr addrspace(3) %bytes, i32 %t
  %t8 = trunc i32 %t to i8
  store volatile i8 %t8, ptr addrspace(3) %mine
)";

TEST(ChooseWidth, lanesThatOnlyStepOrdersAreAWarp) {
  // Each thread reads what its neighbour, behind it or before it, has written.
  for (unsigned width : {0u, 1u, 8u, 16u, 32u}) {
    Outcome outcome = run(std::string(kBytes) + R"(
  %next = xor i32 %t, 31
  %theirs = getelementptr i8, ptr addrspace(3) %bytes, i32 %next
  %v = load volatile i8, ptr addrspace(3) %theirs
  %v32 = zext i8 %v to i32
  %same = icmp eq i32 %v32, %next
  %one = zext i1 %same to i32
  %x = atomicrmw add ptr %count, i32 %one monotonic
  ret void
)",
                          width);
    EXPECT_EQ(outcome.width, 32u) << width;
    EXPECT_EQ(outcome.words[1], 128u) << width;
  }
}

TEST(ChooseWidth, lanesThatMeetOrReadTheirOwnHaveTheWidthAskedFor) {
  const char meet[] = R"(
  call void @aw.warp.sync(i32 -1)
  %next = xor i32 %t, 31
  %theirs = getelementptr i8, ptr addrspace(3) %bytes, i32 %next
  %v = load volatile i8, ptr addrspace(3) %theirs
  %v32 = zext i8 %v to i32
  %x = atomicrmw add ptr %count, i32 %v32 monotonic
  ret void
)",
             own[] = R"(
  %v = load volatile i8, ptr addrspace(3) %mine
  %v32 = zext i8 %v to i32
  %x = atomicrmw add ptr %count, i32 %v32 monotonic
  ret void
)";
  for (const char *rest : {meet, own}) {
    Outcome outcome = run(kBytes + std::string(rest), 8);
    EXPECT_EQ(outcome.width, 8u);
    EXPECT_EQ(outcome.words[1], 2u * 63 * 64 / 2);
  }
}

TEST(ChooseWidth, aListThatAWarpReadsInIsNoWait) {
  // The word of the last lane decides for all whether each lane brings another one.
  Outcome outcome = run(std::string(kBytes) + R"(
  store volatile i8 -1, ptr addrspace(3) %mine
  %lane = and i32 %t, 31
  %twice = shl i32 %t, 1
  %last = or i32 %twice, 62
  %half = lshr i32 %last, 1
  %end = getelementptr i8, ptr addrspace(3) %bytes, i32 %half
  br label %outer
outer:
  %pos = phi i32 [ 0, %entry ], [ %pos.next, %found ]
  %start = phi i32 [ 0, %entry ], [ %list, %found ]
  br label %test
test:
  %list = phi i32 [ %start, %outer ], [ %list.next, %more ]
  %v = load volatile i8, ptr addrspace(3) %end
  %v32 = sext i8 %v to i32
  %isbehind = icmp slt i32 %v32, %pos
  br i1 %isbehind, label %more, label %found
more:
  %item = add i32 %list, %lane
  %item8 = trunc i32 %item to i8
  store volatile i8 %item8, ptr addrspace(3) %mine
  %list.next = add i32 %list, 32
  br label %test
found:
  %x = atomicrmw add ptr %count, i32 %v32 monotonic
  %pos.next = add i32 %pos, 1
  %isover = icmp eq i32 %pos.next, 100
  br i1 %isover, label %done, label %outer
done:
  ret void
)");
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], 128u * (32 * 31 + 32 * 63 + 32 * 95 + 4 * 127));
}

TEST(ChooseWidth, whoFindsItsOwnMarkDoesNotWait) {
  // Lanes count in one word; of those that write at once the one whose mark stays has counted.
  Outcome outcome = run(std::string(kBytes) + R"(
  br label %again
again:
  %old = load volatile i32, ptr addrspace(3) %bytes
  %n = and i32 %old, 65535
  %more = add i32 %n, 1
  %mark = shl i32 %t, 16
  %new = or i32 %more, %mark
  store volatile i32 %new, ptr addrspace(3) %bytes
  %now = load volatile i32, ptr addrspace(3) %bytes
  %differs = icmp ne i32 %now, %new
  br i1 %differs, label %again, label %end
end:
  %x = atomicrmw add ptr %count, i32 1 monotonic
  ret void
)");
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], 128u);
  EXPECT_EQ(outcome.flags & exec::KernelInfo::MayYield, 0u);
}

TEST(ChooseWidth, longKernelsRunInPiecesOfOneRegister) {
  // Threads exchange nothing, so that the width shows only in the time it takes to compile.
  auto longKernel = [](const std::string &end) {
    std::string text = "  %x0 = add i32 %t, 1\n";
    for (unsigned i = 0; i < 2600; ++i) {
      std::string n = std::to_string(i), next = std::to_string(i + 1);
      text += "  %y" + n + " = xor i32 %x" + n + ", " + std::to_string(i * 2654435761u >> 4) +
              "\n  %x" + next + " = mul i32 %y" + n + ", %y" + n + "\n";
    }
    return text + end + "  %old = atomicrmw add ptr %count, i32 %x2600 monotonic\n  ret void\n";
  };
  uint32_t expected = 0;
  for (uint32_t t = 0; t < 64; ++t) {
    uint32_t x = t + 1;
    for (uint32_t i = 0; i < 2600; ++i)
      x = (x ^ (i * 2654435761u >> 4)) * (x ^ (i * 2654435761u >> 4));
    expected += 2 * x;
  }
  Outcome outcome = run(longKernel(""));
  EXPECT_EQ(outcome.width, 8u);
  EXPECT_EQ(outcome.words[1], expected);
  outcome = run(longKernel("  call void @aw.warp.sync(i32 -1)\n"));
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], expected);
}

TEST(ChooseWidth, manyValuesMakePiecesNarrow) {
  // `live` values of 64 bits of each thread are made one from the other, and then all used.
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;
  auto text = [](unsigned live, const std::string &between) {
    std::string text = "  %v0 = zext i32 %t to i64\n", last = "0";
    for (unsigned i = 0; i < live; ++i) {
      const std::string n = std::to_string(i);
      text += "  %m" + n + " = mul i64 %v" + n + ", " + std::to_string(int64_t(kFactor)) +
              "\n  %s" + n + " = lshr i64 %m" + n + ", 29\n  %v" + std::to_string(i + 1) +
              " = xor i64 %m" + n + ", %s" + n + "\n";
    }
    text += between;
    for (unsigned i = 0; i <= live; ++i) {
      const std::string n = std::to_string(i);
      text += "  %r" + n + " = mul i64 " + last + ", 31\n  %a" + n + " = add i64 %r" + n + ", %v" +
              n + "\n";
      last = "%a" + n;
    }
    return text + "  %low = trunc i64 " + last +
           " to i32\n  %x = atomicrmw add ptr %count, i32 %low monotonic\n  ret void\n";
  };
  auto expected = [](unsigned live) {
    uint32_t sum = 0;
    for (uint64_t t = 0; t < 64; ++t) {
      uint64_t v = t, all = 0;
      for (unsigned i = 0; i <= live; ++i) {
        all = all * 31 + v;
        v *= kFactor;
        v ^= v >> 29;
      }
      sum += 2 * uint32_t(all);
    }
    return sum;
  };
  Outcome outcome = run(text(24, ""));
  EXPECT_LT(outcome.width, 32u);
  EXPECT_GE(outcome.width, 8u);
  EXPECT_EQ(outcome.words[1], expected(24));
  outcome = run(text(60, ""));
  EXPECT_EQ(outcome.width, 8u);
  EXPECT_EQ(outcome.words[1], expected(60));
  outcome = run(text(2, ""));
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], expected(2));
  // Pieces of any width keep their values in memory between barriers. Lanes of a warp may not be
  // parted.
  for (auto [between, width] :
       {std::pair("barrier.sync(i32 0, i32 0)", 16u), std::pair("warp.sync(i32 -1)", 32u)}) {
    outcome = run(text(24, std::string("  call void @aw.") + between + "\n"));
    EXPECT_EQ(outcome.width, width) << between;
    EXPECT_EQ(outcome.words[1], expected(24));
  }
}

TEST(ChooseWidth, kernelsOfVeryManyBlocksRunThreadByThread) {
  std::string text = "  br label %b0\n";
  for (unsigned i = 0; i < 2200; ++i) {
    std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += "b" + n + ":\n  %is" + n + " = icmp eq i32 %t, " + std::to_string(i % 64) +
            "\n  br i1 %is" + n + ", label %then" + n + ", label %b" + next + "\nthen" + n +
            ":\n  %old" + n + " = atomicrmw add ptr %count, i32 1 monotonic\n  br label %b" + next +
            "\n";
  }
  Outcome outcome = run(text + "b2200:\n  ret void\n");
  EXPECT_EQ(outcome.width, 1u);
  EXPECT_EQ(outcome.words[1], 2 * 2200u);
}

TEST(ChooseWidth, anExchangeThatIsTriedAgainStaysAWarp) {
  Outcome outcome = run(R"(
  %start = load i32, ptr %lock
  br label %again
again:
  %old = phi i32 [ %start, %entry ], [ %seen, %again ]
  %new = add i32 %old, %t
  %pair = cmpxchg ptr %lock, i32 %old, i32 %new monotonic monotonic
  %seen = extractvalue { i32, i1 } %pair, 0
  %won = icmp eq i32 %seen, %old
  br i1 %won, label %end, label %again
end:
  ret void
)");
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[0], 2u * 63 * 64 / 2);
}

TEST(ChooseWidth, oneThreadThatSpinsYields) {
  // Thread 40 (another warp) waits for thread 5.
  const char text[] = R"(
  br i1 %isone, label %tell, label %next
tell:
  store atomic i32 7, ptr %lock release, align 4
  br label %next
next:
  %waits = icmp eq i32 %t, 40
  br i1 %waits, label %spin, label %end
spin:
  %v = load atomic i32, ptr %lock acquire, align 4
  %set = icmp eq i32 %v, 7
  br i1 %set, label %end, label %spin
end:
  ret void
)";
  Outcome outcome = run(text);
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_NE(outcome.flags & exec::KernelInfo::MayYield, 0u);
}

TEST(ChooseWidth, aWaitByControlYields) {
  // Threads 0 to 31 wait for the second warp; what they test is set under a condition.
  const char text[] = R"(
  %first = icmp ult i32 %t, 32
  br i1 %first, label %spin, label %tell
tell:
  store volatile i32 1, ptr %lock
  br label %end
spin:
  %v = load volatile i32, ptr %lock
  %set = icmp ne i32 %v, 0
  br i1 %set, label %found, label %latch
found:
  %x = atomicrmw add ptr %count, i32 1 monotonic
  br label %latch
latch:
  %done = phi i1 [ false, %spin ], [ true, %found ]
  br i1 %done, label %end, label %spin
end:
  ret void
)";
  Outcome outcome = run(text);
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], 64u);
  EXPECT_NE(outcome.flags & exec::KernelInfo::MayYield, 0u);
}

/// `step` leads from %k to %next, which the loop leaves when it is 0; %v is what %place held.
std::string barrierLoop(const std::string &step) {
  return R"(
  br label %loop
loop:
  %k = phi i32 [ 4, %entry ], [ %next, %latch ]
  %v = load i32, ptr %lock
  %set = icmp ne i32 %v, 0
)" + step +
         R"(
latch:
  %next = phi i32 [ %k, %loop ], [ %less, %found ]
  call void @aw.barrier.sync(i32 0, i32 0)
  %over = icmp eq i32 %next, 0
  br i1 %over, label %end, label %loop
end:
  %x = atomicrmw add ptr %count, i32 1 monotonic
  ret void
)";
}

TEST(ChooseWidth, blocksThatMeetWhileTheyWaitYield) {
  Outcome outcome = run(barrierLoop(R"(
  br i1 %set, label %found, label %latch
found:
  %less = sub i32 %k, 1
  br label %latch
)"),
                        0, 1);
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], 128u);
  EXPECT_NE(outcome.flags & exec::KernelInfo::MayYield, 0u);
}

TEST(ChooseWidth, aWalkDoesNotYield) {
  // Each iteration reads another word: nobody is waited for.
  Outcome outcome = run(R"(
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %word = getelementptr i32, ptr %lock, i64 %i
  %v = load volatile i32, ptr %word
  %next = add i64 %i, 1
  %found = icmp sgt i32 %v, 6
  %last = icmp eq i64 %next, 3
  %stop = or i1 %found, %last
  br i1 %stop, label %end, label %loop
end:
  %i32 = trunc i64 %i to i32
  %x = atomicrmw add ptr %count, i32 %i32 monotonic
  ret void
)",
                        0, 7);
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[1], 0u);
  EXPECT_EQ(outcome.flags & exec::KernelInfo::MayYield, 0u);
}

TEST(ChooseWidth, branchesThatWaitForEachOtherEnd) {
  // Each loop is the same for all lanes in it, but what ends it is done by the others.
  Outcome outcome = run(R"(
  br i1 %odd, label %a, label %b
a:
  store volatile i32 1, ptr %lock
  br label %aspin
aspin:
  %av = load volatile i32, ptr %count
  %agoes = icmp eq i32 %av, 0
  br i1 %agoes, label %aspin, label %end
b:
  br label %bspin
bspin:
  %bv = load volatile i32, ptr %lock
  %bgoes = icmp eq i32 %bv, 0
  br i1 %bgoes, label %bspin, label %bdone
bdone:
  store volatile i32 1, ptr %count
  br label %end
end:
  ret void
)");
  EXPECT_EQ(outcome.width, 1u);
  EXPECT_EQ(outcome.words[0], 1u);
  EXPECT_EQ(outcome.words[1], 1u);
}

TEST(ChooseWidth, warpsThatWaitForEachOtherInBothBranches) {
  // __syncwarp in both branches of a divergent if.
  const char both[] = R"(
  %t64 = zext i32 %t to i64
  br i1 %odd, label %a, label %b
a:
  call void @aw.warp.sync(i32 -1)
  br label %join
b:
  call void @aw.warp.sync(i32 -1)
  br label %join
join:
  %x = atomicrmw add ptr %lock, i32 1 monotonic
  ret void
)";
  EXPECT_EQ(run(both).width, 1u);
  const char once[] = R"(
  br i1 %odd, label %a, label %join
a:
  %x = atomicrmw add ptr %count, i32 1 monotonic
  br label %join
join:
  call void @aw.warp.sync(i32 -1)
  %y = atomicrmw add ptr %lock, i32 1 monotonic
  ret void
)";
  Outcome outcome = run(once);
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[0], 128u);
  EXPECT_EQ(outcome.words[1], 64u);
}

/// A shuffle among each half of a warp by the lanes that `condition` sends one way, one among
/// `mask` by the others; the sums of what lanes read.
std::string halves(const std::string &condition, const std::string &mask) {
  return R"(
  %lane = call i32 @aw.laneid()
  %half = and i32 %t, 16
  %low = and i32 %lane, 15
  %others = xor i32 %low, 15
  %own = shl i32 65535, %half
  %active = call i32 @aw.activemask()
)" + condition +
         R"(
  br i1 %isfirst, label %a, label %b
a:
  %ap = call { i32, i1 } @aw.shfl.idx(i32 %t, i32 %others, i32 4127, i32 %own)
  %av = extractvalue { i32, i1 } %ap, 0
  %ax = atomicrmw add ptr %lock, i32 %av monotonic
  br label %join
b:
  %bp = call { i32, i1 } @aw.shfl.idx(i32 %t, i32 16, i32 31, i32 )" +
         mask + R"()
  %bv = extractvalue { i32, i1 } %bp, 0
  %bx = atomicrmw add ptr %count, i32 %bv monotonic
  br label %join
join:
  ret void
)";
}

TEST(ChooseWidth, halvesThatMeetAmongThemselvesStayWarps) {
  // Lanes 0 to 15 of each warp one way, 16 to 31 the other.
  Outcome outcome = run(halves("  %isfirst = icmp ult i32 %lane, 16", "-65536"));
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[0], 2u * (15 * 16 / 2 + 16 * 32 + 15 * 16 / 2));
  EXPECT_EQ(outcome.words[1], 2u * 16 * (16 + 48));
  // All lanes are there, so that every half goes the first way: each lane reads another one's
  // value.
  outcome = run(
      halves("  %there = and i32 %active, %own\n  %isfirst = icmp eq i32 %there, %own", "%own"));
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[0], 2u * 63 * 64 / 2);
}

TEST(ChooseWidth, halvesThatWaitForEachOtherRunThreadByThread) {
  // Quarters part.
  EXPECT_EQ(
      run(halves("  %bit = and i32 %lane, 8\n  %isfirst = icmp eq i32 %bit, 0", "%own")).width, 1u);
}

TEST(ChooseWidth, barriersAfterAnEarlyReturnStayWarps) {
  Outcome outcome = run(R"(
  br i1 %odd, label %end, label %go
go:
  call void @aw.barrier.sync(i32 0, i32 0)
  %x = atomicrmw add ptr %lock, i32 1 monotonic
  call void @aw.barrier.sync(i32 0, i32 0)
  br label %end
end:
  ret void
)");
  EXPECT_EQ(outcome.width, 32u);
  EXPECT_EQ(outcome.words[0], 64u);
}

} // namespace
} // namespace anywarp::codegen::test
