// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the room by themselves, and racecheck on events made by hand.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>
#include <unistd.h>

#include "insight/Sanitizer.h"
#include "insight/races/BiasedLock.h"

namespace anywarp::insight {
namespace {

using exec::EventKind;

const std::string kLog =
    (std::filesystem::temp_directory_path() / ("aw-insight-" + std::to_string(getpid()))).string();

/// The process is one that compute-sanitizer watches; set before the options are first read.
class Watched : public testing::Environment {
public:
  Watched() {
    std::ofstream(kLog).close();
    setenv("ANYWARP_SANITIZER", ("tool=racecheck;log=" + kLog).c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove(kLog); }
};
auto *const watched = testing::AddGlobalTestEnvironment(new Watched);

std::string takeLog() {
  std::stringstream text;
  text << std::ifstream(kLog).rdbuf();
  std::ofstream(kLog).close();
  return text.str();
}

TEST(Settings, Words) {
  Settings s = Settings::parse("tool=memcheck;leaks=1;padding=32;kernel=kns=scale;"
                               "kernel-exclude=regex=^_Z5other;nonsense=3;api-errors=0");
  EXPECT_EQ(s.tool, Settings::Tool::Memcheck);
  EXPECT_TRUE(s.leaks);
  EXPECT_EQ(s.padding, 32u);
  EXPECT_FALSE(s.apiErrors);
  EXPECT_TRUE(s.selects("_Z5scalePi"));
  EXPECT_FALSE(s.selects("_Z3fooPi"));
  EXPECT_FALSE(s.selects("_Z5otherscale"));
  EXPECT_TRUE(Settings::parse("tool=memcheck").selects("any"));
}

BlockRef blockAt(uintptr_t base, size_t size) {
  auto block = std::make_shared<Block>();
  block->base = base;
  block->size = size;
  return block;
}

/// Four-byte accesses of 32 lanes side by side: the last of them must lie in the block, too.
TEST(Memory, RangesCloseWhenMemoryIsFreed) {
  Memory memory;
  memory.add(blockAt(0x1002, 1024));
  memory.add(blockAt(0x9000, 64));
  exec::SiteRange *ranges = memory.addRanges(this, 2);
  EXPECT_EQ(ranges[0].limit, 0u);
  BlockRef block = memory.find(0x1002);
  memory.open(ranges[0], *block, *block, /*align=*/4, /*span=*/128, memory.generation());
  EXPECT_EQ(ranges[0].begin, 0x1004u);
  EXPECT_EQ(ranges[0].limit, (1024 - 2 - 128) / 4 + 1u);
  memory.open(ranges[1], *memory.find(0x9000), *memory.find(0x9000), 4, 128, memory.generation());
  EXPECT_EQ(ranges[1].limit, 0u); // no row fits
  const uint64_t seen = memory.generation();
  memory.remove(0x9000);
  EXPECT_EQ(ranges[0].limit, 0u);
  memory.open(ranges[0], *block, *block, 4, 128, seen); // found before the free
  EXPECT_EQ(ranges[0].limit, 0u);
  memory.dropRanges(this);
}

TEST(Memory, InitialisedBytesAroundAnAddress) {
  Block block;
  block.base = 0x1000;
  block.size = 100;
  block.written.reset(static_cast<uint8_t *>(std::calloc(block.size, 1)));
  auto write = [&](size_t from, size_t to) {
    std::fill_n(&block.written.get()[from], to - from, 1);
  };
  auto around = [&](size_t offset) {
    auto [begin, end] = block.initialisedAround(block.base + offset);
    return std::pair(begin - block.base, end - block.base);
  };
  EXPECT_EQ(around(10).first, around(10).second);
  write(40, 60);
  EXPECT_EQ(around(50), std::pair(size_t(40), size_t(60)));
  write(0, 20);
  EXPECT_EQ(around(5), std::pair(size_t(0), size_t(20)));
  write(20, 40); // the hole before 40 is gone
  EXPECT_EQ(around(5), std::pair(size_t(0), size_t(60)));
  write(60, 100);
  EXPECT_EQ(around(99), std::pair(size_t(0), size_t(100)));
}

TEST(Sites, Frames) {
  SiteTable sites = readSites(
      "1\t1\t4\t0\t64\t128\t15\t12\tst.global.u32\t0 8 v q\tput\t/src/a.h\t20\tk\t/src/a.cu\t7\n"
      "8\t0\t0\t64\t0\t4294967295\t0\t13\tbar.sync\t?\tk\t\t0\n");
  ASSERT_EQ(sites.size(), 2u);
  EXPECT_EQ(sites[0].kind, EventKind::Store);
  EXPECT_EQ(sites[0].partStart, 64u);
  EXPECT_EQ(sites[0].partBytes, 128u);
  EXPECT_EQ(sites[0].used, 15u);
  ASSERT_EQ(sites[0].frames.size(), 2u);
  EXPECT_EQ(sites[0].frames[1], (Frame{"k", "/src/a.cu", 7}));
  ASSERT_EQ(sites[1].frames.size(), 1u);
  EXPECT_EQ(sites[1].flags, 64u);
  EXPECT_EQ(sites[0].roots, (std::vector<uint32_t>{0, 8}));
  EXPECT_TRUE(sites[0].isOfVariable && sites[0].isBetweenReads && !sites[0].isOfElse);
  EXPECT_TRUE(sites[1].isOfElse);
}

/// Reads tell nothing where the kernel writes other memory.
TEST(Racecheck, QuietSites) {
  static struct {
    uint32_t written[16], gap[16], read[16];
  } words;
  Memory &memory = Sanitizer::get()->memory;
  for (auto *block : {words.written, words.read})
    memory.add(blockAt(uintptr_t(block), sizeof words.written));
  auto site = [](EventKind kind, int space, const char *roots) {
    return std::to_string(unsigned(kind)) + "\t" + std::to_string(space) +
           "\t4\t512\t0\t4294967295\t15\t1\tinst\t" + roots + "\tk\ta.cu\t1\n";
  };
  const std::string known = site(EventKind::Store, 1, "0") + site(EventKind::Load, 1, "8") +
                            site(EventKind::Load, 1, "0") + site(EventKind::Load, 1, "?") +
                            site(EventKind::Load, 2, "s q") + site(EventKind::Load, 2, "s");
  const void *params[] = {words.written, words.read};
  auto limits = [&](const std::string &text) {
    auto watch = makeRacecheck(*Sanitizer::get(), {"k", text, {}, params, sizeof params, {}, {}});
    const size_t count = readSites(text).size();
    std::string all;
    for (size_t i = 0; i < count; ++i)
      all += watch->ranges(uint32_t(count))[i].limit ? '1' : '0';
    return all;
  };
  EXPECT_EQ(limits(known), "010010");
  EXPECT_EQ(limits(known + site(EventKind::Store, 1, "?")), "0000100");
  EXPECT_EQ(limits(known + site(EventKind::Atomic, 1, "8")), "0000100");
  for (auto *block : {words.written, words.read})
    memory.remove(uintptr_t(block));
}

TEST(Moment, Order) {
  auto moment = [](uint64_t stream, uint64_t number, Moment::Clock before) {
    before[stream] = number;
    return Moment{stream, number, std::make_shared<const Moment::Clock>(before)};
  };
  const Moment first = moment(1, 5, {}), other = moment(2, 6, {}), after = moment(2, 7, {{1, 5}});
  EXPECT_FALSE(first.isOrderedWith(other));
  EXPECT_TRUE(first.isBefore(after));
  EXPECT_FALSE(moment(1, 8, {}).isBefore(after));
  EXPECT_TRUE(Moment{}.isBefore(first));
}

TEST(Memory, NearestAndFreed) {
  Memory memory;
  auto add = [&](uintptr_t base, size_t size) {
    auto block = std::make_shared<Block>();
    block->base = base;
    block->size = size;
    memory.add(block);
  };
  add(0x1000, 100);
  add(0x2000, 50);
  const uint64_t before = memory.generation();
  EXPECT_EQ(memory.find(0x1063)->base, 0x1000u);
  EXPECT_EQ(memory.find(0x1064), nullptr);
  EXPECT_EQ(memory.nearest(0x1064, false)->base, 0x1000u);
  EXPECT_EQ(memory.nearest(0x1ff0, false)->base, 0x2000u);
  ASSERT_NE(memory.remove(0x2000), nullptr);
  EXPECT_NE(memory.generation(), before);
  EXPECT_EQ(memory.findFreed(0x2010)->base, 0x2000u);
  EXPECT_EQ(memory.remove(0x2000), nullptr);
}

/// Two warps of a block; sites: 0 a store at line 1, 1 a load at line 2, 2 and 3 the block's
/// barrier, 4 and 5 __syncwarp, 6 a store to and 7 an atomic on global memory. Twice: with a
/// barrier that only clocks understand, and with one of the whole block (RowRaces).
TEST(BiasedLockTest, ThreadsTakeTurns) {
  BiasedLock lock;
  uint64_t count = 0; // no atomic
  auto run = [&] {
    for (unsigned i = 0; i < 20'000; ++i) {
      std::lock_guard hold(lock);
      ++count;
    }
  };
  run();
  std::thread first(run), second(run);
  run();
  first.join();
  second.join();
  EXPECT_EQ(count, 80'000u);
}

class RacecheckTest : public testing::TestWithParam<bool> {
protected:
  void SetUp() override {
    (void)takeLog();
    auto site = [](EventKind kind, int space, int bytes, int line) {
      const bool isBarrier = kind == EventKind::BarrierSync || kind == EventKind::BarrierLeave;
      return std::to_string(unsigned(kind)) + "\t" + std::to_string(space) + "\t" +
             std::to_string(bytes) + "\t" +
             std::to_string(isBarrier && GetParam() ? exec::SiteWhole : 0) +
             "\t0\t4294967295\t15\t1\tinst\t?\tk\ta.cu\t" + std::to_string(line) + "\n";
    };
    text_ = site(EventKind::Store, 2, 4, 1) + site(EventKind::Load, 2, 4, 2) +
            site(EventKind::BarrierSync, 0, 0, 3) + site(EventKind::BarrierLeave, 0, 0, 3) +
            site(EventKind::WarpSync, 0, 0, 4) + site(EventKind::WarpLeave, 0, 0, 4) +
            site(EventKind::Store, 1, 4, 6) +
            "2\t1\t4\t2\t0\t4294967295\t15\t1\tatom.global.add.u32\t?\tk\ta.cu\t7\n"; // strong
    for (uint32_t *dim : {launch_.gridDim, launch_.blockDim, launch_.clusterDim})
      dim[0] = dim[1] = dim[2] = 1;
    launch_.blockDim[0] = launch_.threadsPerBlock = 64;
    launch_.warpsPerBlock = 2;
    launch_.totalShared = sizeof shared_;
    block_.shared = shared_;
    block_.clusterShared = &block_.shared;
    Sanitizer::get()->memory.add(blockAt(uintptr_t(words_), sizeof words_));
    watch_ = makeRacecheck(*Sanitizer::get(), {"k", text_, {}, nullptr, 0, {}, {}});
  }
  void TearDown() override { Sanitizer::get()->memory.remove(uintptr_t(words_)); }
  /// Each lane uses the word of thread `first` + lane, backwards if `flips`.
  void access(uint32_t site, uint32_t warp, bool flips = false) {
    uint64_t a[32], b[32];
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint32_t thread = warp * 32 + lane;
      a[lane] = uint64_t(shared_ + 4 * (flips ? 63 - thread : thread));
      b[lane] = thread;
    }
    watch_->on({launch_, block_, 32, warp, site, ~0u, a, site == 0 ? b : nullptr});
    for (uint32_t lane = 0; site == 0 && lane < 32; ++lane)
      *reinterpret_cast<uint32_t *>(a[lane]) = uint32_t(b[lane]);
  }
  void sync(uint32_t site, uint32_t warp, const uint64_t *masks = nullptr) {
    watch_->on({launch_, block_, 32, warp, site, ~0u, masks, nullptr});
  }
  std::string finish() {
    watch_->finish(launch_);
    return takeLog();
  }
  /// A benign race is told, below the level that counts by default.
  static void expectOnlyInfo(const std::string &log) {
    EXPECT_NE(log.find("@ Analysis Info"), log.npos) << log;
    EXPECT_EQ(log.find("@ Analysis Error"), log.npos) << log;
    EXPECT_EQ(log.find("@ Analysis Warning"), log.npos) << log;
  }
  std::string text_;
  exec::LaunchState launch_{};
  exec::BlockState block_{};
  alignas(128) char shared_[256] = {};
  static inline uint32_t words_[64]; // not on the stack, where local memory is
  std::unique_ptr<Watch> watch_;
};

TEST_P(RacecheckTest, BarrierOrders) {
  for (uint32_t warp : {0, 1}) {
    access(0, warp);
    sync(2, warp);
  }
  for (uint32_t warp : {0, 1}) {
    sync(3, warp);
    access(1, warp, /*flips=*/true);
  }
  EXPECT_EQ(finish(), "");
}

TEST_P(RacecheckTest, NothingOrders) {
  access(0, 0);
  access(0, 1);
  access(1, 0, /*flips=*/true);
  const std::string log = finish();
  EXPECT_NE(log.find("@ Analysis Error"), log.npos) << log;
  EXPECT_NE(log.find("a.cu\t1"), log.npos) << log;
  EXPECT_NE(log.find("Read access at "), log.npos) << log;
  EXPECT_NE(log.find("[128 hazards]"), log.npos) << log; // 32 words
}

TEST_P(RacecheckTest, BlocksShareGlobalMemory) {
  uint64_t a[32], same[32] = {};
  for (uint32_t lane = 0; lane < 32; ++lane)
    a[lane] = uint64_t(words_ + lane);
  launch_.gridDim[0] = 2;
  auto store = [&](uint32_t site, uint32_t block, const uint64_t *values) {
    block_.blockIdx[0] = block;
    watch_->on({launch_, block_, 32, 0, site, ~0u, a, values});
  };
  store(6, 0, same);
  store(6, 1, same); // the same is written
  expectOnlyInfo(finish());
  store(7, 0, nullptr); // atomics: no race with each other, but with the stores of block 1
  store(7, 1, nullptr);
  const std::string log = finish();
  EXPECT_NE(log.find("[128 hazards]"), log.npos) << log;
  EXPECT_NE(log.find("a.cu\t7"), log.npos) << log;
}

TEST_P(RacecheckTest, WarpSyncOrdersItsWarpOnly) {
  uint64_t all[32];
  std::fill(std::begin(all), std::end(all), 0xffffffffu);
  access(0, 0);
  sync(4, 0, all);
  sync(5, 0, all);
  access(1, 0);
  EXPECT_EQ(finish(), "");
  access(1, 1, /*flips=*/true);
  EXPECT_NE(finish().find("@ Analysis Error"), std::string::npos);
}

/// Everybody reads a word before its first thread writes it; the reader that is told is another's.
TEST_P(RacecheckTest, ReadsOfManyThenAWrite) {
  uint64_t one[32], value[32] = {7};
  std::fill(std::begin(one), std::end(one), uint64_t(shared_));
  watch_->on({launch_, block_, 32, 0, 1, ~0u, one, nullptr});
  watch_->on({launch_, block_, 32, 0, 0, 1, one, value});
  EXPECT_NE(finish().find("@ Analysis Warning"), std::string::npos); // inside one warp
  for (uint32_t warp : {0, 1})
    sync(2, warp);
  for (uint32_t warp : {0, 1})
    sync(3, warp);
  value[0] = 8;
  watch_->on({launch_, block_, 32, 0, 0, 1, one, value});
  const std::string before = finish();
  watch_->on({launch_, block_, 32, 1, 1, 1, one, nullptr});
  EXPECT_NE(finish(), before); // the other warp, after a write that no barrier ends
}

/// Lanes read a neighbour's word and their own, meet, then change their own.
TEST_P(RacecheckTest, ReadsOfManyBeforeABarrier) {
  uint64_t before[32];
  for (uint32_t lane = 0; lane < 32; ++lane)
    before[lane] = uint64_t(shared_ + 4 * (lane ? lane - 1 : 0));
  watch_->on({launch_, block_, 32, 0, 1, ~0u, before, nullptr});
  access(1, 0);
  for (uint32_t site : {2, 3})
    for (uint32_t warp : {0, 1})
      sync(site, warp);
  access(1, 0);
  access(0, 0);
  EXPECT_EQ(finish(), "");
}

/// Lanes of one row write different values to one word, then the same value.
TEST_P(RacecheckTest, RowWritesOneWord) {
  uint64_t one[32], value[32];
  std::fill(std::begin(one), std::end(one), uint64_t(shared_));
  std::fill(std::begin(value), std::end(value), 5);
  watch_->on({launch_, block_, 32, 0, 0, ~0u, one, value});
  expectOnlyInfo(finish());
  value[31] = 6;
  watch_->on({launch_, block_, 32, 0, 0, ~0u, one, value});
  EXPECT_NE(finish().find("Write access at "), std::string::npos);
}

/// Halves of a warp that meet by masks of their own are ordered each in itself.
TEST_P(RacecheckTest, HalvesOfAWarp) {
  uint64_t a[32], masks[32], value[32];
  for (uint32_t lane = 0; lane < 32; ++lane) {
    a[lane] = uint64_t(shared_ + 4 * lane);
    masks[lane] = lane < 16 ? 0xffff : 0xffff0000;
    value[lane] = lane + 1;
  }
  auto meet = [&](uint32_t lanes) {
    for (uint32_t site : {4, 5})
      watch_->on({launch_, block_, 32, 0, site, lanes, masks, nullptr});
  };
  watch_->on({launch_, block_, 32, 0, 0, ~0u, a, value});
  meet(0xffff);
  meet(0xffff0000);
  std::reverse(a, a + 16); // of the neighbour in the half
  std::reverse(a + 16, a + 32);
  watch_->on({launch_, block_, 32, 0, 1, ~0u, a, nullptr});
  EXPECT_EQ(finish(), "");
  std::reverse(a, a + 32); // of the other half
  watch_->on({launch_, block_, 32, 0, 1, ~0u, a, nullptr});
  EXPECT_NE(finish().find("@ Analysis Warning"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(ClocksAndRows, RacecheckTest, testing::Bool());

} // namespace
} // namespace anywarp::insight
