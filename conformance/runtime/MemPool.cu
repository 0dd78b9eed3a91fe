// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pools of the stream-ordered allocator: which one is taken, what they tell, who has access.
#include "Check.h"

#include <thread>

__global__ void fill(int *p, int n, int v) {
  for (int i = int(threadIdx.x); i < n; i += int(blockDim.x))
    p[i] = v;
}

static cudaMemLocation at(cudaMemLocationType type, int id = 0) {
  cudaMemLocation location = {};
  location.type = type;
  location.id = id;
  return location;
}
static cudaMemPoolProps properties(int device = 0) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = at(cudaMemLocationTypeDevice, device);
  return props;
}
static unsigned long long number(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  unsigned long long value = 77;
  OK(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}
static cudaMemPool_t newPool() {
  cudaMemPool_t made = nullptr;
  cudaMemPoolProps props = properties();
  OK(cudaMemPoolCreate(&made, &props));
  return made;
}

static void current() {
  cudaMemPool_t initial = nullptr, pool = nullptr, own = newPool();
  OK(cudaDeviceGetDefaultMemPool(&initial, 0));
  OK(cudaDeviceGetMemPool(&pool, 0));
  CHECK(initial && pool == initial);
  OK(cudaDeviceSetMemPool(0, own));
  OK(cudaDeviceGetMemPool(&pool, 0));
  CHECK(pool == own);
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  CHECK(pool == initial);
  void *p = nullptr;
  OK(cudaMallocAsync(&p, 1000, 0));
  CHECK(number(own, cudaMemPoolAttrUsedMemCurrent) >= 1000);
  OK(cudaFreeAsync(p, 0));
  OK(cudaStreamSynchronize(0));
  EQUAL(0, number(own, cudaMemPoolAttrUsedMemCurrent));

  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetDefaultMemPool(&pool, 99));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetDefaultMemPool(&pool, -1));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetDefaultMemPool(nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetMemPool(&pool, 99)); // seen
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetMemPool(nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetMemPool(99, own)); // seen
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetMemPool(0, nullptr));
  // The pool in use goes; the first takes its place.
  OK(cudaMemPoolDestroy(own));
  OK(cudaDeviceGetMemPool(&pool, 0));
  CHECK(pool == initial);
  EXPECT(cudaErrorInvalidValue, cudaMemPoolDestroy(initial));
}

