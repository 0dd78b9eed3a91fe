// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of streams, and what captures refuse. Expectations are the driver manual's; (seen)
// ones come from an H100.
#include <thread>

#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

constexpr auto kPolicy = CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY;
constexpr auto kWindow = CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW;
constexpr auto kDomain = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
constexpr auto kDomainMap = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP;
constexpr auto kPriority = CU_LAUNCH_ATTRIBUTE_PRIORITY;

class StreamState : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    OK(cuStreamCreate(&stream_, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&other_, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&event_, CU_EVENT_DISABLE_TIMING));
    memory_ = words(16);
  }
  void TearDown() override {
    OK(cuStreamDestroy(stream_));
    OK(cuStreamDestroy(other_));
    OK(cuEventDestroy(event_));
    OK(cuMemFree(memory_));
    DeviceTest::TearDown();
  }
  static CUstreamAttrValue get(CUstream stream, CUstreamAttrID which) {
    CUstreamAttrValue value = {};
    EXPECT_EQ(CUDA_SUCCESS, cuStreamGetAttribute(stream, which, &value));
    return value;
  }
  void begin(CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED) {
    OK(cuStreamBeginCapture(stream_, mode));
  }
  CUstreamCaptureStatus status(CUstream stream) {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    EXPECT_EQ(CUDA_SUCCESS, cuStreamIsCapturing(stream, &status));
    return status;
  }
  /// Ends a capture that something has spoilt.
  void endSpoilt() {
    CUgraph none = nullptr;
    EXPECT_EQ(CU_STREAM_CAPTURE_STATUS_INVALIDATED, status(stream_));
    FAILS(STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream_, &none));
    EXPECT_EQ(nullptr, none);
    EXPECT_EQ(CU_STREAM_CAPTURE_STATUS_NONE, status(stream_));
  }
  size_t endWhole() {
    CUgraph graph = nullptr;
    size_t nodes = 0;
    EXPECT_EQ(CUDA_SUCCESS, cuStreamEndCapture(stream_, &graph));
    EXPECT_EQ(CUDA_SUCCESS, cuGraphGetNodes(graph, nullptr, &nodes));
    EXPECT_EQ(CUDA_SUCCESS, cuGraphDestroy(graph));
    return nodes;
  }
  CUstream stream_ = nullptr, other_ = nullptr;
  CUevent event_ = nullptr;
  CUdeviceptr memory_ = 0;
};

TEST_F(StreamState, AttributesAreKeptAndCopied) {
  CUstreamAttrValue value = {};
  EXPECT_EQ(0u, get(stream_, kWindow).accessPolicyWindow.num_bytes);
  EXPECT_EQ(0, get(stream_, kDomainMap).memSyncDomainMap.default_);
  EXPECT_EQ(1, get(stream_, kDomainMap).memSyncDomainMap.remote);
  value.syncPolicy = CU_SYNC_POLICY_YIELD;
  OK(cuStreamSetAttribute(stream_, kPolicy, &value));
  value = {};
  value.accessPolicyWindow = {reinterpret_cast<void *>(memory_), 64, 0.5f,
                              CU_ACCESS_PROPERTY_PERSISTING, CU_ACCESS_PROPERTY_STREAMING};
  OK(cuStreamSetAttribute(stream_, kWindow, &value));
  value = {};
  value.memSyncDomain = CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE;
  OK(cuStreamSetAttribute(stream_, kDomain, &value));
  value = {};
  value.memSyncDomainMap = {2, 3};
  OK(cuStreamSetAttribute(stream_, kDomainMap, &value));
  value.priority = -3;
  OK(cuStreamSetAttribute(stream_, kPriority, &value));
  EXPECT_NE(CU_SYNC_POLICY_YIELD, get(other_, kPolicy).syncPolicy);
  OK(cuStreamCopyAttributes(other_, stream_));
  EXPECT_EQ(CU_SYNC_POLICY_YIELD, get(other_, kPolicy).syncPolicy);
  EXPECT_EQ(64u, get(other_, kWindow).accessPolicyWindow.num_bytes);
  EXPECT_EQ(CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE, get(other_, kDomain).memSyncDomain);
  EXPECT_EQ(3, get(other_, kDomainMap).memSyncDomainMap.remote);
  EXPECT_EQ(-3, get(other_, kPriority).priority); // (seen)
  int priority = 0;
  OK(cuStreamGetPriority(other_, &priority));
  EXPECT_EQ(-3, priority);
}

