// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp instructions whose lanes meet through the engine, at every lane count; the expected values
// are worked out here lane by lane from the pseudo-code of the PTX ISA.
#include <atomic>
#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "exec/blocks/TestKernels.h"

namespace anywarp::exec::test {
namespace {

/// What every thread puts in and gets out, by linear index.
struct Io {
  Collective op;
  std::vector<CollectiveLane> lanes;
  std::vector<uint8_t> takesPart; ///< empty: all
};

template <uint32_t W> PieceBody once(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &io = *static_cast<Io *>(const_cast<void *>(l->params));
  alignas(16) CollectiveLane slots[W];
  uint32_t active = 0, first = piece * W;
  for (uint32_t i = 0; i < W && first + i < l->threadsPerBlock; ++i)
    if (io.takesPart.empty() || io.takesPart[first + i]) {
      active |= uint32_t(1) << i;
      slots[i] = io.lanes[first + i];
    }
  if (!active)
    co_return;
  co_await wait(aw_collective(l, b, piece, uint32_t(io.op), active, slots));
  for (uint32_t i = 0; i < W; ++i)
    if (active >> i & 1)
      io.lanes[first + i] = slots[i];
}

Kernel kernelOf(uint32_t w) {
  return w == 32   ? pieceKernel<once<32>>(32)
         : w == 16 ? pieceKernel<once<16>>(16)
         : w == 8  ? pieceKernel<once<8>>(8)
                   : pieceKernel<once<1>>(1);
}
constexpr uint32_t kWidths[] = {32, 16, 8, 1};

std::vector<CollectiveLane> run(uint32_t w, Io io) {
  LaunchResult result = runGrid(kernelOf(w), launchOf({1}, {uint32_t(io.lanes.size())}, &io));
  EXPECT_TRUE(result.ok()) << result.fault.describe();
  return io.lanes;
}

Io randomIo(Collective op, uint32_t threads, uint64_t values, uint32_t seed) {
  std::mt19937_64 random(seed);
  Io io{op, {}, {}};
  for (uint32_t i = 0; i < threads; ++i)
    io.lanes.push_back(
        {~0u, uint32_t(random() % 32), 31, uint32_t(random() % 2), random() % values});
  return io;
}

TEST(Collectives, Shuffles) {
  for (Collective op :
       {Collective::ShflUp, Collective::ShflDown, Collective::ShflBfly, Collective::ShflIdx})
    for (uint32_t width : {32u, 16u, 8u, 4u, 2u, 1u})
      for (uint32_t w : kWidths) {
        Io io = randomIo(op, 96, ~uint64_t(0), width);
        uint32_t clamp = op == Collective::ShflUp ? 0 : 31;
        for (CollectiveLane &lane : io.lanes)
          lane.c = clamp | (32 - width) << 8;
        auto out = run(w, io);
        for (uint32_t t = 0; t < 96; ++t) {
          uint32_t lane = t % 32, b = io.lanes[t].b, segment = (32 - width) & 31;
          int maxLane = int((lane & segment) | (clamp & ~segment & 31)),
              minLane = int(lane & segment), j;
          bool p;
          switch (op) {
          case Collective::ShflUp:
            j = int(lane) - int(b);
            p = j >= maxLane;
            break;
          case Collective::ShflDown:
            j = int(lane + b);
            p = j <= maxLane;
            break;
          case Collective::ShflBfly:
            j = int(lane ^ b);
            p = j <= maxLane;
            break;
          default:
            j = minLane | int(b & ~segment & 31);
            p = j <= maxLane;
          }
          if (!p)
            j = int(lane);
          ASSERT_EQ(out[t].predicate, p) << t;
          ASSERT_EQ(out[t].value, io.lanes[t / 32 * 32 + uint32_t(j)].value) << t;
        }
      }
}

TEST(Collectives, VotesAndElect) {
  for (uint32_t w : kWidths)
    for (uint32_t seed = 0; seed < 4; ++seed) {
      for (Collective op :
           {Collective::VoteAll, Collective::VoteAny, Collective::VoteUni, Collective::Ballot}) {
        Io io = randomIo(op, 64, 10, seed);
        if (seed == 1)
          for (auto &lane : io.lanes)
            lane.predicate = 1;
        if (seed == 2)
          for (auto &lane : io.lanes)
            lane.predicate = 0;
        auto out = run(w, io);
        for (uint32_t t = 0; t < 64; ++t) {
          uint32_t ballot = 0;
          for (uint32_t i = 0; i < 32; ++i)
            ballot |= io.lanes[t / 32 * 32 + i].predicate << i;
          uint32_t expected = op == Collective::VoteAll   ? ballot == ~0u
                              : op == Collective::VoteAny ? ballot != 0
                              : op == Collective::VoteUni ? ballot == 0 || ballot == ~0u
                                                          : ballot;
          ASSERT_EQ(out[t].value, expected);
          ASSERT_EQ(out[t].predicate != 0, expected != 0);
        }
      }
      auto out = run(w, randomIo(Collective::Elect, 64, 10, seed));
      for (uint32_t t = 0; t < 64; ++t) {
        ASSERT_EQ(out[t].value, 0u);
        ASSERT_EQ(out[t].predicate, t % 32 == 0);
      }
    }
}

TEST(Collectives, Matches) {
  for (uint32_t w : kWidths)
    for (uint32_t values : {1u, 4u, 1000u}) {
      for (Collective op : {Collective::MatchAny32, Collective::MatchAny64, Collective::MatchAll32,
                            Collective::MatchAll64}) {
        Io io = randomIo(op, 64, values, values);
        bool is64 = op == Collective::MatchAny64 || op == Collective::MatchAll64;
        for (uint32_t t = 0; t < 64; ++t) // the upper half counts in the 64-bit forms only
          io.lanes[t].value |= uint64_t(t % 2 && values > 1) << 40;
        auto out = run(w, io);
        for (uint32_t t = 0; t < 64; ++t) {
          uint32_t equal = 0;
          for (uint32_t i = 0; i < 32; ++i) {
            uint64_t a = io.lanes[t].value, b = io.lanes[t / 32 * 32 + i].value;
            equal |= uint32_t(is64 ? a == b : uint32_t(a) == uint32_t(b)) << i;
          }
          bool all = op == Collective::MatchAll32 || op == Collective::MatchAll64;
          ASSERT_EQ(out[t].value, all && equal != ~0u ? 0 : equal);
          if (all) {
            ASSERT_EQ(out[t].predicate, equal == ~0u);
          }
        }
      }
    }
}

TEST(Collectives, Reductions) {
  for (uint32_t w : kWidths)
    for (int op = int(Collective::ReduxAdd); op <= int(Collective::ReduxXor); ++op) {
      Io io = randomIo(Collective(op), 64, uint64_t(1) << 32, uint32_t(op));
      auto out = run(w, io);
      for (uint32_t warp = 0; warp < 2; ++warp) {
        uint32_t expected = uint32_t(io.lanes[warp * 32].value);
        for (uint32_t i = 1; i < 32; ++i) {
          uint32_t v = uint32_t(io.lanes[warp * 32 + i].value);
          switch (Collective(op)) {
          case Collective::ReduxAdd:
            expected += v;
            break;
          case Collective::ReduxMin:
            expected = int32_t(v) < int32_t(expected) ? v : expected;
            break;
          case Collective::ReduxMax:
            expected = int32_t(v) > int32_t(expected) ? v : expected;
            break;
          case Collective::ReduxUMin:
            expected = v < expected ? v : expected;
            break;
          case Collective::ReduxUMax:
            expected = v > expected ? v : expected;
            break;
          case Collective::ReduxAnd:
            expected &= v;
            break;
          case Collective::ReduxOr:
            expected |= v;
            break;
          default:
            expected ^= v;
          }
        }
        for (uint32_t i = 0; i < 32; ++i)
          ASSERT_EQ(out[warp * 32 + i].value, expected);
      }
    }
}

TEST(Collectives, PartsOfAWarpByMask) {
  // Each quarter of 8 lanes votes for itself.
  for (uint32_t w : kWidths) {
    Io io = randomIo(Collective::Ballot, 64, 10, 5);
    for (uint32_t t = 0; t < 64; ++t)
      io.lanes[t].memberMask = 0xffu << t % 32 / 8 * 8;
    auto out = run(w, io);
    for (uint32_t t = 0; t < 64; ++t) {
      uint32_t ballot = 0;
      for (uint32_t i = t % 32 / 8 * 8; i < t % 32 / 8 * 8 + 8; ++i)
        ballot |= io.lanes[t / 32 * 32 + i].predicate << i;
      ASSERT_EQ(out[t].value, ballot) << w << " " << t;
    }
  }
}

TEST(Collectives, LanesThatAreGoneDoNotCount) {
  // 50 threads of which every third has ended; the masks still name them all.
  for (uint32_t w : kWidths)
    for (Collective op : {Collective::Ballot, Collective::ActiveMask}) {
      Io io = randomIo(op, 50, 10, 7);
      for (uint32_t t = 0; t < 50; ++t) {
        io.takesPart.push_back(t % 3 != 1);
        io.lanes[t].predicate = 1;
      }
      auto out = run(w, io);
      for (uint32_t t = 0; t < 50; ++t) {
        uint32_t expected = 0;
        for (uint32_t i = t / 32 * 32; i < std::min(t / 32 * 32 + 32, 50u); ++i)
          expected |= uint32_t(io.takesPart[i]) << i % 32;
        if (io.takesPart[t]) {
          ASSERT_EQ(out[t].value, expected) << w << " " << t;
        }
      }
    }
}

/// W = 1: a reduction by shuffles, each lane on its own, with barriers between.
PieceBody sumByShuffles(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &errors = *static_cast<std::atomic<uint32_t> *>(const_cast<void *>(l->params));
  for (uint32_t round = 0; round < 3; ++round) {
    uint32_t sum = piece + round;
    for (uint32_t step = 16; step; step /= 2) {
      CollectiveLane slot{~0u, step, 31, 0, sum};
      co_await wait(aw_collective(l, b, piece, uint32_t(Collective::ShflBfly), 1, &slot));
      sum += uint32_t(slot.value);
    }
    uint32_t first = piece / 32 * 32;
    errors += sum != 32 * (first + round) + 31 * 16;
    co_await barrier0();
  }
}
TEST(Collectives, ReductionByShuffles) {
  std::atomic<uint32_t> errors{0};
  ASSERT_TRUE(runGrid(pieceKernel<sumByShuffles>(1), launchOf({10}, {256}, &errors)).ok());
  EXPECT_EQ(errors, 0u);
}

/// Lane 0 waits for the whole warp, the others at a barrier.
PieceBody apart(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  CollectiveLane slot{~0u, 0, 31, 0, 0};
  if (piece == 0)
    co_await wait(aw_collective(l, b, piece, uint32_t(Collective::Sync), 1, &slot));
  else
    co_await barrier0();
}
TEST(Collectives, Deadlock) {
  LaunchResult result = runGrid(pieceKernel<apart>(1), launchOf({1}, {32}, nullptr));
  EXPECT_EQ(result.fault.fault, Fault::Deadlock);
  EXPECT_EQ(result.fault.detail,
            "threads 1-31 wait at barrier 0 (31 of 32 threads arrived); threads 0 "
            "wait for lanes of their warp that do not take part");
}

} // namespace
} // namespace anywarp::exec::test
