// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words and memos of a profile, used as the code of a kernel uses them (exec/ProfileAbi.h).
// Expected costs: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory".
#include "insight/profiler/KernelProfile.h"

#include <gtest/gtest.h>
#include <vector>

using namespace anywarp;
using namespace anywarp::insight;

namespace {

constexpr char kPlaces[] = "S\tkernel\nI\tep\t10\t-\t0\tadd.s32\n"
                           "J\tkernel\nI\t\t11\t-\t0\tbra\n"
                           "A\tkernel\tload\tglobal\t4\nI\t\t12\t-\t0\tld.global.u32\n";
enum { kStretch, kBranch, kAccess };

class KernelProfileTest : public testing::Test {
protected:
  KernelProfileTest() : profile(kPlaces) { worker = profile.enter(exec::Kernel{}); }

  uint64_t *wordsOf(uint32_t place) {
    return worker->words() + exec::kHeadWords + place * exec::kPlaceWords;
  }
  exec::ActiveLanes active(uint32_t lanes) { return {launch, block, 0, lanes, 0, 32}; }

  /// Lane i at `address + i * stride`, as code for lanes in one line does it. True: the memo had
  /// it.
  bool line(uint64_t address, int64_t stride, uint32_t lanes) {
    const uint64_t key = exec::keyOf(stride, 0) | address % exec::kMemoLine << exec::kKeyLine |
                         uint64_t(lanes) << exec::kKeyLanes;
    auto *memo = reinterpret_cast<exec::LineEntry *>(wordsOf(kAccess)[exec::LinesMemo]);
    exec::LineEntry &entry = memo[exec::entryOf(key, exec::kLineEntries)];
    if (entry.key == key)
      return ++entry.times;
    std::vector<uint64_t> addresses;
    for (int64_t lane = 0; lane < 32; ++lane)
      addresses.push_back(address + uint64_t(lane * stride));
    worker->line(kAccess, active(lanes), addresses.data(), key);
    return false;
  }

  /// The same for lanes that lie anyhow.
  bool scattered(const std::vector<uint64_t> &addresses, uint32_t lanes) {
    const uint64_t key = exec::keyOf(0, 0) | addresses[0] % exec::kMemoLine << exec::kKeyLine |
                         uint64_t(lanes) << exec::kKeyLanes;
    auto *memo = reinterpret_cast<exec::ScatteredEntry *>(wordsOf(kAccess)[exec::ScatteredMemo]);
    exec::ScatteredEntry &entry = memo[exec::entryOf(key, exec::kScatteredEntries)];
    bool isKnown = entry.key == key;
    for (unsigned lane = 0; lane < 32; ++lane)
      isKnown &= entry.apart[lane] == addresses[lane] - addresses[0] / 128 * 128;
    if (isKnown)
      return ++entry.times;
    worker->scattered(kAccess, active(lanes), addresses.data(), key);
    return false;
  }

  AccessCounts global() { return (*profile.sum()[kAccess].spaces)[unsigned(Space::Global)]; }

