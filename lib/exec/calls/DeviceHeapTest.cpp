// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device heap by itself: alignment, exhaustion, merging.
#include "exec/calls/DeviceHeap.h"

#include <atomic>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <thread>
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
  EXPECT_NE(heap.allocate(0), nullptr); // as on an H100: recorded/lang/device_heap_rules.cu
  EXPECT_EQ(heap.allocate(~size_t(0)), nullptr);
}

TEST(DeviceHeap, AlignsAsAsked) {
  DeviceHeap heap(1 << 20);
  for (size_t align = 1; align <= 65536; align *= 2) {
    void *small = heap.allocateAligned(1, align), *large = heap.allocateAligned(5000, align);
    ASSERT_TRUE(small && large && small != large) << align;
    EXPECT_EQ((reinterpret_cast<uintptr_t>(small) | reinterpret_cast<uintptr_t>(large)) % align, 0);
    EXPECT_EQ(heap.free(small), DeviceHeap::FreeResult::Freed);
    EXPECT_EQ(heap.free(large), DeviceHeap::FreeResult::Freed);
  }
  EXPECT_EQ(heap.allocateAligned(8, 0), nullptr);
  EXPECT_EQ(heap.allocateAligned(8, 48), nullptr);
  EXPECT_EQ(heap.allocateAligned(8, size_t(1) << 40), nullptr);
  EXPECT_NE(heap.allocate((1 << 20) - 65536), nullptr); // nothing is left behind
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

TEST(DeviceHeap, KnowsWhereBlocksOfEachSizeBegin) {
  DeviceHeap heap(4 << 20);
  for (size_t bytes = 16; bytes <= 4096; bytes += 16) {
    std::vector<char *> blocks;
    for (int i = 0; i < 40; ++i)
      blocks.push_back(static_cast<char *>(heap.allocate(bytes)));
    for (char *block : blocks) {
      ASSERT_NE(block, nullptr);
      for (size_t inside = 16; inside < bytes; inside *= 2)
        ASSERT_EQ(heap.free(block + inside), DeviceHeap::FreeResult::NotAllocated) << bytes;
      ASSERT_EQ(heap.free(block + bytes - 1), DeviceHeap::FreeResult::NotAllocated) << bytes;
      ASSERT_EQ(heap.free(block), DeviceHeap::FreeResult::Freed) << bytes;
    }
  }
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

TEST(DeviceHeap, BlocksAreApart) {
  DeviceHeap heap(4 << 20);
  std::map<char *, size_t> held;
  for (size_t bytes = 1; bytes <= 5000; bytes += 7) {
    char *p = static_cast<char *>(heap.allocate(bytes, unsigned(bytes % 3)));
    ASSERT_NE(p, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 16, 0u);
    held[p] = bytes;
  }
  char *end = nullptr;
  for (auto [p, bytes] : held) {
    EXPECT_GE(p, end);
    end = p + bytes;
  }
}

TEST(DeviceHeap, LanesAllocateAndFreeAsOneByOne) {
  DeviceHeap heap(4 << 20), oneByOne(4 << 20);
  std::mt19937 random(1);
  std::vector<std::vector<uint64_t>> held;
  for (int round = 0; round < 300; ++round) {
    const uint32_t lanes = round % 2 ? ~0u : uint32_t(random());
    std::vector<uint64_t> bytes(32), addresses(32), others(32);
    for (unsigned i = 0; i < 32; ++i) {
      bytes[i] = i % 16 == 5 ? 5000 + random() % 5000 : i % 16 == 6 ? 0 : 1 + random() % 300;
      if (lanes >> i & 1)
        others[i] = reinterpret_cast<uint64_t>(oneByOne.allocate(bytes[i], 7));
    }
    heap.allocate(lanes, bytes.data(), addresses.data(), 7);
    char *start = nullptr, *otherStart = nullptr;
    for (unsigned i = 0; i < 32; ++i) {
      if (!(lanes >> i & 1))
        continue;
      ASSERT_EQ(addresses[i] != 0, others[i] != 0) << "lane " << i;
      if (!addresses[i])
        continue;
      auto *place = reinterpret_cast<char *>(addresses[i]),
           *other = reinterpret_cast<char *>(others[i]);
      if (!start)
        start = place, otherStart = other;
      ASSERT_EQ(place - start, other - otherStart) << "lane " << i;
    }
    if (random() % 4 == 0) {
      held.push_back(addresses);
      continue;
    }
    ASSERT_EQ(heap.free(lanes, addresses.data()), 0u);
    for (unsigned i = 0; i < 32; ++i)
      if (lanes >> i & 1)
        ASSERT_EQ(oneByOne.free(reinterpret_cast<void *>(others[i])),
                  DeviceHeap::FreeResult::Freed);
  }
  for (const auto &addresses : held)
    ASSERT_EQ(heap.free(~0u, addresses.data()), 0u);
  EXPECT_NE(heap.allocate(4 << 20), nullptr) << "something was not freed";
}

TEST(DeviceHeap, LanesEndAtTheFirstThatIsNotAllocated) {
  DeviceHeap heap;
  const std::vector<uint64_t> bytes(32, 100);
  std::vector<uint64_t> addresses(32);
  heap.allocate(~0u, bytes.data(), addresses.data(), 0);
  std::vector<uint64_t> again = addresses;
  again[9] = again[3];
  EXPECT_EQ(heap.free(0xffff, again.data()), 0xfe00u);
  EXPECT_EQ(heap.free(0xffff0000, addresses.data()), 0u);
  int local = 0;
  again[0] = reinterpret_cast<uint64_t>(&local);
  EXPECT_EQ(heap.free(1, again.data()), 1u);
}

TEST(DeviceHeap, OneWorkerGetsWhatAnotherLeft) {
  constexpr size_t kSize = 1 << 20;
  DeviceHeap heap(kSize);
  std::vector<void *> held;
  while (void *p = heap.allocate(48, 1))
    held.push_back(p);
  EXPECT_GT(held.size(), kSize / 48 * 99 / 100);
  EXPECT_EQ(heap.allocate(48, 2), nullptr);
  heap.free(held.back());
  EXPECT_EQ(heap.allocate(40, 2), held.back()); // in a span of the other
  for (void *p : held)
    EXPECT_EQ(heap.free(p), DeviceHeap::FreeResult::Freed);
  EXPECT_NE(heap.allocate(kSize, 2), nullptr);
}

TEST(DeviceHeap, ManyThreads) {
  DeviceHeap heap(2 << 20);
  constexpr unsigned kThreads = 4;
  std::atomic<uint32_t *> passed[64] = {}; // what one thread allocates another frees
  std::atomic<unsigned> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (unsigned i = 0; i < 20000; ++i) {
        auto *p = static_cast<uint32_t *>(heap.allocate(4 + random() % 300, t));
        if (p)
          *p = 0x12345678;
        if (uint32_t *other = passed[random() % 64].exchange(p)) {
          wrong += *other != 0x12345678;
          *other = 0;
          wrong += heap.free(other) != DeviceHeap::FreeResult::Freed;
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (auto &place : passed)
    heap.free(place.exchange(nullptr));
  EXPECT_EQ(wrong, 0u);
  EXPECT_NE(heap.allocate(2 << 20), nullptr);
}

} // namespace
} // namespace anywarp::exec
