// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of a pool that a stream has yet to free: who gets it, under which of the pool's policies.
// All of it was seen on an H100.
#include "Check.h"

constexpr size_t kMega = 1 << 20, kPool = 32 * kMega;

static CUstream makeStream() {
  CUstream stream = nullptr;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  return stream;
}

static unsigned long long used(CUmemoryPool pool) {
  cuuint64_t value = 0;
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &value));
  return value;
}

namespace {
/// What a pool may give to a stream of what another one has yet to free.
struct Policy {
  bool followsEvents, isOpportunistic, makesWait;
};
constexpr Policy kAll = {true, true, true}, kNone = {false, false, false};

/// A pool of 32 MiB, of which an allocation of `bytes` is to be freed in `first`, which waits.
class Pending {
public:
  Pending(size_t bytes, Policy policy) {
    CUmemPoolProps props{};
    props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    props.maxSize = kPool;
    OK(cuMemPoolCreate(&pool, &props));
    int follows = policy.followsEvents, opportunistic = policy.isOpportunistic,
        waits = policy.makesWait;
    OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, &follows));
    OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, &opportunistic));
    OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, &waits));
    void *word = nullptr;
    OK(cuMemHostAlloc(&word, sizeof(unsigned), CU_MEMHOSTALLOC_DEVICEMAP));
    flag_ = static_cast<std::atomic<unsigned> *>(word);
    *flag_ = 0;
    CUdeviceptr flag = 0;
    OK(cuMemHostGetDevicePointer(&flag, word, 0));
    OK(cuMemAllocFromPoolAsync(&address, bytes, pool, first));
    OK(cuStreamSynchronize(first));
    OK(cuStreamWaitValue32(first, flag, 1, CU_STREAM_WAIT_VALUE_GEQ));
    OK(cuMemsetD8Async(address, 1, bytes, first));
    OK(cuMemFreeAsync(address, first));
  }
  ~Pending() {
    open();
    OK(cuMemPoolDestroy(pool));
    OK(cuStreamDestroy(first));
    OK(cuStreamDestroy(second));
    OK(cuMemFreeHost(flag_));
  }
  void open() {
    *flag_ = 1;
    OK(cuStreamSynchronize(first));
    OK(cuStreamSynchronize(second));
  }
  /// Writes to what it got.
  CUresult allocate(size_t bytes, CUstream stream, CUdeviceptr &got) {
    CUresult result = cuMemAllocFromPoolAsync(&got, bytes, pool, stream);
    if (result == CUDA_SUCCESS)
      OK(cuMemsetD8Async(got, 2, bytes, stream));
    return result;
  }

  CUmemoryPool pool = nullptr;
  CUstream first = makeStream(), second = makeStream();
  CUdeviceptr address = 0;

private:
  std::atomic<unsigned> *flag_ = nullptr;
};
} // namespace

/// The stream itself needs no policy.
static void sameStream() {
  for (Policy policy : {kAll, kNone}) {
    Pending p(kPool, policy);
    CUdeviceptr q = 0, none = 0;
    EQUAL(0, used(p.pool));
    OK(p.allocate(kPool, p.first, q));
    CHECK(q == p.address);
    EQUAL(kPool, used(p.pool));
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, p.allocate(kPool, p.first, none));
    EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(p.first));
    p.open();
    unsigned char byte = 0;
    OK(cuMemcpyDtoH(&byte, q + kPool - 1, 1));
    EQUAL(2, byte);
    EQUAL(kPool, used(p.pool));
    OK(cuMemFreeAsync(q, p.first));
    OK(cuStreamSynchronize(p.first));
    EQUAL(0, used(p.pool));
  }
}

/// Freed and allocated again and again, behind something that waits.
static void again() {
  Pending p(kPool, kNone);
  CUdeviceptr q = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p.address, p.first)); // to be freed already
  for (int i = 0; i < 3; ++i) {
    OK(p.allocate(kPool, p.first, q));
    CHECK(q == p.address);
    OK(cuMemFreeAsync(q, p.first));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(q, p.first));
  }
  p.open();
  EQUAL(0, used(p.pool));
}

static void otherSizes() {
  CUdeviceptr q[4] = {};
  {
    Pending p(kPool, kNone);
    for (CUdeviceptr &each : q)
      OK(p.allocate(8 * kMega, p.first, each));
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, p.allocate(8 * kMega, p.first, q[0]));
    EQUAL(kPool, used(p.pool));
    for (CUdeviceptr each : q)
      OK(cuMemFreeAsync(each, p.first));
  }
  {
    Pending p(16 * kMega, kAll);
    OK(p.allocate(16 * kMega, p.first, q[0]));
    CHECK(q[0] == p.address);
    OK(p.allocate(16 * kMega, p.first, q[1])); // what was never used
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, p.allocate(kMega, p.first, q[2]));
    OK(cuMemFreeAsync(q[0], p.first));
    OK(cuMemFreeAsync(q[1], p.first));
  }
}

/// Another stream may be made to wait for the end, and is only if nothing else is left.
static void anotherStream() {
  for (Policy policy : {kAll, Policy{false, false, true}}) {
    Pending p(kPool, policy);
    CUdeviceptr q = 0, none = 0;
    EXPECT(CUDA_SUCCESS, cuStreamQuery(p.second));
    OK(p.allocate(kPool, p.second, q));
    CHECK(q == p.address);
    EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(p.second));
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, p.allocate(kPool, p.second, none));
    p.open();
    unsigned char byte = 0;
    OK(cuMemcpyDtoH(&byte, q, 1));
    EQUAL(2, byte);
    OK(cuMemFreeAsync(q, p.second));
  }
  for (Policy policy : {kNone, Policy{true, true, false}}) {
    Pending p(kPool, policy);
    CUdeviceptr none = 0;
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, p.allocate(kPool, p.second, none));
    EXPECT(CUDA_SUCCESS, cuStreamQuery(p.second));
  }
  Pending p(kMega, kAll);
  CUdeviceptr q = 0;
  OK(cuMemAllocFromPoolAsync(&q, kMega, p.pool, p.second));
  CHECK(q != p.address);
  EXPECT(CUDA_SUCCESS, cuStreamQuery(p.second));
  OK(cuMemFreeAsync(q, p.second));
}

/// A stream that waits for an event behind the free gets the memory as if it were its own.
static void orderedByEvent() {
  for (Policy policy : {kAll, Policy{true, false, false}, Policy{false, true, false}, kNone}) {
    Pending p(kPool, policy);
    CUevent event;
    CUdeviceptr q = 0;
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuEventRecord(event, p.first));
    OK(cuStreamWaitEvent(p.second, event, 0));
    if (policy.followsEvents) {
      OK(p.allocate(kPool, p.second, q));
      CHECK(q == p.address);
      OK(cuMemFreeAsync(q, p.second));
    } else {
      EXPECT(CUDA_ERROR_OUT_OF_MEMORY, p.allocate(kPool, p.second, q));
    }
    OK(cuEventDestroy(event));
  }
}

int main() {
  inChildren({{"same stream", sameStream},
              {"again", again},
              {"other sizes", otherSizes},
              {"another stream", anotherStream},
              {"ordered by event", orderedByEvent}});
  return finish("PoolReuse");
}
