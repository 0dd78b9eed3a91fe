// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams and events on two threads at once, each with two streams: flags and priorities at their
// edges, work that is pending.
#include "Check.h"

#include <chrono>

/// What is given to a stream after close() waits until open(), or for ten seconds.
class Gate {
public:
  void close(cudaStream_t stream) { OK(cudaLaunchHostFunc(stream, wait, this)); }
  void open() { isOpen_ = true; }

private:
  static void CUDART_CB wait(void *gate) {
    for (int i = 0; i < 10000 && !static_cast<Gate *>(gate)->isOpen_; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::atomic<bool> isOpen_ = false;
};

static void creation() {
  cudaStream_t s = nullptr;
  int least = 0, greatest = 0, priority = 9;
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  for (int asked : {least, greatest, least + 1, greatest - 1, 1000, -1000}) {
    OK(cudaStreamCreateWithPriority(&s, cudaStreamDefault, asked));
    OK(cudaStreamGetPriority(s, &priority));
    EQUAL(asked > least ? least : asked < greatest ? greatest : asked, priority);
    OK(cudaStreamDestroy(s));
  }
  EXPECT(cudaErrorInvalidValue, cudaStreamCreateWithPriority(nullptr, cudaStreamDefault, 0));
  EXPECT(cudaErrorInvalidValue, cudaStreamCreateWithPriority(&s, 2, 0));
  EXPECT(cudaErrorInvalidValue, cudaStreamCreateWithFlags(nullptr, cudaStreamDefault));
  EXPECT(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&s, ~0u));
  OK(cudaStreamCreate(&s));
  unsigned flags = 9;
  int device = -1;
  OK(cudaStreamGetFlags(s, &flags));
  EQUAL(cudaStreamDefault, flags);
  OK(cudaStreamGetDevice(s, &device));
  EQUAL(0, device);
  EXPECT(cudaErrorInvalidValue, cudaStreamGetFlags(s, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaStreamGetPriority(s, nullptr));
  if (!onNvidia()) // crashes
    EXPECT(cudaErrorInvalidValue, cudaStreamGetDevice(s, nullptr));
  OK(cudaStreamDestroy(s));

  cudaEvent_t event = nullptr;
  EXPECT(cudaErrorInvalidValue, cudaEventCreate(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaEventCreateWithFlags(nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, 8));
  for (unsigned each : {0u, unsigned(cudaEventBlockingSync), unsigned(cudaEventDisableTiming),
                        unsigned(cudaEventInterprocess | cudaEventDisableTiming)}) {
    OK(cudaEventCreateWithFlags(&event, each));
    OK(cudaEventDestroy(event));
  }
}

/// An event that was recorded, but whose work waits.
static void pending(cudaStream_t s, cudaStream_t t) {
  cudaEvent_t before = nullptr, after = nullptr, untimed = nullptr;
  float ms = -1;
  OK(cudaEventCreate(&before));
  OK(cudaEventCreate(&after));
  OK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  Gate gate;
  OK(cudaEventRecord(before, s));
  gate.close(s);
  OK(cudaEventRecordWithFlags(after, s, cudaEventRecordDefault));
  OK(cudaEventRecord(untimed, s));
  OK(cudaStreamWaitEvent(t, after, cudaEventWaitDefault));
  EQUAL(cudaErrorNotReady, cudaEventQuery(after));
  EQUAL(cudaErrorNotReady, cudaEventElapsedTime(&ms, before, after));
  EQUAL(cudaErrorNotReady, cudaStreamQuery(s));
  EQUAL(cudaErrorNotReady, cudaStreamQuery(t));
  OK(cudaPeekAtLastError()); // which is no error
  gate.open();
  OK(cudaEventSynchronize(after));
  OK(cudaStreamSynchronize(t));
  OK(cudaStreamQuery(t));
  OK(cudaEventQuery(after));
  OK(cudaEventElapsedTime(&ms, before, after));
  CHECK(ms >= 0);
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, before, untimed));
  EXPECT(cudaErrorInvalidValue, cudaEventElapsedTime(nullptr, before, after));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, nullptr, after));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventQuery(nullptr));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventSynchronize(nullptr));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(nullptr, s));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecordWithFlags(nullptr, s, 0));
  EXPECT(cudaErrorInvalidValue, cudaEventRecordWithFlags(after, s, 4));
  EXPECT(cudaErrorInvalidValue, cudaStreamWaitEvent(t, after, 4));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventDestroy(nullptr));
  OK(cudaEventDestroy(before));
  OK(cudaEventDestroy(after));
  OK(cudaEventDestroy(untimed));
}

