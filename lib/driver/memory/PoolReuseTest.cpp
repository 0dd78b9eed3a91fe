// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of pools: who gets what a stream has yet to free, under which policy; what pools count;
// allocations in captures. Expectations are the driver manual's (section "Stream Ordered Memory
// Allocator"); (seen) ones come from an H100.
#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

constexpr size_t kMega = 1 << 20, kAll = 32 * kMega;

/// A pool of 32 MiB and two streams; the first waits at a gate.
class PoolReuse : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    CUmemPoolProps props = {};
    props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    props.maxSize = kAll;
    OK(cuMemPoolCreate(&pool_, &props));
    OK(cuStreamCreate(&first_, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&second_, CU_STREAM_NON_BLOCKING));
    void *gate = nullptr;
    OK(cuMemHostAlloc(&gate, 4, CU_MEMHOSTALLOC_DEVICEMAP));
    gate_ = static_cast<unsigned *>(gate);
    *gate_ = 0;
  }
  void TearDown() override {
    open();
    OK(cuMemPoolDestroy(pool_));
    OK(cuStreamDestroy(first_));
    OK(cuStreamDestroy(second_));
    OK(cuMemFreeHost(const_cast<unsigned *>(gate_)));
    DeviceTest::TearDown();
  }
  void allow(bool followsEvents, bool isOpportunistic, bool makesWait) {
    int values[] = {followsEvents, isOpportunistic, makesWait};
    int seen = -1;
    for (int i = 0; i < 3; ++i) {
      const auto which = CUmemPool_attribute(CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES + i);
      OK(cuMemPoolSetAttribute(pool_, which, &values[i]));
      OK(cuMemPoolGetAttribute(pool_, which, &seen));
      EXPECT_EQ(values[i], seen);
    }
  }
  /// Allocates in the first stream, which frees it once the gate is open.
  CUdeviceptr pending(size_t bytes) {
    CUdeviceptr address = 0;
    EXPECT_EQ(CUDA_SUCCESS, cuMemAllocFromPoolAsync(&address, bytes, pool_, first_));
    EXPECT_EQ(CUDA_SUCCESS, cuStreamSynchronize(first_));
    EXPECT_EQ(CUDA_SUCCESS,
              cuStreamWaitValue32(first_, CUdeviceptr(gate_), 1, CU_STREAM_WAIT_VALUE_GEQ));
    EXPECT_EQ(CUDA_SUCCESS, cuMemFreeAsync(address, first_));
    return address;
  }
  void open() {
    *gate_ = 1;
    OK(cuStreamSynchronize(first_));
    OK(cuStreamSynchronize(second_));
  }
  CUresult allocate(size_t bytes, CUstream stream, CUdeviceptr &address) {
    return cuMemAllocFromPoolAsync(&address, bytes, pool_, stream);
  }
  cuuint64_t number(CUmemPool_attribute attribute) {
    cuuint64_t value = ~cuuint64_t(0);
    EXPECT_EQ(CUDA_SUCCESS, cuMemPoolGetAttribute(pool_, attribute, &value));
    return value;
  }
  CUmemoryPool pool_ = nullptr;
  CUstream first_ = nullptr, second_ = nullptr;
  volatile unsigned *gate_ = nullptr;
};

