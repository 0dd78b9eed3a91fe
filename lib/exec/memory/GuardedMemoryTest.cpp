// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards: how far they reach, and that they leave room where address space is limited.
#include "exec/memory/GuardedMemory.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/resource.h>

namespace anywarp::exec {
namespace {

constexpr size_t kGuard = GuardedMemory::kWindowGuard;

TEST(GuardedMemoryTest, GuardsReachAsFarAsAsked) {
  GuardedMemory memory(kGuard);
  ASSERT_TRUE(memory.reserve(4096));
  const auto begin = uintptr_t(memory.begin()), end = uintptr_t(memory.end());
  for (uintptr_t guarded : {begin - 1, begin - kGuard, end, end + kGuard - 1})
    EXPECT_TRUE(memory.isGuard(guarded));
  for (uintptr_t other : {begin, end - 1, begin - kGuard - 1, end + kGuard})
    EXPECT_FALSE(memory.isGuard(other));
}

/// In a process of its own: the limit is read once.
TEST(GuardedMemoryDeathTest, LimitedAddressSpaceIsSpared) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the sanitizer itself takes more addresses";
#endif
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto isSpared = [] {
    const rlimit limit = {rlim_t(1) << 46, rlim_t(1) << 46};
    GuardedMemory memory(kGuard);
    if (setrlimit(RLIMIT_AS, &limit) != 0 || !memory.reserve(4096))
      return false;
    const auto begin = uintptr_t(memory.begin());
    return memory.isGuard(begin - 1) && !memory.isGuard(begin - kGuard);
  };
  EXPECT_EXIT(std::_Exit(isSpared() ? 0 : 1), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace anywarp::exec