static void CUDART_CB count(cudaStream_t, cudaError_t error, void *calls) {
  if (error == cudaSuccess)
    ++*static_cast<std::atomic<int> *>(calls);
}
static void CUDART_CB countToo(void *calls) { ++*static_cast<std::atomic<int> *>(calls); }

static void calls(cudaStream_t s, cudaStream_t t) {
  std::atomic<int> called[2] = {};
  for (int i = 0; i < 10; ++i) {
    OK(cudaStreamAddCallback(s, count, &called[0], 0));
    OK(cudaStreamAddCallback(t, count, &called[1], 0));
    OK(cudaLaunchHostFunc(t, countToo, &called[1]));
  }
  OK(cudaStreamSynchronize(s));
  OK(cudaStreamSynchronize(t));
  EQUAL(10, called[0].load());
  EQUAL(20, called[1].load());
  EXPECT(cudaErrorInvalidValue, cudaStreamAddCallback(s, nullptr, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaStreamAddCallback(s, count, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaLaunchHostFunc(s, nullptr, nullptr));
}

static void attributes(cudaStream_t s, cudaStream_t t) {
  cudaStreamAttrValue value{}, seen{};
  unsigned long long id = 0, other = 0;
  OK(cudaStreamGetId(s, &id));
  OK(cudaStreamGetId(t, &other));
  CHECK(id != other);
  value.syncPolicy = cudaSyncPolicySpin;
  OK(cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &value));
  OK(cudaStreamCopyAttributes(t, s));
  OK(cudaStreamGetAttribute(t, cudaStreamAttributeSynchronizationPolicy, &seen));
  EQUAL(cudaSyncPolicySpin, seen.syncPolicy);
  value.syncPolicy = cudaSynchronizationPolicy(77);
  EXPECT(cudaErrorInvalidValue,
         cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &value));
  if (onNvidia()) // crashes without a value, and with handles of streams and events that have gone
    return;
  EXPECT(cudaErrorInvalidValue,
         cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaStreamGetAttribute(s, cudaStreamAttributeSynchronizationPolicy, nullptr));
}

/// Handles of what was destroyed; NVIDIA's library crashes.
static void gone(int *d) {
  cudaStream_t s = nullptr;
  cudaEvent_t event = nullptr;
  cudaGraph_t graph = nullptr;
  float ms = 0;
  unsigned flags = 0;
  OK(cudaStreamCreate(&s));
  OK(cudaStreamDestroy(s));
  OK(cudaEventCreate(&event));
  OK(cudaEventDestroy(event));
  const cudaError_t none = cudaErrorInvalidResourceHandle;
  EXPECT(none, cudaStreamQuery(s));
  EXPECT(none, cudaStreamSynchronize(s));
  EXPECT(none, cudaStreamGetFlags(s, &flags));
  EXPECT(none, cudaStreamAddCallback(s, count, nullptr, 0));
  EXPECT(none, cudaLaunchHostFunc(s, countToo, nullptr));
  EXPECT(none, cudaMemsetAsync(d, 0, 4, s));
  EXPECT(none, cudaMemcpyAsync(d, d, 4, cudaMemcpyDeviceToDevice, s));
  EXPECT(none, cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  EXPECT(none, cudaStreamEndCapture(s, &graph));
  EXPECT(none, cudaStreamCopyAttributes(s, nullptr));
  cudaStreamAttrValue value{};
  unsigned long long id = 0;
  int priority = 0;
  EXPECT(none, cudaStreamGetAttribute(s, cudaStreamAttributePriority, &value));
  EXPECT(none, cudaStreamSetAttribute(s, cudaStreamAttributePriority, &value));
  EXPECT(none, cudaStreamGetId(s, &id));
  EXPECT(none, cudaStreamGetPriority(s, &priority));
  EXPECT(none, cudaStreamAttachMemAsync(s, d));
  EXPECT(none, cudaStreamDestroy(s));
  EXPECT(none, cudaEventRecord(event, nullptr));
  EXPECT(none, cudaEventQuery(event));
  EXPECT(none, cudaEventSynchronize(event));
  EXPECT(none, cudaEventElapsedTime(&ms, event, event));
  EXPECT(none, cudaStreamWaitEvent(nullptr, event, 0));
  EXPECT(none, cudaEventDestroy(event));
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int) {
    cudaStream_t s = nullptr, t = nullptr;
    int *d = nullptr;
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    OK(cudaMalloc(&d, 4));
    creation();
    pending(s, t);
    calls(s, t);
    attributes(s, t);
    if (!onNvidia())
      gone(d);
    OK(cudaFree(d));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
  });
  return finish("StreamErrors");
}