/// The same by a place and a type.
static void byLocation() {
  cudaMemPool_t initial = nullptr, pool = nullptr, own = newPool();
  cudaMemLocation device = at(cudaMemLocationTypeDevice), wrong = at(cudaMemLocationTypeDevice, 99);
  OK(cudaDeviceGetDefaultMemPool(&initial, 0));
  OK(cudaMemGetDefaultMemPool(&pool, &device, cudaMemAllocationTypePinned));
  CHECK(pool == initial);
  OK(cudaMemGetMemPool(&pool, &device, cudaMemAllocationTypePinned));
  CHECK(pool == initial);
  OK(cudaMemSetMemPool(&device, cudaMemAllocationTypePinned, own));
  OK(cudaMemGetMemPool(&pool, &device, cudaMemAllocationTypePinned));
  CHECK(pool == own);
  OK(cudaDeviceGetMemPool(&pool, 0)); // it is the device's
  CHECK(pool == own);
  OK(cudaMemGetDefaultMemPool(&pool, &device, cudaMemAllocationTypePinned));
  CHECK(pool == initial);
  OK(cudaMemSetMemPool(&device, cudaMemAllocationTypePinned, initial));
  EXPECT(cudaErrorInvalidValue,
         cudaMemGetDefaultMemPool(nullptr, &device, cudaMemAllocationTypePinned));
  EXPECT(cudaErrorInvalidValue,
         cudaMemGetDefaultMemPool(&pool, nullptr, cudaMemAllocationTypePinned));
  EXPECT(cudaErrorInvalidValue,
         cudaMemGetDefaultMemPool(&pool, &wrong, cudaMemAllocationTypePinned));
  EXPECT(cudaErrorInvalidValue,
         cudaMemGetDefaultMemPool(&pool, &device, cudaMemAllocationType(99)));
  EXPECT(cudaErrorInvalidValue, cudaMemGetMemPool(nullptr, &device, cudaMemAllocationTypePinned));
  EXPECT(cudaErrorInvalidValue, cudaMemGetMemPool(&pool, nullptr, cudaMemAllocationTypePinned));
  EXPECT(cudaErrorInvalidValue, cudaMemGetMemPool(&pool, &wrong, cudaMemAllocationTypePinned));
  EXPECT(cudaErrorInvalidValue, cudaMemGetMemPool(&pool, &device, cudaMemAllocationType(99)));
  EXPECT(cudaErrorInvalidValue, cudaMemSetMemPool(&device, cudaMemAllocationTypePinned, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMemSetMemPool(nullptr, cudaMemAllocationTypePinned, own));
  EXPECT(cudaErrorInvalidValue, cudaMemSetMemPool(&wrong, cudaMemAllocationTypePinned, own));
  EXPECT(cudaErrorInvalidValue, cudaMemSetMemPool(&device, cudaMemAllocationType(99), own));
  OK(cudaMemPoolDestroy(own));
}

static void attributes() {
  cudaMemPool_t pool = newPool();
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  EQUAL(0, number(pool, cudaMemPoolAttrReleaseThreshold));
  for (cudaMemPoolAttr reuse :
       {cudaMemPoolReuseFollowEventDependencies, cudaMemPoolReuseAllowOpportunistic,
        cudaMemPoolReuseAllowInternalDependencies}) {
    int is = 7, no = 0, yes = 1;
    OK(cudaMemPoolGetAttribute(pool, reuse, &is));
    EQUAL(1, is);
    OK(cudaMemPoolSetAttribute(pool, reuse, &no));
    OK(cudaMemPoolGetAttribute(pool, reuse, &is));
    EQUAL(0, is);
    OK(cudaMemPoolSetAttribute(pool, reuse, &yes));
  }
  unsigned long long value = 1 << 20, zero = 0, all = ~0ull;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
  EQUAL(value, number(pool, cudaMemPoolAttrReleaseThreshold));
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
  EQUAL(all, number(pool, cudaMemPoolAttrReleaseThreshold));
  // High marks are put back, and only to nothing; what is now cannot be set.
  EXPECT(cudaErrorInvalidValue, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &value));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &zero));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolSetAttribute(pool, cudaMemPoolAttr(99), &value));
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue,
           cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPoolSetAttribute(nullptr, cudaMemPoolAttrReleaseThreshold, &value));

  int *p = nullptr, *q = nullptr, host[2] = {};
  OK(cudaMallocFromPoolAsync((void **)&p, 4 << 20, pool, s));
  OK(cudaMallocFromPoolAsync((void **)&q, 4, pool, s));
  fill<<<1, 32, 0, s>>>(p, 1 << 20, 8);
  OK(cudaMemcpyAsync(&host[0], p + (1 << 20) - 1, 4, cudaMemcpyDeviceToHost, s));
  OK(cudaStreamSynchronize(s));
  EQUAL(8, host[0]);
  CHECK(number(pool, cudaMemPoolAttrUsedMemCurrent) >= (4 << 20) + 4);
  CHECK(number(pool, cudaMemPoolAttrReservedMemCurrent) >=
        number(pool, cudaMemPoolAttrUsedMemCurrent));
  OK(cudaMemPoolTrimTo(pool, 0)); // takes nothing that is used
  OK(cudaMemcpy(&host[1], p, 4, cudaMemcpyDeviceToHost));
  EQUAL(8, host[1]);
  OK(cudaFreeAsync(p, s));
  OK(cudaFreeAsync(q, s));
  OK(cudaStreamSynchronize(s));
  EQUAL(0, number(pool, cudaMemPoolAttrUsedMemCurrent));
  CHECK(number(pool, cudaMemPoolAttrReservedMemCurrent) >= (4 << 20)); // below the threshold
  OK(cudaMemPoolTrimTo(pool, 1));
  CHECK(number(pool, cudaMemPoolAttrReservedMemCurrent) >= 1);
  OK(cudaMemPoolTrimTo(pool, 0));
  EQUAL(0, number(pool, cudaMemPoolAttrReservedMemCurrent));
  CHECK(number(pool, cudaMemPoolAttrUsedMemHigh) >= (4 << 20));
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero));
  EQUAL(0, number(pool, cudaMemPoolAttrUsedMemHigh));
  EQUAL(0, number(pool, cudaMemPoolAttrReservedMemHigh));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolTrimTo(nullptr, 0));
  OK(cudaStreamDestroy(s));
  OK(cudaMemPoolDestroy(pool));
}

