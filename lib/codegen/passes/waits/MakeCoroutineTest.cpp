// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose threads wait for each other: barriers everywhere a program may put them.
#include <numeric>

#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

const char kHead[] = R"(
define void @k() "aw-kernel" "aw-static-shared"="4096" {
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
  %ny = call i32 @aw.ntid.y()
  %t2 = mul i32 %ty, %nx
  %t = add i32 %t2, %tx
  %size = mul i32 %nx, %ny
  %b = call i32 @aw.ctaid.x()
  %g = mul i32 %b, %size
  %i = add i32 %g, %t
  %i64 = sext i32 %i to i64
  %pin = getelementptr i32, ptr %in, i64 %i64
  %pout = getelementptr i32, ptr %out, i64 %i64
  %shared = call ptr addrspace(3) @aw.shared.base()
  %t64 = zext i32 %t to i64
  %mine = getelementptr i32, ptr addrspace(3) %shared, i64 %t64
)";
const char kTail[] = "}\n!0 = !{}\n";

/// Runs `body` after the head and hands the output words to `check`.
void run(const std::string &body, Dim block, uint32_t n,
         llvm::function_ref<void(const std::vector<uint32_t> &in, const std::vector<uint32_t> &out)>
             check,
         Dim grid = {3}) {
  std::vector<uint32_t> in(4096);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = uint32_t(i * 40503u) % 1000;
  for (unsigned width : kWidths)
    for (auto barriers : {CodegenOptions::Coroutine, CodegenOptions::Auto}) {
      std::vector<uint32_t> out(4096, 0xcdcdcdcd);
      Params params;
      params.add(in.data()).add(out.data()).add(n);
      CodegenOptions options = optionsFor(width, grid, block);
      options.barriers = barriers;
      TestKernel kernel(kHead + body + kTail, options);
      ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
      ASSERT_TRUE(kernel.run(grid, block, params)) << "the block waits for ever";
      SCOPED_TRACE("width " + std::to_string(width) + ", block " + std::to_string(block.x) + "x" +
                   std::to_string(block.y));
      check(in, out);
      if (testing::Test::HasFailure()) {
        std::fputs(kernel.loweredText().c_str(), stderr);
        return;
      }
    }
}

const Dim kBlocks[] = {{64}, {256}, {100}, {16, 16}, {32, 4}, {20}, {1}, {16, 3}, {10, 10}};

TEST(MakeCoroutine, reversesABlockThroughSharedMemory) {
  for (Dim block : kBlocks)
    run(R"(
  %v = load i32, ptr %pin
  store i32 %v, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %last = sub i32 %size, 1
  %r = sub i32 %last, %t
  %r64 = zext i32 %r to i64
  %other = getelementptr i32, ptr addrspace(3) %shared, i64 %r64
  %w = load i32, ptr addrspace(3) %other
  store i32 %w, ptr %pout
  ret void
)",
        block, 0, [&](auto &in, auto &out) {
          uint32_t size = block.count();
          for (uint32_t i = 0; i < 3 * size; ++i)
            ASSERT_EQ(out[i], in[i / size * size + size - 1 - i % size]) << i;
        });
}

// The log-step reduction: a uniform loop with a barrier and a divergent branch in it.
const char kReduce[] = R"(
  %v = load i32, ptr %pin
  store i32 %v, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %half = lshr i32 %size, 1
  br label %loop
loop:
  %s = phi i32 [ %half, %entry ], [ %s1, %next ]
  %more = icmp ugt i32 %s, 0
  br i1 %more, label %body, label %end
body:
  %on = icmp ult i32 %t, %s
  br i1 %on, label %add, label %next
add:
  %o = add i32 %t, %s
  %o64 = zext i32 %o to i64
  %po = getelementptr i32, ptr addrspace(3) %shared, i64 %o64
  %a = load i32, ptr addrspace(3) %mine
  %c = load i32, ptr addrspace(3) %po
  %ac = add i32 %a, %c
  store i32 %ac, ptr addrspace(3) %mine
  br label %next
next:
  call void @aw.barrier.sync(i32 0, i32 0)
  %s1 = lshr i32 %s, 1
  br label %loop
end:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %write, label %done
write:
  %total = load i32, ptr addrspace(3) %mine
  %b64 = zext i32 %b to i64
  %pb = getelementptr i32, ptr %out, i64 %b64
  store i32 %total, ptr %pb
  br label %done
done:
  ret void
)";

