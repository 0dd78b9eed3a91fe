// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a child hands over, and what its end is called.
#include "support/os/Isolate.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace anywarp {
namespace {

TEST(Isolate, HandsOverDataAndMessages) {
  auto child = Child::start([](ChildOutput &output) {
    output.data = std::string("a\0b", 3);
    output.messages = "told";
    return 7;
  });
  ASSERT_NE(child, nullptr);
  EXPECT_EQ(child->wait(), 7);
  EXPECT_EQ(child->output.data, std::string("a\0b", 3));
  EXPECT_EQ(child->output.messages, "told");
  EXPECT_EQ(child->crash, "");
}

TEST(Isolate, KeepsOnlyItsOwnDescriptors) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  auto child = Child::start([&](ChildOutput &output) -> int {
    closeAllBut(output.files);
    output.data = "handed over";
    for (const int end : ends)
      if (fcntl(end, F_GETFD) >= 0)
        return 1;
    return fcntl(STDERR_FILENO, F_GETFD) < 0;
  });
  ASSERT_NE(child, nullptr);
  EXPECT_EQ(child->wait(), 0);
  EXPECT_EQ(child->output.data, "handed over");
  for (const int end : ends)
    EXPECT_EQ(close(end), 0);
}

TEST(Isolate, LeavesInTheMiddle) {
  auto child = Child::start([](ChildOutput &output) {
    output.messages = "so far";
    output.leave(3);
    output.messages = "never";
    return 0;
  });
  EXPECT_EQ(child->wait(), 3);
  EXPECT_EQ(child->output.messages, "so far");
}

TEST(Isolate, ACrashIsAResult) {
  auto child = Child::start([](ChildOutput &) -> int {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    return 0;
  });
  EXPECT_EQ(child->wait(), 128 + SIGSEGV);
  EXPECT_NE(child->crash.find("Segmentation fault"), std::string::npos) << child->crash;
}

TEST(Isolate, DeepRecursionHasRoom) {
  auto child = Child::start([](ChildOutput &) {
    struct Deep {
      static int down(int levels) {
        volatile char frame[1024];
        frame[0] = char(levels);
        return levels == 0 ? 0 : down(levels - 1) + (frame[0] != char(levels));
      }
    };
    return Deep::down(100'000); // 100 MB: more than an ordinary stack
  });
  EXPECT_EQ(child->wait(), 0);
  EXPECT_EQ(child->crash, "");
}

TEST(Isolate, StopsAChildThatRuns) {
  auto child = Child::start([](ChildOutput &) {
    for (;;)
      pause();
    return 0;
  });
  EXPECT_FALSE(child->waitFor(10));
  child->stop();
  EXPECT_EQ(child->wait(), 128 + SIGKILL);
}

TEST(Isolate, WhatTheParentIgnoresIsKept) {
  auto *old = signal(SIGCHLD, SIG_IGN); // the kernel then keeps no exit status
  auto child = Child::start([](ChildOutput &) { return 5; });
  EXPECT_EQ(child->wait(), 5);
  signal(SIGCHLD, old);
}

} // namespace
} // namespace anywarp
