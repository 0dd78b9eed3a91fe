// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefetches and discards of managed memory.
#include "ManagedPlaces.h"

#include <thread>

__global__ void increment(int *p, int n) {
  for (int i = int(threadIdx.x); i < n; i += int(blockDim.x))
    ++p[i];
}

static void prefetches() {
  char *p = allocate(), *q = allocate();
  const auto last = cudaMemRangeAttributeLastPrefetchLocation;
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  std::memset(p, 3, kBytes);
  OK(cudaMemPrefetchAsync(p, kBytes, kDevice, 0, s));
  EQUAL(0, get(last, p, kBytes));
  EQUAL(cudaMemLocationTypeDevice, get(cudaMemRangeAttributeLastPrefetchLocationType, p, kBytes));
  EQUAL(0, get(cudaMemRangeAttributeLastPrefetchLocationId, p, kBytes));
  OK(cudaMemPrefetchAsync(p, 1, kHost, 0, s)); // a page
  EQUAL(cudaCpuDeviceId, get(last, p, 4096));
  EQUAL(cudaInvalidDeviceId, get(last, p, kBytes));
  OK(cudaStreamSynchronize(s));
  CHECK(p[0] == 3 && p[kBytes - 1] == 3); // where the memory is does not change what it holds
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchAsync(nullptr, 4, kDevice, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 0, kDevice, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, kBytes + 1, kDevice, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, kBytes, kDevice, 1, s));
  EXPECT(cudaErrorInvalidDevice, cudaMemPrefetchAsync(p, kBytes, kWrong, 0, s)); // seen
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, kBytes, kInvalid, 0, s));
  void *device;
  OK(cudaMalloc(&device, 4096));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchAsync(device, 4096, kDevice, 0, s));

  void *both[] = {p, q}, *none[] = {device, nullptr};
  size_t sizes[] = {kBytes, kBytes}, from[] = {0, 1};
  cudaMemLocation places[] = {kDevice, kHost}, wrong[] = {kWrong, kHost};
  OK(cudaMemPrefetchBatchAsync(both, sizes, 2, places, from, 2, 0, s));
  EQUAL(0, get(last, p, kBytes));
  EQUAL(cudaCpuDeviceId, get(last, q, kBytes));
  OK(cudaMemPrefetchBatchAsync(both, sizes, 2, places, from, 1, 0, s)); // one place for all
  EQUAL(0, get(last, q, kBytes));
  OK(cudaStreamSynchronize(s));
  CHECK(p[0] == 3 && p[kBytes - 1] == 3);
  EXPECT(cudaErrorInvalidValue,
         cudaMemPrefetchBatchAsync(nullptr, sizes, 2, places, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(both, nullptr, 2, places, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(both, sizes, 0, places, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(both, sizes, 2, nullptr, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPrefetchBatchAsync(both, sizes, 2, places, nullptr, 2, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(both, sizes, 2, places, from, 0, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(both, sizes, 2, places, from, 3, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(both, sizes, 2, places, from, 2, 1, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(none, sizes, 1, places, from, 1, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(both, sizes, 2, wrong, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue, // documented: not in the legacy stream
         cudaMemPrefetchBatchAsync(both, sizes, 2, places, from, 2, 0, cudaStreamLegacy));
  from[0] = 1; // the first group starts at the first range
  EXPECT(cudaErrorInvalidValue, cudaMemPrefetchBatchAsync(both, sizes, 2, places, from, 1, 0, s));
  OK(cudaFree(device));
  OK(cudaFree(p));
  OK(cudaFree(q));
  OK(cudaStreamDestroy(s));
}

/// What is discarded can be written and read again.
static void discards() {
  char *p = allocate(), *q = allocate();
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  void *both[] = {p, q}, *device[1];
  size_t sizes[] = {kBytes, kBytes}, from[] = {0, 1};
  cudaMemLocation places[] = {kDevice, kHost};
  std::memset(p, 1, kBytes);
  std::memset(q, 1, kBytes);
  OK(cudaMemDiscardBatchAsync(both, sizes, 1, 0, s));
  OK(cudaMemsetAsync(p, 2, kBytes, s));
  OK(cudaStreamSynchronize(s));
  CHECK(p[0] == 2 && p[kBytes - 1] == 2 && q[0] == 1 && q[kBytes - 1] == 1);
  OK(cudaMemDiscardAndPrefetchBatchAsync(both, sizes, 2, places, from, 2, 0, s));
  EQUAL(0, get(cudaMemRangeAttributeLastPrefetchLocation, p, kBytes));
  EQUAL(cudaCpuDeviceId, get(cudaMemRangeAttributeLastPrefetchLocation, q, kBytes));
  OK(cudaMemsetAsync(p, 4, kBytes, s));
  OK(cudaStreamSynchronize(s));
  CHECK(p[0] == 4 && p[kBytes - 1] == 4);
  OK(cudaMalloc(&device[0], kBytes));
  EXPECT(cudaErrorInvalidValue, cudaMemDiscardBatchAsync(nullptr, sizes, 1, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemDiscardBatchAsync(both, nullptr, 1, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemDiscardBatchAsync(both, sizes, 0, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemDiscardBatchAsync(both, sizes, 1, 1, s));
  EXPECT(cudaErrorInvalidValue, cudaMemDiscardBatchAsync(device, sizes, 1, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemDiscardAndPrefetchBatchAsync(nullptr, sizes, 2, places, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemDiscardAndPrefetchBatchAsync(both, nullptr, 2, places, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemDiscardAndPrefetchBatchAsync(both, sizes, 0, places, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemDiscardAndPrefetchBatchAsync(both, sizes, 2, nullptr, from, 2, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemDiscardAndPrefetchBatchAsync(both, sizes, 2, places, nullptr, 2, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemDiscardAndPrefetchBatchAsync(both, sizes, 2, places, from, 0, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemDiscardAndPrefetchBatchAsync(both, sizes, 2, places, from, 2, 1, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemDiscardAndPrefetchBatchAsync(device, sizes, 1, places, from, 1, 0, s));
  sizes[0] = kBytes + 1;
  EXPECT(cudaErrorInvalidValue, cudaMemDiscardBatchAsync(both, sizes, 1, 0, s));
  OK(cudaFree(device[0]));
  OK(cudaFree(p));
  OK(cudaFree(q));
  OK(cudaStreamDestroy(s));
}

/// Prefetches to and fro between the kernels of a stream.
static bool wander(int *p, cudaStream_t s) {
  bool fine = true;
  for (int i = 0; i < 20; ++i) {
    fine &= cudaMemPrefetchAsync(p, 4096, i % 2 ? kHost : kDevice, 0, s) == cudaSuccess;
    increment<<<1, 64, 0, s>>>(p, 1024);
    fine &=
        cudaMemAdvise(p, 4096, i % 2 ? cudaMemAdviseSetReadMostly : cudaMemAdviseUnsetReadMostly,
                      kDevice) == cudaSuccess;
  }
  return fine;
}

static void twoStreamsAndThreads() {
  int *p[2];
  cudaStream_t s[2];
  bool fine[2];
  for (int i = 0; i < 2; ++i) {
    p[i] = reinterpret_cast<int *>(allocate());
    std::memset(p[i], 0, 4096);
    OK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
  }
  CHECK(wander(p[0], s[0]) && wander(p[1], s[1]));
  for (cudaStream_t each : s)
    OK(cudaStreamSynchronize(each));
  EQUAL(20, p[0][1023]);
  EQUAL(20, p[1][0]);
  std::thread a([&] { fine[0] = wander(p[0], s[0]); }), b([&] { fine[1] = wander(p[1], s[1]); });
  a.join();
  b.join();
  CHECK(fine[0] && fine[1]);
  for (cudaStream_t each : s) {
    OK(cudaStreamSynchronize(each));
    OK(cudaStreamDestroy(each));
  }
  EQUAL(40, p[0][0]);
  EQUAL(40, p[1][1023]);
  for (int *each : p)
    OK(cudaFree(each));
}

int main() {
  onTwoThreads([](int) {
    prefetches();
    discards();
  });
  twoStreamsAndThreads();
  return finish("Prefetches");
}
