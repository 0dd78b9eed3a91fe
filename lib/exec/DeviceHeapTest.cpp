// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device heap by itself: alignment, exhaustion, merging.
#include "exec/DeviceHeap.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace anywarp::exec {
namespace {

TEST(DeviceHeap, AlignsAndExhausts) {
  DeviceHeap heap(1 << 20);
  void *a = heap.allocate(1), *b = heap.allocate(17);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 16, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(b) % 16, 0u);
  EXPECT_TRUE(heap.contains(a));
  EXPECT_EQ(heap.allocate(1 << 20), nullptr);
  EXPECT_EQ(heap.allocate(0), nullptr);
  EXPECT_EQ(heap.allocate(~size_t(0)), nullptr);
}

TEST(DeviceHeap, FreeChecksItsArgument) {
  DeviceHeap heap;
  EXPECT_EQ(heap.free(nullptr), DeviceHeap::FreeResult::Freed);
  int local;
  EXPECT_EQ(heap.free(&local), DeviceHeap::FreeResult::NotAllocated);
  char *p = static_cast<char *>(heap.allocate(100));
  EXPECT_EQ(heap.free(p + 16), DeviceHeap::FreeResult::NotAllocated);
  EXPECT_EQ(heap.free(p), DeviceHeap::FreeResult::Freed);
  EXPECT_EQ(heap.free(p), DeviceHeap::FreeResult::NotAllocated);
}

TEST(DeviceHeap, GivesEverythingBackAfterAnyOrder) {
  constexpr size_t kSize = 1 << 20;
  DeviceHeap heap(kSize);
  std::mt19937 random(1);
  std::vector<void *> held;
  for (int i = 0; i < 20000; ++i) {
    if (random() % 2 || held.empty()) {
      if (void *p = heap.allocate(1 + random() % 5000))
        held.push_back(p);
    } else {
      std::swap(held[random() % held.size()], held.back());
      ASSERT_EQ(heap.free(held.back()), DeviceHeap::FreeResult::Freed);
      held.pop_back();
    }
  }
  for (void *p : held)
    heap.free(p);
  EXPECT_NE(heap.allocate(kSize), nullptr);
}

} // namespace
} // namespace anywarp::exec