static void access() {
  cudaMemPool_t pool = newPool();
  cudaMemLocation device = at(cudaMemLocationTypeDevice), wrong = at(cudaMemLocationTypeDevice, 99),
                  none = at(cudaMemLocationTypeInvalid);
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  OK(cudaMemPoolGetAccess(&flags, pool, &device));
  EQUAL(cudaMemAccessFlagsProtReadWrite, flags);
  cudaMemAccessDesc desc = {};
  desc.location = device;
  desc.flags = cudaMemAccessFlagsProtReadWrite;
  OK(cudaMemPoolSetAccess(pool, &desc, 1));
  OK(cudaMemPoolGetAccess(&flags, pool, &device));
  EQUAL(cudaMemAccessFlagsProtReadWrite, flags);
  desc.flags = cudaMemAccessFlagsProtNone;                              // a device's own memory
  EXPECT(cudaErrorInvalidDevice, cudaMemPoolSetAccess(pool, &desc, 1)); // seen
  desc.flags = cudaMemAccessFlagsProtRead;                              // not of pools
  EXPECT(cudaErrorNotSupported, cudaMemPoolSetAccess(pool, &desc, 1));  // seen
  desc.flags = cudaMemAccessFlags(9);
  EXPECT(cudaErrorInvalidValue, cudaMemPoolSetAccess(pool, &desc, 1));
  desc.flags = cudaMemAccessFlagsProtReadWrite;
  desc.location = wrong;
  EXPECT(cudaErrorInvalidDevice, cudaMemPoolSetAccess(pool, &desc, 1));
  desc.location = none;
  EXPECT(cudaErrorNotSupported, cudaMemPoolSetAccess(pool, &desc, 1)); // seen
  desc.location = device;
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue, cudaMemPoolSetAccess(pool, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolSetAccess(nullptr, &desc, 1));
  OK(cudaMemPoolSetAccess(pool, &desc, 0));
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue, cudaMemPoolGetAccess(nullptr, pool, &device));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolGetAccess(&flags, pool, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolGetAccess(&flags, nullptr, &device));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolGetAccess(&flags, pool, &wrong));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolGetAccess(&flags, pool, &none));
  OK(cudaMemPoolDestroy(pool));
}

/// Memory that one stream gives back and the other takes.
static void twoStreams() {
  cudaMemPool_t pool = newPool();
  cudaStream_t a, b;
  cudaEvent_t done;
  OK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  OK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  int *out, host[40];
  OK(cudaMalloc(&out, sizeof host));
  for (int i = 0; i < 40; ++i) {
    int *p = nullptr;
    cudaStream_t s = i % 2 ? a : b, next = i % 2 ? b : a;
    OK(cudaMallocFromPoolAsync((void **)&p, 4096, pool, s));
    fill<<<1, 32, 0, s>>>(p, 1024, i);
    OK(cudaMemcpyAsync(out + i, p + 1023, 4, cudaMemcpyDeviceToDevice, s));
    OK(cudaEventRecord(done, s));
    OK(cudaStreamWaitEvent(next, done, 0));
    OK(cudaFreeAsync(p, next)); // in the other
  }
  OK(cudaStreamSynchronize(a));
  OK(cudaStreamSynchronize(b));
  OK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  int good = 0;
  for (int i = 0; i < 40; ++i)
    good += host[i] == i;
  EQUAL(40, good);
  EQUAL(0, number(pool, cudaMemPoolAttrUsedMemCurrent));
  OK(cudaFree(out));
  OK(cudaEventDestroy(done));
  OK(cudaStreamDestroy(a));
  OK(cudaStreamDestroy(b));
  OK(cudaMemPoolDestroy(pool));
}

static void twoThreads() {
  cudaMemPool_t pool = newPool();
  int good[2] = {};
  auto work = [&](int which) {
    cudaStream_t s;
    bool fine = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess;
    for (int i = 0; i < 50; ++i) {
      int *p = nullptr, last = -1, size = 1 + i * 37;
      fine &= cudaMallocFromPoolAsync((void **)&p, size_t(size) * 4, pool, s) == cudaSuccess;
      fill<<<1, 32, 0, s>>>(p, size, which * 1000 + i);
      fine &= cudaMemcpyAsync(&last, p + size - 1, 4, cudaMemcpyDeviceToHost, s) == cudaSuccess;
      fine &= cudaFreeAsync(p, s) == cudaSuccess;
      fine &= cudaStreamSynchronize(s) == cudaSuccess;
      fine &= cudaMemPoolTrimTo(pool, size_t(i % 3) << 20) == cudaSuccess;
      good[which] += fine && last == which * 1000 + i;
    }
    (void)cudaStreamDestroy(s);
  };
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  EQUAL(50, good[0]);
  EQUAL(50, good[1]);
  EQUAL(0, number(pool, cudaMemPoolAttrUsedMemCurrent));
  OK(cudaMemPoolDestroy(pool));
}

int main() {
  current();
  byLocation();
  attributes();
  access();
  twoStreams();
  twoThreads();
  return finish("MemPool");
}
