// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles: what was destroyed, made up or is of another kind is found by nobody.
#include "driver/base/Object.h"

#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>

using namespace anywarp::driver;

namespace {
struct Thing : Object {
  explicit Thing(std::atomic<int> &alive) : alive(alive) { ++alive; }
  ~Thing() override { --alive; }
  std::atomic<int> &alive;
};

TEST(HandleTable, FindsByKindAndHandleOnly) {
  std::atomic<int> alive{0};
  HandleTable table(0x41);
  Ref<Thing> thing = make<Thing>(alive);
  ASSERT_TRUE(table.insert(Object::KindStream, thing));
  const uint64_t handle = thing->handleBits();
  EXPECT_EQ(table.find(Object::KindStream, handle), thing.get());
  EXPECT_EQ(table.find(Object::KindEvent, handle), nullptr);
  EXPECT_EQ(HandleTable::kindOf(handle), Object::KindStream);
  EXPECT_TRUE(table.isOurs(handle));
  EXPECT_FALSE(table.isOurs(handle & ~(uint64_t(0xff) << 56)));
  for (uint64_t other :
       {uint64_t(0), handle ^ 16, handle ^ (uint64_t(1) << 28), handle + 1, ~handle})
    EXPECT_EQ(table.find(Object::KindStream, other), nullptr) << std::hex << other;
}

TEST(HandleTable, OneOfTwoDestroyersIsTold) {
  std::atomic<int> alive{0};
  HandleTable table;
  Ref<Thing> thing = make<Thing>(alive);
  ASSERT_TRUE(table.insert(Object::KindModule, thing));
  const uint64_t handle = thing->handleBits();
  thing = nullptr;
  EXPECT_EQ(alive, 1); // the table's
  EXPECT_FALSE(table.remove(Object::KindStream, handle));
  EXPECT_TRUE(table.remove(Object::KindModule, handle));
  EXPECT_FALSE(table.remove(Object::KindModule, handle));
  EXPECT_EQ(table.find(Object::KindModule, handle), nullptr);
  EXPECT_TRUE(table.wasGivenOut(Object::KindModule, handle));
  EXPECT_FALSE(table.wentWithContext(handle));
  EXPECT_EQ(alive, 0);
}

TEST(HandleTable, StaleHandlesStayStale) {
  std::atomic<int> alive{0};
  HandleTable table;
  std::set<uint64_t> seen;
  for (int i = 0; i < 20000; ++i) { // slots are used again
    Ref<Thing> thing = make<Thing>(alive);
    ASSERT_TRUE(table.insert(Object::KindEvent, thing));
    ASSERT_TRUE(seen.insert(thing->handleBits()).second);
    ASSERT_TRUE(table.remove(Object::KindEvent, thing->handleBits()));
  }
  for (uint64_t handle : seen)
    ASSERT_EQ(table.find(Object::KindEvent, handle), nullptr);
  EXPECT_EQ(alive, 0);
}

TEST(HandleTable, LooksUpWhileOthersInsert) {
  std::atomic<int> alive{0};
  HandleTable table;
  Ref<Thing> mine = make<Thing>(alive);
  ASSERT_TRUE(table.insert(Object::KindContext, mine));
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; ++i) {
        Ref<Thing> thing = make<Thing>(alive);
        EXPECT_TRUE(table.insert(Object::KindContext, thing));
        EXPECT_EQ(table.find(Object::KindContext, thing->handleBits()), thing.get());
        EXPECT_TRUE(table.remove(Object::KindContext, thing->handleBits()));
      }
    });
  std::thread reader([&] {
    while (!stop)
      EXPECT_EQ(table.find(Object::KindContext, mine->handleBits()), mine.get());
  });
  for (std::thread &thread : threads)
    thread.join();
  stop = true;
  reader.join();
}
} // namespace