TEST(MakeCoroutine, reducesInALoopWithABarrier) {
  for (Dim block : {Dim{64}, Dim{256}, Dim{16, 16}, Dim{16}, Dim{32, 4}})
    run(kReduce, block, 0, [&](auto &in, auto &out) {
      uint32_t size = block.count();
      for (uint32_t b = 0; b < 3; ++b)
        ASSERT_EQ(out[b], std::accumulate(&in[b * size], &in[(b + 1) * size], 0u));
    });
}

TEST(MakeCoroutine, keepsValuesAndLocalArraysOverBarriers) {
  for (Dim block : kBlocks)
    run(R"(
  %array = alloca [4 x i32]
  %v = load i32, ptr %pin
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi i32 [ %v, %entry ], [ %sum1, %loop ]
  %e = and i32 %k, 3
  %pe = getelementptr [4 x i32], ptr %array, i32 0, i32 %e
  store volatile i32 %sum, ptr %pe
  store i32 %sum, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %n1 = add i32 %t, 1
  %n2 = urem i32 %n1, %size
  %n64 = zext i32 %n2 to i64
  %pn = getelementptr i32, ptr addrspace(3) %shared, i64 %n64
  %w = load i32, ptr addrspace(3) %pn
  call void @aw.barrier.sync(i32 0, i32 0)
  %old = load volatile i32, ptr %pe
  %x = mul i32 %w, 3
  %sum1 = add i32 %x, %old
  %k1 = add i32 %k, 1
  %m = icmp ult i32 %k1, %n
  br i1 %m, label %loop, label %end
end:
  store i32 %sum1, ptr %pout
  ret void
)",
        block, 6, [&](auto &in, auto &out) {
          uint32_t size = block.count();
          for (uint32_t b = 0; b < 3; ++b) {
            std::vector<uint32_t> now(&in[b * size], &in[b * size] + size);
            for (int k = 0; k < 6; ++k) {
              std::vector<uint32_t> next(size);
              for (uint32_t t = 0; t < size; ++t)
                next[t] = now[(t + 1) % size] * 3 + now[t];
              now = next;
            }
            for (uint32_t t = 0; t < size; ++t)
              ASSERT_EQ(out[b * size + t], now[t]);
          }
        });
}

TEST(MakeCoroutine, threadsThatLeftCountAsArrived) {
  for (Dim block : {Dim{64}, Dim{100}, Dim{16, 16}})
    run(R"(
  %on = icmp ult i32 %t, %n
  br i1 %on, label %go, label %done
go:
  %v = load i32, ptr %pin
  store i32 %v, ptr addrspace(3) %mine
  call void @aw.barrier.sync(i32 0, i32 0)
  %o0 = add i32 %t, 1
  %o = urem i32 %o0, %n
  %o64 = zext i32 %o to i64
  %po = getelementptr i32, ptr addrspace(3) %shared, i64 %o64
  %w = load i32, ptr addrspace(3) %po
  store i32 %w, ptr %pout
  br label %done
done:
  ret void
)",
        block, 37, [&](auto &in, auto &out) {
          uint32_t size = block.count();
          for (uint32_t i = 0; i < 3 * size; ++i)
            ASSERT_EQ(out[i],
                      i % size < 37 ? in[i / size * size + (i % size + 1) % 37] : 0xcdcdcdcd);
        });
}

TEST(MakeCoroutine, countsPredicatesAtBarriers) {
  run(R"(
  %v = load i32, ptr %pin
  %big = icmp ugt i32 %v, 600
  %count = call i32 @aw.barrier.red.popc(i32 0, i32 0, i1 %big)
  %all = call i1 @aw.barrier.red.and(i32 0, i32 0, i1 %big)
  %any = call i1 @aw.barrier.red.or(i32 0, i32 0, i1 %big)
  %all32 = zext i1 %all to i32
  %any32 = zext i1 %any to i32
  %x = shl i32 %count, 2
  %y = shl i32 %any32, 1
  %xy = or i32 %x, %y
  %r = or i32 %xy, %all32
  store i32 %r, ptr %pout
  ret void
)",
      {64}, 0, [](auto &in, auto &out) {
        for (uint32_t i = 0; i < 192; ++i) {
          uint32_t count = 0;
          for (uint32_t t = 0; t < 64; ++t)
            count += in[i / 64 * 64 + t] > 600;
          ASSERT_EQ(out[i], count << 2 | (count > 0) << 1 | (count == 64));
        }
      });
}