TEST_F(StreamState, ImpossibleAttributesAreRefused) {
  CUstreamAttrValue value = {};
  value.syncPolicy = CUsynchronizationPolicy(5);
  FAILS(INVALID_VALUE, cuStreamSetAttribute(stream_, kPolicy, &value));
  value = {};
  value.memSyncDomain = CUlaunchMemSyncDomain(2);
  FAILS(INVALID_VALUE, cuStreamSetAttribute(stream_, kDomain, &value));
  value = {};
  value.memSyncDomainMap = {0, 200}; // more domains than there are
  FAILS(INVALID_VALUE, cuStreamSetAttribute(stream_, kDomainMap, &value));
  value = {};
  value.accessPolicyWindow = {reinterpret_cast<void *>(memory_), 64, 1.5f,
                              CU_ACCESS_PROPERTY_PERSISTING, CU_ACCESS_PROPERTY_STREAMING};
  FAILS(INVALID_VALUE, cuStreamSetAttribute(stream_, kWindow, &value));
  FAILS(INVALID_VALUE, cuStreamGetAttribute(stream_, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
  FAILS(INVALID_VALUE, cuStreamSetAttribute(stream_, CUstreamAttrID(77), &value));
}

TEST_F(StreamState, TheDefaultStreamIsNotCaptured) {
  FAILS(STREAM_CAPTURE_UNSUPPORTED, cuStreamBeginCapture(nullptr, CU_STREAM_CAPTURE_MODE_RELAXED));
  FAILS(INVALID_VALUE, cuStreamBeginCapture(stream_, CUstreamCaptureMode(9)));
  CUgraph none;
  FAILS(ILLEGAL_STATE, cuStreamEndCapture(stream_, &none)); // nothing to end
  CUstreamCaptureStatus state;
  OK(cuStreamGetCaptureInfo(stream_, &state, nullptr, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(CU_STREAM_CAPTURE_STATUS_NONE, state);
  FAILS(ILLEGAL_STATE, cuStreamUpdateCaptureDependencies(stream_, nullptr, nullptr, 0, 0));
  begin();
  FAILS(ILLEGAL_STATE, cuStreamBeginCapture(stream_, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT_EQ(0u, endWhole());
}

TEST_F(StreamState, TheLegacyStreamWouldWaitForACapture) {
  CUstream blocking;
  OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
  OK(cuStreamBeginCapture(blocking, CU_STREAM_CAPTURE_MODE_GLOBAL));
  FAILS(STREAM_CAPTURE_IMPLICIT, cuMemsetD32Async(memory_, 1, 1, nullptr));
  EXPECT_EQ(CU_STREAM_CAPTURE_STATUS_INVALIDATED, status(blocking));
  CUgraph none;
  FAILS(STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(blocking, &none));
  OK(cuStreamDestroy(blocking));
}

TEST_F(StreamState, EventsOfCapturesAreOfNoUseOutside) {
  begin();
  OK(cuMemsetD32Async(memory_, 1, 1, stream_));
  OK(cuEventRecord(event_, stream_));
  FAILS(CAPTURED_EVENT, cuEventQuery(event_));
  FAILS(STREAM_CAPTURE_INVALIDATED, cuMemsetD32Async(memory_, 1, 1, stream_));
  endSpoilt();
}

TEST_F(StreamState, WorkOutsideIsNotWaitedFor) {
  OK(cuEventRecord(event_, other_));
  begin();
  FAILS(STREAM_CAPTURE_ISOLATION, cuStreamWaitEvent(stream_, event_, 0));
  endSpoilt();
  begin();
  OK(cuStreamWaitEvent(stream_, event_, CU_EVENT_WAIT_EXTERNAL)); // a node that waits
  OK(cuEventRecordWithFlags(event_, stream_, CU_EVENT_RECORD_EXTERNAL));
  EXPECT_EQ(2u, endWhole());
}

TEST_F(StreamState, TwoCapturesAreNotMerged) {
  begin();
  OK(cuStreamBeginCapture(other_, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuEventRecord(event_, stream_));
  FAILS(STREAM_CAPTURE_MERGE, cuStreamWaitEvent(other_, event_, 0));
  endSpoilt();
  CUgraph none;
  FAILS(STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(other_, &none));
}

TEST_F(StreamState, WhereACaptureBeganItEnds) {
  begin(CU_STREAM_CAPTURE_MODE_GLOBAL);
  OK(cuEventRecord(event_, stream_));
  OK(cuStreamWaitEvent(other_, event_, 0));
  EXPECT_EQ(CU_STREAM_CAPTURE_STATUS_ACTIVE, status(other_));
  CUgraph none = nullptr;
  FAILS(STREAM_CAPTURE_UNMATCHED, cuStreamEndCapture(other_, &none));
  endSpoilt();

  begin(CU_STREAM_CAPTURE_MODE_GLOBAL);
  std::thread([&] {
    EXPECT_EQ(CUDA_SUCCESS, cuCtxSetCurrent(context_));
    EXPECT_EQ(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, cuStreamEndCapture(stream_, &none));
  }).join();
  EXPECT_EQ(CU_STREAM_CAPTURE_STATUS_NONE, status(stream_));
}

TEST_F(StreamState, DestroyedStreamsEndTheirCapture) {
  CUstream brief;
  OK(cuStreamCreate(&brief, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(brief, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuStreamDestroy(brief));
  // One that takes part, but was not joined.
  OK(cuStreamCreate(&brief, CU_STREAM_NON_BLOCKING));
  begin();
  OK(cuEventRecord(event_, stream_));
  OK(cuStreamWaitEvent(brief, event_, 0));
  OK(cuMemsetD32Async(memory_, 1, 1, brief));
  OK(cuStreamDestroy(brief));
  endSpoilt();
}

TEST_F(StreamState, UnsafeCallsAreOnesOfTheMode) {
  CUdeviceptr memory;
  begin(CU_STREAM_CAPTURE_MODE_GLOBAL);
  FAILS(STREAM_CAPTURE_UNSUPPORTED, cuMemAlloc(&memory, 64)); // "potentially unsafe"
  endSpoilt();
  begin(CU_STREAM_CAPTURE_MODE_RELAXED);
  OK(cuMemAlloc(&memory, 64));
  OK(cuMemFree(memory));
  EXPECT_EQ(0u, endWhole());
  begin(CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  std::thread([&] {
    EXPECT_EQ(CUDA_SUCCESS, cuCtxSetCurrent(context_));
    EXPECT_EQ(CUDA_SUCCESS, cuMemAlloc(&memory, 64)); // another thread's is
    EXPECT_EQ(CUDA_SUCCESS, cuMemFree(memory));
  }).join();
  EXPECT_EQ(0u, endWhole());
}

TEST_F(StreamState, DependenciesOfACaptureAreReplaced) {
  begin();
  OK(cuMemsetD32Async(memory_, 1, 1, stream_));
  CUgraph graph = nullptr;
  const CUgraphNode *last = nullptr;
  const CUgraphEdgeData *edges = nullptr;
  size_t count = 0;
  cuuint64_t id = 0, second = 0;
  CUstreamCaptureStatus state;
  OK(cuStreamGetCaptureInfo(stream_, &state, &id, &graph, &last, &edges, &count));
  ASSERT_EQ(1u, count);
  const CUgraphNode first = last[0];
  OK(cuStreamUpdateCaptureDependencies(stream_, nullptr, nullptr, 0,
                                       CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  OK(cuStreamGetCaptureInfo(stream_, &state, &second, &graph, &last, &edges, &count));
  EXPECT_EQ(id, second);
  EXPECT_EQ(0u, count);
  OK(cuMemsetD32Async(memory_, 2, 1, stream_));
  CUgraphNode foreign = nullptr;
  FAILS(INVALID_VALUE, cuStreamUpdateCaptureDependencies(stream_, &foreign, nullptr, 1,
                                                         CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
  size_t after = 1;
  OK(cuGraphNodeGetDependentNodes(first, nullptr, nullptr, &after));
  EXPECT_EQ(0u, after); // the second does not depend on the first
  EXPECT_EQ(2u, endWhole());
}

} // namespace
} // namespace anywarp::driver
