// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of a window of 256 words that starts at 0x1000.
#include "insight/races/IntervalRows.h"

#include <string>

#include <gtest/gtest.h>

namespace anywarp::insight {
namespace {

constexpr uint64_t kWindow = 0x1000, kTotal = 1024;

struct Rows : IntervalRows {
  /// Lane i of a warp uses the word `word` + i * `step`.
  bool add(uint32_t site, bool isWrite, uint32_t warp, uint64_t word, uint64_t step = 1,
           uint32_t lanes = ~0u, unsigned width = 32) {
    uint64_t addresses[32];
    for (uint64_t i = 0; i < 32; ++i)
      addresses[i] = lanes >> i & 1 ? kWindow + 4 * (word + i * step) : 0x9999;
    return take({site, warp * width, lanes, 4, isWrite}, width, addresses, kWindow, kTotal);
  }
  bool load(uint32_t site, uint32_t warp, uint64_t word, uint32_t lanes = ~0u) {
    return add(site, false, warp, word, 1, lanes);
  }
  bool store(uint32_t site, uint32_t warp, uint64_t word, uint32_t lanes = ~0u) {
    return add(site, true, warp, word, 1, lanes);
  }
};

TEST(IntervalRows, ThreadsKeepToTheirWords) {
  Rows rows;
  for (uint32_t warp : {0, 1, 2}) {
    EXPECT_TRUE(rows.load(0, warp, 32 * warp));
    EXPECT_TRUE(rows.store(1, warp, 32 * warp));
    EXPECT_TRUE(rows.store(2, warp, 32 * warp, 0xf0));
  }
  EXPECT_FALSE(rows.load(3, 0, 1));      // the neighbour's
  EXPECT_FALSE(rows.store(1, 1, 0));     // the same place, of warp 0
  EXPECT_FALSE(rows.load(3, 0, 32 * 2)); // of warp 2
  EXPECT_TRUE(rows.load(3, 0, 96));
}

TEST(IntervalRows, RangesApart) {
  Rows rows;
  EXPECT_TRUE(rows.load(0, 0, 0));
  EXPECT_TRUE(rows.load(1, 0, 1)); // reads only
  EXPECT_TRUE(rows.store(2, 0, 33));
  EXPECT_FALSE(rows.store(3, 0, 32)); // that a load of lane 31 has
  EXPECT_TRUE(rows.store(4, 0, 94, 0xffff));
  EXPECT_FALSE(rows.load(5, 0, 109, 1));
  EXPECT_TRUE(rows.load(5, 0, 110, 1));
  rows.begin();
  EXPECT_TRUE(rows.store(3, 0, 32));
}

TEST(IntervalRows, Rising) {
  Rows rows;
  EXPECT_TRUE(rows.add(0, true, 0, 0, 2));   // words 0 to 62
  EXPECT_FALSE(rows.add(0, true, 1, 62, 2)); // another thread has the first
  EXPECT_TRUE(rows.add(0, true, 1, 63, 2));
  EXPECT_FALSE(rows.add(1, true, 0, 200, 0)); // all one word
  EXPECT_TRUE(rows.add(1, true, 0, 130, 3, 0xff));
  EXPECT_FALSE(rows.add(2, true, 0, 160, 3, 0xf0f)); // what lies between is not looked at
  uint64_t backwards[32];
  for (uint64_t i = 0; i < 32; ++i)
    backwards[i] = kWindow + 4 * (255 - i);
  EXPECT_FALSE(rows.take({3, 0, ~0u, 4, true}, 32, backwards, kWindow, kTotal));
}

TEST(IntervalRows, OfTheWindowOnly) {
  Rows rows;
  EXPECT_TRUE(rows.store(0, 0, 224));
  EXPECT_FALSE(rows.store(1, 0, 225));
  EXPECT_FALSE(rows.load(2, 0, uint64_t(-1)));
  uint64_t odd[32];
  for (uint64_t i = 0; i < 32; ++i)
    odd[i] = kWindow + 4 * i + 1;
  EXPECT_FALSE(rows.take({3, 0, ~0u, 4, false}, 32, odd, kWindow, kTotal));
}

TEST(IntervalRows, GivesBackWhatItTook) {
  Rows rows;
  EXPECT_TRUE(rows.store(7, 1, 32, 0xff00ff00));
  EXPECT_TRUE(rows.add(8, false, 0, 100, 2, 0xf, 16));
  EXPECT_FALSE(rows.store(9, 0, 32));
  std::string all;
  rows.end(kWindow, [&](const SharedRow &row, const uint64_t *addresses) {
    all += std::to_string(row.site) + ":" + std::to_string(row.first);
    for (unsigned i = 0; i < 32; ++i)
      if (row.lanes >> i & 1)
        all += " " + std::to_string((addresses[i] - kWindow) / 4);
    all += "\n";
  });
  EXPECT_EQ(all, "7:32 40 41 42 43 44 45 46 47 56 57 58 59 60 61 62 63\n8:0 100 102 104 106\n");
  EXPECT_TRUE(rows.isOver());
  EXPECT_FALSE(rows.load(1, 0, 200));
  rows.begin();
  EXPECT_TRUE(rows.load(1, 0, 200));
}

} // namespace
} // namespace anywarp::insight