TEST(MakeCoroutine, producersAndConsumersMeetAtNamedBarriers) {
  // Warp 0 produces, warp 1 consumes: barriers in different branches.
  run(R"(
  %producer = icmp ult i32 %t, 32
  br i1 %producer, label %make, label %take
make:
  %v = load i32, ptr %pin
  %v2 = mul i32 %v, 5
  store i32 %v2, ptr addrspace(3) %mine
  call void @aw.barrier.arrive(i32 1, i32 64)
  br label %done
take:
  call void @aw.barrier.sync(i32 1, i32 64)
  %o = sub i32 %t, 32
  %o64 = zext i32 %o to i64
  %po = getelementptr i32, ptr addrspace(3) %shared, i64 %o64
  %w = load i32, ptr addrspace(3) %po
  store i32 %w, ptr %pout
  br label %done
done:
  ret void
)",
      {64}, 0, [](auto &in, auto &out) {
        for (uint32_t i = 0; i < 192; ++i)
          ASSERT_EQ(out[i], i % 64 < 32 ? 0xcdcdcdcd : in[i - 32] * 5);
      });
}

TEST(MakeCoroutine, shufflesOfAllKinds) {
  struct Case {
    const char *name;
    uint32_t b, c;
    bool perLane;
  };
  for (Case c : {Case{"up", 1, 0, false},
                 {"up", 3, 0x1800, false},
                 {"down", 2, 0x1f, false},
                 {"down", 5, 0x181f, false},
                 {"bfly", 16, 0x1f, false},
                 {"bfly", 3, 0x1c1f, false},
                 {"idx", 7, 0x1f, false},
                 {"idx", 2, 0x181f, false},
                 {"idx", 11, 0x1f, true},
                 {"up", 0, 0, true}}) {
    std::string b = c.perLane ? "%own" : std::to_string(c.b);
    std::string text = "  %v = load i32, ptr %pin\n  %l = call i32 @aw.laneid()\n"
                       "  %l7 = mul i32 %l, 7\n  %own = and i32 %l7, 31\n"
                       "  %r = call { i32, i1 } @aw.shfl." +
                       std::string(c.name) + "(i32 %v, i32 " + b + ", i32 " + std::to_string(c.c) +
                       R"(, i32 -1)
  %d = extractvalue { i32, i1 } %r, 0
  %q = extractvalue { i32, i1 } %r, 1
  %qz = zext i1 %q to i32
  %d2 = shl i32 %d, 1
  %s = or i32 %d2, %qz
  store i32 %s, ptr %pout
  ret void
)";
    for (Dim block : {Dim{64}, Dim{16, 4}})
      run(text, block, 0, [&](auto &in, auto &out) {
        for (uint32_t i = 0; i < 192; ++i) {
          int lane = int(i % 32), bval = c.perLane ? lane * 7 % 32 : int(c.b);
          int cval = int(c.c & 31), seg = int(c.c >> 8 & 31);
          int maxLane = (lane & seg) | (cval & ~seg), minLane = lane & seg, j = 0;
          bool ok = false;
          std::string name = c.name;
          if (name == "up")
            j = lane - bval, ok = j >= maxLane;
          else if (name == "down")
            j = lane + bval, ok = j <= maxLane;
          else if (name == "bfly")
            j = lane ^ bval, ok = j <= maxLane;
          else
            j = minLane | (bval & ~seg), ok = j <= maxLane;
          if (!ok)
            j = lane;
          ASSERT_EQ(out[i], in[i / 32 * 32 + uint32_t(j)] << 1 | ok) << name << " lane " << lane;
        }
      });
  }
}

TEST(MakeCoroutine, shufflesFromLanesThatAreNotHere) {
  // The first five lanes of each warp: a lane within range that takes no part gives 0.
  for (bool isUniform : {false, true}) {
    std::string v = isUniform ? "7" : "%v";
    run(R"(
  %v = load i32, ptr %pin
  %l = call i32 @aw.laneid()
  %few = icmp ult i32 %l, 5
  br i1 %few, label %some, label %done
some:
  %sa = call { i32, i1 } @aw.shfl.down(i32 )" +
            v + R"(, i32 3, i32 31, i32 31)
  %sb = call { i32, i1 } @aw.shfl.idx(i32 )" +
            v + R"(, i32 9, i32 31, i32 31)
  %sc = call { i32, i1 } @aw.shfl.idx(i32 )" +
            v + R"(, i32 4, i32 31, i32 31)
  %a0 = extractvalue { i32, i1 } %sa, 0
  %b0 = extractvalue { i32, i1 } %sb, 0
  %c0 = extractvalue { i32, i1 } %sc, 0
  %b1 = mul i32 %b0, 1000
  %c1 = mul i32 %c0, 1000000
  %ab = add i32 %a0, %b1
  %abc = add i32 %ab, %c1
  store i32 %abc, ptr %pout
  br label %done
done:
  ret void
)",
        {64}, 0, [&](auto &in, auto &out) {
          for (uint32_t i = 0; i < 192; ++i) {
            auto value = [&](uint32_t lane) { return isUniform ? 7 : in[i / 32 * 32 + lane]; };
            uint32_t lane = i % 32, down = lane < 2 ? value(lane + 3) : 0;
            ASSERT_EQ(out[i], lane < 5 ? down + 1000000 * value(4) : 0xcdcdcdcd) << i;
          }
        });
  }
}