  exec::LaunchState launch{};
  exec::BlockState block{};
  KernelProfile profile;
  exec::ProfileWorker *worker;
};

TEST_F(KernelProfileTest, WordsOfAllWorkersAreAddedUp) {
  exec::ProfileWorker *first = worker, *second = profile.enter(exec::Kernel{});
  for (exec::ProfileWorker *each : {first, second}) {
    worker = each;
    wordsOf(kStretch)[exec::Warps] += 3;
    wordsOf(kStretch)[exec::Threads] += 70;
    wordsOf(kBranch)[exec::Warps] += 3;
    wordsOf(kBranch)[exec::DivergentWarps] += 1;
    wordsOf(kBranch)[exec::TakenThreads] += 40;
  }
  const std::vector<PlaceCounts> sum = profile.sum();
  EXPECT_EQ(sum[kStretch].warps, 6u);
  EXPECT_EQ(sum[kStretch].threads, 140u);
  EXPECT_EQ(sum[kStretch].taken, 0u);
  EXPECT_EQ(sum[kBranch].warps, 6u);
  EXPECT_EQ(sum[kBranch].divergent, 2u);
  EXPECT_EQ(sum[kBranch].taken, 80u);
}

TEST_F(KernelProfileTest, ARowIsWorkedOutOnceAndCountedEachTime) {
  for (uint64_t row = 0; row < 10; ++row)
    EXPECT_EQ(line(0x10000 + row * 128, 4, ~0u), row > 0);
  EXPECT_EQ(global().warps, 10u);
  EXPECT_EQ(global().threads, 320u);
  EXPECT_EQ(global().sectors, 40u);
  EXPECT_EQ(global().bytes, 1280u);
}

TEST_F(KernelProfileTest, WhereARowStartsMatters) {
  for (int i = 0; i < 5; ++i) {
    line(0x10000, 4, ~0u);
    line(0x10004, 4, ~0u); // a fifth sector, a second line
  }
  EXPECT_EQ(global().sectors, 5u * (4 + 5));
  EXPECT_EQ(global().lines, 5u * (1 + 2));
}

TEST_F(KernelProfileTest, ActiveLanesMatter) {
  for (int i = 0; i < 5; ++i) {
    line(0x10000, 4, ~0u);
    line(0x10000, 4, 0xff); // one sector
    line(0x10000, 8, 0xff); // two
  }
  EXPECT_EQ(global().sectors, 5u * (4 + 1 + 2));
  EXPECT_EQ(global().threads, 5u * (32 + 8 + 8));
}

TEST_F(KernelProfileTest, WhatLosesItsEntryIsKept) {
  // More patterns than entries, so that they replace each other.
  for (int i = 0; i < 3; ++i)
    for (uint32_t lanes = 1; lanes <= 200; ++lanes)
      line(0x10000, 32, lanes);
  uint64_t threads = 0; // of stride 32 each has a sector of its own
  for (uint32_t lanes = 1; lanes <= 200; ++lanes)
    threads += unsigned(__builtin_popcount(lanes));
  EXPECT_EQ(global().warps, 600u);
  EXPECT_EQ(global().threads, 3 * threads);
  EXPECT_EQ(global().sectors, 3 * threads);
}

TEST_F(KernelProfileTest, OneMisalignedAddressIsNeverKept) {
  // At 30 four bytes lie in two sectors, at 2 in one: the key is the same.
  const uint64_t key = exec::keyOf(0, 0) | 2 << exec::kKeyLine | uint64_t(~0u) << exec::kKeyLanes;
  for (uint64_t address : {0x1001e, 0x10002, 0x1001e, 0x10002})
    worker->line(kAccess, active(~0u), std::vector<uint64_t>(32, address).data(), key);
  EXPECT_EQ(global().sectors, 2u + 1 + 2 + 1);
  EXPECT_EQ(reinterpret_cast<exec::LineEntry *>(
                wordsOf(kAccess)[exec::LinesMemo])[exec::entryOf(key, exec::kLineEntries)]
                .key,
            0u);
}

TEST_F(KernelProfileTest, ScatteredLanes) {
  std::vector<uint64_t> addresses;
  for (uint64_t lane = 0; lane < 32; ++lane)
    addresses.push_back(0x10000 + lane * lane * 128); // a sector each
  EXPECT_FALSE(scattered(addresses, ~0u));
  EXPECT_TRUE(scattered(addresses, ~0u));
  for (uint64_t &address : addresses)
    address += 0x2000;
  EXPECT_TRUE(scattered(addresses, ~0u));
  addresses[31] = addresses[30];
  EXPECT_FALSE(scattered(addresses, ~0u));
  EXPECT_FALSE(scattered(addresses, 3));
  EXPECT_EQ(global().sectors, 3u * 32 + 31 + 2);
}

TEST_F(KernelProfileTest, GroupsOfLanes) {
  // Two groups of 16 neighbours, in rows that lie `apart`.
  auto groups = [&](uint64_t address, uint64_t apart) {
    std::vector<uint64_t> addresses;
    for (uint64_t lane = 0; lane < 32; ++lane)
      addresses.push_back(address + lane % 16 * 4 + lane / 16 * apart);
    worker->groups(kAccess, active(~0u), addresses.data(),
                   exec::keyOf(4, 1) | address % 128 << exec::kKeyLine |
                       uint64_t(~0u) << exec::kKeyLanes);
  };
  groups(0x10000, 4096);
  auto *memo = reinterpret_cast<exec::GroupsEntry *>(wordsOf(kAccess)[exec::GroupsMemo]);
  const uint64_t key = exec::keyOf(4, 1) | uint64_t(~0u) << exec::kKeyLanes;
  exec::GroupsEntry &entry = memo[exec::entryOf(key, exec::kGroupsEntries)];
  ASSERT_EQ(entry.key, key);
  EXPECT_EQ(entry.apart[0], 0u);
  EXPECT_EQ(entry.apart[1], 4096u);
  entry.times = 7;
  EXPECT_EQ(global().sectors, 8u * 4);
  groups(0x10010, 4096); // each row over three sectors
  EXPECT_EQ(global().sectors, 8u * 4 + 6);
}

} // namespace