TEST_F(PoolReuse, TheStreamItselfNeedsNoPolicy) {
  allow(false, false, false);
  const CUdeviceptr address = pending(kAll);
  CUdeviceptr again = 0, none = 0;
  FAILS(INVALID_VALUE, cuMemFreeAsync(address, first_)); // to be freed already
  OK(allocate(kAll, first_, again));
  EXPECT_EQ(address, again);
  FAILS(NOT_READY, cuStreamQuery(first_));
  FAILS(OUT_OF_MEMORY, allocate(kMega, first_, none));
  EXPECT_EQ(kAll, number(CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  OK(cuMemFreeAsync(again, first_));
  open();
  EXPECT_EQ(0u, number(CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
}

TEST_F(PoolReuse, SeveralMayShareWhatIsFreed) {
  allow(true, true, true);
  (void)pending(kAll);
  CUdeviceptr parts[4], none;
  for (CUdeviceptr &each : parts)
    OK(allocate(8 * kMega, first_, each));
  FAILS(OUT_OF_MEMORY, allocate(8 * kMega, first_, none));
  for (CUdeviceptr each : parts)
    OK(cuMemFreeAsync(each, first_));
}

TEST_F(PoolReuse, AnotherStreamIsMadeToWait) {
  allow(false, false, true); // "allow the driver to insert new stream dependencies"
  const CUdeviceptr address = pending(kAll);
  CUdeviceptr got = 0, none = 0;
  OK(cuStreamQuery(second_));
  OK(allocate(kAll, second_, got));
  EXPECT_EQ(address, got);
  FAILS(NOT_READY, cuStreamQuery(second_));
  FAILS(OUT_OF_MEMORY, allocate(kAll, second_, none));
  open();
  OK(cuMemFreeAsync(got, second_));
}

TEST_F(PoolReuse, AnotherStreamGetsNothingWithoutAPolicy) {
  allow(true, true, false);
  (void)pending(kAll);
  CUdeviceptr none;
  FAILS(OUT_OF_MEMORY, allocate(kAll, second_, none));
  OK(cuStreamQuery(second_)); // nor was it made to wait
}

TEST_F(PoolReuse, EventsMakeTheOrderThatIsFollowed) {
  for (bool follows : {false, true}) {
    *gate_ = 0;
    allow(follows, false, false);
    const CUdeviceptr address = pending(kAll);
    CUevent event;
    CUdeviceptr got = 0;
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuEventRecord(event, first_));
    OK(cuStreamWaitEvent(second_, event, 0));
    if (follows) {
      OK(allocate(kAll, second_, got));
      EXPECT_EQ(address, got);
      OK(cuMemFreeAsync(got, second_));
    } else {
      FAILS(OUT_OF_MEMORY, allocate(kAll, second_, got));
    }
    OK(cuEventDestroy(event));
    open();
  }
}

TEST_F(PoolReuse, HighWaterMarksAreKeptAndReset) {
  CUdeviceptr one, two;
  OK(allocate(kMega, first_, one));
  OK(allocate(2 * kMega, first_, two));
  EXPECT_EQ(3 * kMega, number(CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  OK(cuMemFreeAsync(two, first_));
  OK(cuStreamSynchronize(first_));
  EXPECT_EQ(kMega, number(CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  EXPECT_EQ(3 * kMega, number(CU_MEMPOOL_ATTR_USED_MEM_HIGH));
  EXPECT_GE(number(CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH), 3 * kMega);
  cuuint64_t none = 0, other = 5;
  OK(cuMemPoolSetAttribute(pool_, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &none));
  EXPECT_EQ(kMega, number(CU_MEMPOOL_ATTR_USED_MEM_HIGH));
  OK(cuMemPoolSetAttribute(pool_, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &none));
  EXPECT_EQ(number(CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT),
            number(CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH));
  // "It is illegal to set this attribute to a non-zero value."
  FAILS(INVALID_VALUE, cuMemPoolSetAttribute(pool_, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &other));
  FAILS(INVALID_VALUE, cuMemPoolSetAttribute(pool_, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &none));
  OK(cuMemFreeAsync(one, first_));
}

TEST_F(PoolReuse, WhatIsKeptServesLaterAllocations) {
  cuuint64_t all = ~cuuint64_t(0);
  OK(cuMemPoolSetAttribute(pool_, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &all));
  CUdeviceptr first, second;
  OK(allocate(2 * kMega, first_, first));
  OK(cuMemFreeAsync(first, first_));
  OK(cuStreamSynchronize(first_));
  EXPECT_GE(number(CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT), 2 * kMega);
  OK(allocate(2 * kMega, second_, second));
  EXPECT_EQ(first, second);
  OK(cuMemFreeAsync(second, second_));
  OK(cuStreamSynchronize(second_));
  OK(cuMemPoolTrimTo(pool_, 0));
  EXPECT_EQ(0u, number(CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT));
}

TEST_F(PoolReuse, EitherKindIsFreedEitherWay) {
  CUdeviceptr address = 1;
  OK(cuMemAllocAsync(&address, 0, first_)); // (seen)
  EXPECT_EQ(0u, address);
  OK(cuMemFreeAsync(0, first_));
  OK(cuMemAllocAsync(&address, 100, first_));
  OK(cuStreamSynchronize(first_));
  OK(cuMemFree(address));
  OK(cuMemAlloc(&address, 100));
  OK(cuMemFreeAsync(address, first_));
  FAILS(INVALID_VALUE, cuMemFreeAsync(address, first_));
  FAILS(OUT_OF_MEMORY, allocate(kAll + 1, first_, address));
}

TEST_F(PoolReuse, ACaptureAllocatesWhenItIsLaunched) {
  CUgraph graph;
  CUgraphExec exec;
  CUdeviceptr inside = 0, kept = 0;
  OK(cuStreamBeginCapture(second_, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuMemAllocAsync(&inside, 64, second_));
  OK(cuMemAllocAsync(&kept, 64, second_));
  OK(cuMemsetD32Async(kept, 7, 16, second_));
  OK(cuMemFreeAsync(inside, second_));
  OK(cuStreamEndCapture(second_, &graph));
  size_t nodes = 0;
  OK(cuGraphGetNodes(graph, nullptr, &nodes));
  EXPECT_EQ(4u, nodes);
  OK(cuGraphInstantiate(&exec, graph, 0));
  FAILS(INVALID_VALUE, cuMemFreeAsync(kept, second_)); // nothing there yet
  OK(cuGraphUpload(exec, second_));
  OK(cuGraphLaunch(exec, second_));
  OK(cuStreamSynchronize(second_));
  EXPECT_EQ(7u, read(kept, 1)[0]);
  FAILS(INVALID_VALUE, cuGraphLaunch(exec, second_)); // its memory was not freed
  OK(cuMemFreeAsync(kept, second_));
  OK(cuGraphLaunch(exec, second_));
  OK(cuStreamSynchronize(second_));
  OK(cuMemFree(kept));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

} // namespace
} // namespace anywarp::driver