TEST(MakeCoroutine, votesMatchesAndReductions) {
  run(R"(
  %v = load i32, ptr %pin
  %v3 = urem i32 %v, 3
  %is0 = icmp eq i32 %v3, 0
  %ballot = call i32 @aw.vote.ballot(i1 %is0, i32 -1)
  %any = call i1 @aw.vote.any(i1 %is0, i32 -1)
  %all = call i1 @aw.vote.all(i1 %is0, i32 -1)
  %match = call i32 @aw.match.any.b32(i32 %v3, i32 -1)
  %sum = call i32 @aw.redux.add(i32 %v, i32 -1)
  %max = call i32 @aw.redux.max(i32 %v, i32 -1)
  %act = call i32 @aw.activemask()
  %el = call { i32, i1 } @aw.elect(i32 -1)
  %lead = extractvalue { i32, i1 } %el, 0
  %am = extractvalue { i32, i1 } %el, 1
  %same = call { i32, i1 } @aw.match.all.b32(i32 %size, i32 -1)
  %sm = extractvalue { i32, i1 } %same, 0
  %h0 = mul i32 %ballot, 31
  %h1 = xor i32 %h0, %match
  %h2 = mul i32 %h1, 31
  %h3 = add i32 %h2, %sum
  %h4 = mul i32 %h3, 31
  %h5 = add i32 %h4, %max
  %h6 = xor i32 %h5, %act
  %anyz = zext i1 %any to i32
  %allz = zext i1 %all to i32
  %amz = zext i1 %am to i32
  %h7 = add i32 %h6, %anyz
  %h8 = add i32 %h7, %allz
  %h9 = add i32 %h8, %amz
  %h10 = add i32 %h9, %lead
  %h11 = add i32 %h10, %sm
  store i32 %h11, ptr %pout
  ret void
)",
      {64}, 0, [](auto &in, auto &out) {
        for (uint32_t w = 0; w < 6; ++w) {
          uint32_t ballot = 0, sum = 0, max = 0;
          for (uint32_t l = 0; l < 32; ++l) {
            uint32_t v = in[w * 32 + l];
            ballot |= uint32_t(v % 3 == 0) << l, sum += v, max = std::max(max, v);
          }
          for (uint32_t l = 0; l < 32; ++l) {
            uint32_t match = 0;
            for (uint32_t k = 0; k < 32; ++k)
              match |= uint32_t(in[w * 32 + k] % 3 == in[w * 32 + l] % 3) << k;
            uint32_t h = ((ballot * 31 ^ match) * 31 + sum) * 31 + max;
            h ^= ~0u;
            h += (ballot != 0) + (ballot == ~0u) + (l == 0) + 0 + ~0u;
            ASSERT_EQ(out[w * 32 + l], h) << l;
          }
        }
      });
}

TEST(MakeCoroutine, collectivesOfSubgroupsUnderDivergence) {
  // Each half warp, and of it the lanes with odd values, adds up.
  run(R"(
  %v = load i32, ptr %pin
  %bit = and i32 %v, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %go, label %done
go:
  %act = call i32 @aw.activemask()
  %lane = call i32 @aw.laneid()
  %hi = icmp ugt i32 %lane, 15
  %half = select i1 %hi, i32 -65536, i32 65535
  %members = and i32 %act, %half
  %sum = call i32 @aw.redux.add(i32 %v, i32 %members)
  store i32 %sum, ptr %pout
  br label %done
done:
  ret void
)",
      {64}, 0, [](auto &in, auto &out) {
        for (uint32_t i = 0; i < 192; ++i) {
          uint32_t sum = 0;
          for (uint32_t k = i / 16 * 16; k < i / 16 * 16 + 16; ++k)
            sum += in[k] % 2 ? in[k] : 0;
          ASSERT_EQ(out[i], in[i] % 2 ? sum : 0xcdcdcdcd) << i;
        }
      });
}

} // namespace
} // namespace anywarp::codegen::test
