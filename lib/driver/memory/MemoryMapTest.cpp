// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of memory: where an address lies, what may be freed, registered, reserved.
#include "driver/memory/MemoryMap.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "driver/process/Process.h"

using namespace anywarp::driver;

namespace {
constexpr auto kAny = [](const Allocation &) { return true; };

struct MemoryMapTest : testing::Test {
  static void SetUpTestSuite() {
    setenv("ANYWARP_DEVICE", "cpu", 1);
    ASSERT_EQ(Process::initialize({}), CUDA_SUCCESS);
  }
  void SetUp() override {
    CUcontext handle;
    ASSERT_EQ(anywarp::driver::edge::cuDevicePrimaryCtxRetain(&handle, 0), CUDA_SUCCESS);
    context = find<Context>(handle);
  }
  void TearDown() override {
    ASSERT_EQ(anywarp::driver::edge::cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  }
  CUdeviceptr allocate(size_t bytes, Allocation::Kind kind = Allocation::Kind::Device) {
    CUdeviceptr address = 0;
    EXPECT_EQ(map.allocate(*context, kind, bytes, 0, address), CUDA_SUCCESS);
    return address;
  }
  MemoryMap &map = Process::get().memory;
  Context *context = nullptr;
};

TEST_F(MemoryMapTest, FindsWhatAnAddressLiesIn) {
  const CUdeviceptr a = allocate(1000), b = allocate(5000);
  EXPECT_EQ(a % 256, 0u);
  EXPECT_EQ(map.find(a + 999)->base, a);
  EXPECT_EQ(map.find(b)->size, 5000u);
  EXPECT_TRUE(map.contains(b + 4000, 1000));
  EXPECT_FALSE(map.contains(b + 4000, 1001));
  EXPECT_FALSE(map.contains(b, ~size_t(0))); // the end wraps round
  EXPECT_EQ(map.free(a, kAny), CUDA_SUCCESS);
  EXPECT_FALSE(map.find(a + 1));
  EXPECT_EQ(map.free(b, kAny), CUDA_SUCCESS);
}

TEST_F(MemoryMapTest, FreesWholeAllocationsOnceAndOfTheRightKind) {
  const CUdeviceptr a = allocate(4096);
  EXPECT_EQ(map.free(a + 16, kAny), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map.free(a, [](const Allocation &m) { return m.kind == Allocation::Kind::Managed; }),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map.free(a, kAny), CUDA_SUCCESS);
  EXPECT_EQ(map.free(a, kAny), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(MemoryMapTest, CountsWhatADeviceHasGivenOut) {
  const Device &device = context->device();
  const size_t before = map.used(device);
  const CUdeviceptr a = allocate(3 << 20);
  EXPECT_GE(map.used(device), before + (3 << 20));
  EXPECT_EQ(map.free(a, kAny), CUDA_SUCCESS);
  EXPECT_EQ(map.used(device), before);
  CUdeviceptr none;
  EXPECT_EQ(map.allocate(*context, Allocation::Kind::Device, size_t(1) << 50, 0, none),
            CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(map.used(device), before);
}

TEST_F(MemoryMapTest, RegistersMemoryOfTheProgramOnce) {
  void *memory = ::aligned_alloc(4096, 3 * 4096);
  const auto address = reinterpret_cast<uintptr_t>(memory);
  EXPECT_EQ(map.registerHost(*context, address, 2 * 4096, 0), CUDA_SUCCESS);
  EXPECT_EQ(map.registerHost(*context, address + 4096, 4096, 0),
            CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_TRUE(map.find(address + 8191)->isHost());
  EXPECT_EQ(map.unregisterHost(address + 4096), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map.unregisterHost(address + 2 * 4096), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  EXPECT_EQ(map.unregisterHost(address), CUDA_SUCCESS);
  EXPECT_EQ(map.unregisterHost(address), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  const CUdeviceptr ours = allocate(4096);
  EXPECT_EQ(map.registerHost(*context, ours, 4096, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map.free(ours, kAny), CUDA_SUCCESS);
  ::free(memory);
}

TEST_F(MemoryMapTest, ReservesRangesOfAddresses) {
  constexpr size_t kBytes = 8 << 20;
  CUdeviceptr range;
  ASSERT_EQ(map.reserve(kBytes, 2 << 20, 0, range), CUDA_SUCCESS);
  EXPECT_EQ(range % (2 << 20), 0u);
  EXPECT_TRUE(map.isKnown(range + kBytes - 1));
  EXPECT_FALSE(map.find(range)); // nothing is mapped there
  EXPECT_EQ(map.unreserve(range, kBytes / 2), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map.unreserve(range, kBytes), CUDA_SUCCESS);
  EXPECT_FALSE(map.isKnown(range));
}
} // namespace
