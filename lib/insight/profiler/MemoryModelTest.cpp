// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts of the best practices guide's examples and of what an H200 counted
// (test/recorded/profiler).
#include "insight/profiler/MemoryModel.h"

#include <gtest/gtest.h>
#include <vector>

using namespace anywarp::insight;

namespace {

struct Warp {
  std::vector<uint64_t> addresses;
  std::vector<uint8_t> lanes;
};

/// Lane i at base + i * stride.
Warp strided(uint64_t base, uint64_t stride, unsigned count = 32) {
  Warp warp;
  for (unsigned lane = 0; lane < count; ++lane) {
    warp.addresses.push_back(base + lane * stride);
    warp.lanes.push_back(uint8_t(lane));
  }
  return warp;
}

uint32_t sectors(const Warp &warp, uint32_t bytes) {
  return globalCost(warp.addresses, bytes).sectors;
}

SharedCost shared(const Warp &warp, uint32_t bytes) {
  return sharedCost(warp.addresses, warp.lanes, bytes);
}

TEST(MemoryModel, SectorsOfStridedLoads) {
  const uint32_t expected[][2] = {{1, 4}, {2, 8}, {3, 12}, {4, 16}, {8, 32}, {16, 32}, {32, 32}};
  for (auto [stride, count] : expected)
    EXPECT_EQ(sectors(strided(4096, stride * 4), 4), count) << stride;
}

TEST(MemoryModel, SectorsByWidth) {
  EXPECT_EQ(sectors(strided(0, 1), 1), 1u);
  EXPECT_EQ(sectors(strided(0, 2), 2), 2u);
  EXPECT_EQ(sectors(strided(0, 8), 8), 8u);
  EXPECT_EQ(sectors(strided(0, 16), 16), 16u);
  EXPECT_EQ(sectors(strided(4, 4), 4), 5u) << "not aligned to a sector";
}

TEST(MemoryModel, LinesOfStructures) {
  EXPECT_EQ(globalCost(strided(0, 12).addresses, 4).lines, 3u);
  EXPECT_EQ(globalCost(strided(0, 16).addresses, 4).lines, 4u);
}

TEST(MemoryModel, BytesOfSharedAddressesCountOnce) {
  EXPECT_EQ(globalCost(strided(0, 12).addresses, 4).bytes, 128u);
  EXPECT_EQ(globalCost(strided(20, 0).addresses, 4).bytes, 4u);
}

TEST(MemoryModel, OrderDoesNotMatter) {
  Warp backwards = strided(0, 4);
  std::reverse(backwards.addresses.begin(), backwards.addresses.end());
  EXPECT_EQ(sectors(backwards, 4), 4u);
  Warp mixed = strided(0, 4);
  for (unsigned i = 0; i < 32; ++i)
    mixed.addresses[i] = (i * 7 % 32) * 4;
  EXPECT_EQ(sectors(mixed, 4), 4u);
}

TEST(MemoryModel, AtomicsOnOneAddressCountEachLane) {
  EXPECT_EQ(atomicSectors(strided(64, 0).addresses), 32u);
  EXPECT_EQ(atomicSectors(strided(0, 4).addresses), 4u);
  EXPECT_EQ(atomicSectors(strided(0, 32).addresses), 32u);
}

TEST(MemoryModel, BankConflictsOfStrides) {
  const uint32_t expected[][2] = {{1, 1}, {2, 2},   {3, 1},   {4, 4},
                                  {8, 8}, {16, 16}, {32, 32}, {33, 1}};
  for (auto [stride, degree] : expected) {
    EXPECT_EQ(shared(strided(0, stride * 4), 4).wavefronts, degree) << stride;
    EXPECT_EQ(shared(strided(0, stride * 4), 4).ideal, 1u);
  }
}

TEST(MemoryModel, LanesThatShareAWordDoNotConflict) {
  EXPECT_EQ(shared(strided(28, 0), 4).wavefronts, 1u);
  Warp twoWords = strided(0, 0);
  for (unsigned i = 0; i < 32; ++i)
    twoWords.addresses[i] = (i & 1) * 128;
  EXPECT_EQ(shared(twoWords, 4).wavefronts, 2u);
}

TEST(MemoryModel, WideSharedAccessesTakeMoreWavefronts) {
  EXPECT_EQ(shared(strided(0, 8), 8).wavefronts, 2u);
  EXPECT_EQ(shared(strided(0, 8), 8).ideal, 2u);
  EXPECT_EQ(shared(strided(0, 16), 16).wavefronts, 4u);
  EXPECT_EQ(shared(strided(0, 16), 16).ideal, 4u);
}

/// Lane l has word `index[l]` of `bytes`.
template <typename Index> Warp chosen(uint32_t bytes, Index index, unsigned count = 32) {
  Warp warp;
  for (unsigned lane = 0; lane < count; ++lane) {
    warp.addresses.push_back(uint64_t(index(lane)) * bytes);
    warp.lanes.push_back(uint8_t(lane));
  }
  return warp;
}

// Counted on an H200.
TEST(MemoryModel, WideLoadsOfNeighboursThatShareGoTogether) {
  auto pairs = [](unsigned lane) { return lane / 2; };
  auto same = [](unsigned) { return 3u; };
  auto halves = [](unsigned lane) { return lane % 16; };
  EXPECT_EQ(shared(chosen(8, pairs), 8).wavefronts, 1u);
  EXPECT_EQ(shared(chosen(8, same), 8).wavefronts, 1u);
  EXPECT_EQ(shared(chosen(8, same), 8).ideal, 1u);
  EXPECT_EQ(shared(chosen(8, halves), 8).wavefronts, 2u);
  EXPECT_EQ(shared(chosen(16, pairs), 16).wavefronts, 2u);
  EXPECT_EQ(shared(chosen(16, same), 16).wavefronts, 2u);
}

// Counted on an H200.
TEST(MemoryModel, SharedAtomicsOnOneWordConflict) {
  auto wavefronts = [](auto index) {
    Warp warp = chosen(4, index);
    return sharedAtomicCost(warp.addresses, warp.lanes, 4, Atomicity::Plain).wavefronts;
  };
  EXPECT_EQ(wavefronts([](unsigned) { return 0u; }), 32u);
  EXPECT_EQ(wavefronts([](unsigned lane) { return lane % 2; }), 16u);
  EXPECT_EQ(wavefronts([](unsigned lane) { return lane % 4; }), 8u);
  EXPECT_EQ(wavefronts([](unsigned lane) { return lane % 4 * 32; }), 32u);
  EXPECT_EQ(wavefronts([](unsigned lane) { return lane / 4; }), 4u);
  EXPECT_EQ(wavefronts([](unsigned lane) { return lane * 8; }), 8u);
}

// Counted on an H200.
TEST(MemoryModel, SharedAtomicsThatCountOrSwap) {
  auto cost = [](uint32_t bytes, unsigned stride, Atomicity how) {
    Warp warp = chosen(bytes, [&](unsigned lane) { return lane * stride; });
    return sharedAtomicCost(warp.addresses, warp.lanes, bytes, how);
  };
  EXPECT_EQ(cost(4, 0, Atomicity::Count).wavefronts, 1u);
  EXPECT_EQ(cost(4, 32, Atomicity::Count).wavefronts, 32u);
  EXPECT_EQ(cost(4, 0, Atomicity::Combine).wavefronts, 1u);
  const struct {
    uint32_t bytes, stride, wavefronts, conflicts;
  } swaps[] = {{4, 1, 2, 0},    {8, 1, 4, 0},    {16, 1, 8, 0},   {4, 0, 64, 31}, {8, 0, 64, 30},
               {16, 0, 64, 28}, {4, 32, 64, 31}, {8, 32, 64, 30}, {16, 2, 16, 4}};
  for (const auto &swap : swaps) {
    const SharedCost found = cost(swap.bytes, swap.stride, Atomicity::Swap);
    EXPECT_EQ(found.wavefronts, swap.wavefronts) << swap.bytes << " bytes, stride " << swap.stride;
    EXPECT_EQ(found.wavefronts - found.ideal, swap.conflicts)
        << swap.bytes << " bytes, stride " << swap.stride;
  }
}

// Counted on an H200.
TEST(MemoryModel, SharedAdditionsThatAreLoops) {
  const struct {
    uint32_t bytes, times, over, rounds, swaps, loads;
  } adds[] = {{4, 1, 1, 1, 2, 1},    {4, 0, 1, 32, 64, 32},   {4, 32, 1, 32, 64, 528},
              {4, 1, 2, 2, 4, 2},    {4, 2, 1, 2, 4, 3},      {8, 1, 1, 1, 4, 2},
              {8, 0, 1, 32, 96, 32}, {8, 32, 1, 16, 64, 272}, {8, 1, 2, 2, 8, 2},
              {8, 2, 1, 2, 8, 6}};
  for (const auto &add : adds) {
    Warp warp = chosen(add.bytes, [&](unsigned lane) { return lane * add.times / add.over; });
    const LoopCost cost = sharedLoopCost(warp.addresses, warp.lanes, add.bytes);
    EXPECT_EQ(cost.rounds, add.rounds) << add.bytes << " " << add.times << " " << add.over;
    EXPECT_EQ(cost.swaps, add.swaps) << add.bytes << " " << add.times << " " << add.over;
    EXPECT_EQ(cost.loads.wavefronts, add.loads) << add.bytes << " " << add.times << " " << add.over;
  }
}

TEST(MemoryModel, LocalMemoryIsInterleaved) {
  Warp same = strided(20, 0);
  EXPECT_EQ(localCost(same.addresses, same.lanes, 4).sectors, 4u);
  Warp half = strided(20, 0, 16);
  EXPECT_EQ(localCost(half.addresses, half.lanes, 4).sectors, 2u);
  Warp apart = strided(0, 4);
  EXPECT_EQ(localCost(apart.addresses, apart.lanes, 4).sectors, 32u);
}

TEST(MemoryModel, LocalWordsFarApart) {
  // A word each, further from each other than 64 words; two lanes of one sector share theirs.
  Warp warp = strided(0, 1024);
  EXPECT_EQ(localCost(warp.addresses, warp.lanes, 4).sectors, 32u);
  EXPECT_EQ(localCost(warp.addresses, warp.lanes, 4).lines, 32u);
  warp.addresses[1] = warp.addresses[0];
  EXPECT_EQ(localCost(warp.addresses, warp.lanes, 4).sectors, 31u);
  // Near words: lanes 0 to 7 at one, the others at another of their own eight.
  for (unsigned i = 0; i < 32; ++i)
    warp.addresses[i] = i < 8 ? 8 : i / 8 * 4;
  EXPECT_EQ(localCost(warp.addresses, warp.lanes, 4).sectors, 4u);
  EXPECT_EQ(localCost(warp.addresses, warp.lanes, 4).lines, 3u) << "words 1, 2 and 3";
}

TEST(MemoryModel, ScatteredInNoOrder) {
  Warp warp = strided(0, 4096);
  std::swap(warp.addresses[3], warp.addresses[20]);
  EXPECT_EQ(sectors(warp, 4), 32u);
  warp.addresses[5] = warp.addresses[20]; // one more lane at the same address
  EXPECT_EQ(sectors(warp, 4), 31u);
  EXPECT_EQ(globalCost(warp.addresses, 4).bytes, 31u * 4);
  warp.addresses[6] = 30; // over the end of its sector, of which lane 0 has the first
  EXPECT_EQ(sectors(warp, 4), 31u);
}

TEST(MemoryModel, ConstantAccessesAreServedOneByOne) {
  EXPECT_EQ(constantRequests(strided(0, 0).addresses), 1u);
  EXPECT_EQ(constantRequests(strided(0, 4).addresses), 32u);
}

// cp.async.cg of 16 bytes at strides, as an H200 counted.
TEST(Bypass, CountsPairsOfLanes) {
  for (auto [stride, sectors] :
       {std::pair(16, 16u), {32, 16}, {48, 20}, {64, 16}, {128, 32}, {256, 32}, {0, 16}}) {
    const Warp warp = strided(1 << 20, uint64_t(stride));
    EXPECT_EQ(bypassSectors(warp.addresses, warp.lanes), sectors) << stride;
  }
  const Warp few = strided(1 << 20, 32, 8);
  EXPECT_EQ(bypassSectors(few.addresses, few.lanes), 4u);
}

} // namespace
