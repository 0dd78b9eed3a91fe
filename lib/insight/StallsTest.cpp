// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Stalls.h"

#include "gtest/gtest.h"

namespace anywarp::insight {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

/// A block of two threads that both asked an mbarrier in vain.
class StallsTest : public testing::Test {
protected:
  void SetUp() override {
    stalls_.begin(1);
    stalls_.rest(0, ~3u); // lanes that are not there
    stalls_.wait(0, {1, 64});
    stalls_.wait(1, {1, 64});
    stalls_.isLasting(start_);
  }
  void askAgain(uint32_t thread) {
    for (int i = 0; i < 20; ++i)
      stalls_.wait(thread, {1, 64});
  }

  const steady_clock::time_point start_{seconds(100)};
  Stalls stalls_;
};

TEST_F(StallsTest, LastsWhenAllAskOn) {
  askAgain(0);
  askAgain(1);
  EXPECT_TRUE(stalls_.allWait());
  EXPECT_FALSE(stalls_.isLasting(start_));
  EXPECT_TRUE(stalls_.isLasting(start_ + seconds(2)));
  EXPECT_EQ(stalls_.atMbarriers().size(), 2u);
}

TEST_F(StallsTest, AThreadThatAsksNoMoreMayBeBusy) {
  askAgain(0);
  EXPECT_FALSE(stalls_.isLasting(start_ + seconds(2)));
}

TEST_F(StallsTest, BeginsAnewWhenAThreadGoesOn) {
  askAgain(0);
  askAgain(1);
  stalls_.goOn(0, 2);
  EXPECT_FALSE(stalls_.allWait());
  stalls_.wait(1, {1, 64});
  EXPECT_TRUE(stalls_.allWait());
  EXPECT_FALSE(stalls_.isLasting(start_ + seconds(2)));
  askAgain(0);
  askAgain(1);
  EXPECT_FALSE(stalls_.isLasting(start_ + seconds(2)));
  EXPECT_TRUE(stalls_.isLasting(start_ + seconds(4)));
}

} // namespace
} // namespace anywarp::insight
