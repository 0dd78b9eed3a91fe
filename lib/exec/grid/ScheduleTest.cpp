// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/grid/Schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

using anywarp::exec::Schedule;

TEST(Schedule, EveryUnitStartsOnce) {
  const Schedule schedule(3);
  for (uint64_t units : {1, 2, 3, 7, 64, 1000, 4097}) {
    std::vector<bool> started(units);
    for (uint64_t i = 0; i < units; ++i) {
      const uint64_t unit = schedule.unitAt(i, units);
      ASSERT_LT(unit, units);
      EXPECT_FALSE(started[unit]) << unit << " of " << units;
      started[unit] = true;
    }
  }
}

TEST(Schedule, ASeedGivesTheSameOrderAgain) {
  Schedule a(17), b(17), c(18);
  std::vector<uint32_t> one(100), two, three;
  std::iota(one.begin(), one.end(), 0);
  three = two = one;
  a.shuffle(one);
  b.shuffle(two);
  c.shuffle(three);
  EXPECT_EQ(one, two);
  EXPECT_NE(one, three);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(a.interrupts(), b.interrupts());
  EXPECT_EQ(a.unitsInFlight(), b.unitsInFlight());
}

TEST(Schedule, ShufflesWhatIsThere) {
  Schedule schedule(5);
  std::vector<uint32_t> order(1000);
  std::iota(order.begin(), order.end(), 0);
  schedule.shuffle(order);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (uint32_t i = 0; i < 1000; ++i)
    EXPECT_EQ(order[i], i);
}
