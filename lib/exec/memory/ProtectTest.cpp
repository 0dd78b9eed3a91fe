// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Protected calls: results, crashes, deep recursion.
#include "exec/memory/Protect.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace anywarp::exec {
namespace {

TEST(Protect, RunsAndReturns) {
  int value = 1;
  EXPECT_FALSE(isProtected());
  Status status =
      runProtected([](void *arg) { *static_cast<int *>(arg) = isProtected() ? 2 : 3; }, &value);
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(value, 2);
}

TEST(Protect, SurvivesACrash) {
  for (int i = 0; i < 3; ++i) {
    Status status =
        runProtected([](void *) { *reinterpret_cast<volatile int *>(16) = 1; }, nullptr);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.message(), "illegal address");
  }
  EXPECT_FALSE(isProtected());
}

TEST(Protect, GivesTheReason) {
  Status status = runProtected([](void *) { leaveProtected("could not select"); }, nullptr);
  EXPECT_EQ(status.message(), "could not select");
}

TEST(Protect, DoesNotNest) {
  Status inner;
  Status outer = runProtected(
      [](void *arg) { *static_cast<Status *>(arg) = runProtected([](void *) {}, nullptr); },
      &inner);
  EXPECT_TRUE(outer.ok());
  EXPECT_FALSE(inner.ok());
}

} // namespace
} // namespace anywarp::exec
