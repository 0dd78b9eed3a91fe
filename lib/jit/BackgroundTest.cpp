// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many jobs run at once, and what becomes of them at the end.
#include "jit/Background.h"

#include <future>
#include <gtest/gtest.h>
#include <thread>

namespace anywarp::jit {
namespace {

using std::chrono::milliseconds;

void untilUnwanted(const std::atomic<bool> &unwanted) {
  while (!unwanted)
    std::this_thread::sleep_for(milliseconds(1));
}

TEST(Background, BeginsNoMoreThanItMay) {
  Background background;
  std::promise<void> may;
  const std::shared_future<void> go = may.get_future().share();
  std::atomic<int> ended = 0;
  auto job = [&](const std::atomic<bool> &) {
    go.wait();
    ++ended;
  };
  EXPECT_TRUE(background.begin(2, job));
  EXPECT_TRUE(background.begin(2, job));
  EXPECT_FALSE(background.begin(2, job));
  may.set_value();
  background.shutDown(milliseconds(60'000));
  EXPECT_EQ(ended, 2);
  EXPECT_FALSE(background.begin(2, job));
}

TEST(Background, GuessesInOrder) {
  Background background;
  std::vector<int> order;
  std::promise<void> last;
  std::vector<Background::Job> jobs;
  for (int i = 0; i < 4; ++i)
    jobs.push_back([&, i](const std::atomic<bool> &) {
      order.push_back(i);
      if (i == 3)
        last.set_value();
    });
  background.guess(1, jobs);
  last.get_future().wait();
  background.shutDown(milliseconds(0));
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

TEST(Background, EndsWhatIsNotWorthTheWait) {
  Background background;
  std::promise<void> began;
  bool isLater = false;
  EXPECT_TRUE(background.begin(1, untilUnwanted));
  background.guess(1, {[&](const std::atomic<bool> &unwanted) {
                         began.set_value();
                         untilUnwanted(unwanted);
                       },
                       [&](const std::atomic<bool> &) { isLater = true; }});
  began.get_future().wait();
  background.shutDown(milliseconds(10));
  EXPECT_FALSE(isLater);
}

} // namespace
} // namespace anywarp::jit
