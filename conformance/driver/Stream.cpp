// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams and events: order, independence, the default streams, host functions, memory operations.
#include "Check.h"
#include <atomic>
#include <chrono>
#include <thread>

static CUmodule module;
static CUdeviceptr flagOnDevice;
static volatile unsigned *flag; // a kernel `waitFor` spins on it

static void lower() { *flag = 0; }
static void raise() { *flag = 1; }
static CUresult block(CUstream stream) {
  return launch1(kernelOf(module, "waitFor"), 1, 1, {&flagOnDevice}, stream);
}

static void handles() {
  CUstream s = nullptr;
  unsigned flags = 9;
  int priority = 9;
  unsigned long long id = 0, other = 0;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamGetFlags(s, &flags));
  EQUAL(CU_STREAM_NON_BLOCKING, flags);
  OK(cuStreamGetId(s, &id));
  OK(cuStreamGetId(nullptr, &other));
  CHECK(id != other);
  CUcontext context, current;
  OK(cuStreamGetCtx(s, &context));
  OK(cuCtxGetCurrent(&current));
  CHECK(context == current);
  OK(cuStreamQuery(s));
  OK(cuStreamSynchronize(s));
  OK(cuStreamDestroy(s));
  OK(cuStreamCreateWithPriority(&s, 0, -3));
  OK(cuStreamGetPriority(s, &priority));
  EQUAL(-3, priority);
  OK(cuStreamDestroy(s));
  OK(cuStreamCreateWithPriority(&s, 0, -100)); // clamped
  OK(cuStreamGetPriority(s, &priority));
  EQUAL(-5, priority);
  OK(cuStreamDestroy(s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamCreate(&s, 0x10));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamCreate(nullptr, 0));
  OK(cuStreamQuery(nullptr));
  OK(cuStreamQuery(CU_STREAM_LEGACY));
  OK(cuStreamQuery(CU_STREAM_PER_THREAD));
}

static void notReady() {
  CUstream s;
  CUevent e;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&e, 0));
  OK(cuEventQuery(e)); // never recorded: done
  OK(cuEventSynchronize(e));
  lower();
  OK(block(s));
  OK(cuEventRecord(e, s));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  EXPECT(CUDA_ERROR_NOT_READY, cuEventQuery(e));
  // Work goes on in other streams meanwhile, and without anybody waiting for it.
  CUstream t;
  CUdeviceptr out;
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  OK(cuMemAlloc(&out, 4));
  OK(cuMemsetD32Async(out, 5, 1, t));
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&out}, t));
  unsigned value = 0;
  OK(cuMemcpyDtoHAsync(&value, out, 4, t));
  OK(cuStreamSynchronize(t));
  EQUAL(6, value);
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  raise();
  OK(cuEventSynchronize(e));
  OK(cuStreamQuery(s));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
  OK(cuEventDestroy(e));
  OK(cuMemFree(out));
}

static void progress() {
  // A launch that nobody waits for runs all the same.
  CUdeviceptr out;
  void *mapped = nullptr;
  OK(cuMemHostAlloc(&mapped, 4, CU_MEMHOSTALLOC_DEVICEMAP));
  OK(cuMemHostGetDevicePointer(&out, mapped, 0));
  volatile unsigned *seen = static_cast<unsigned *>(mapped);
  *seen = 0;
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&out}));
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!*seen && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EQUAL(1, *seen);
  OK(cuCtxSynchronize());
  OK(cuMemFreeHost(mapped));
}

static void legacyOrder() {
  // The legacy default stream waits for blocking streams and they wait for it; others do neither.
  CUstream blocking, free;
  CUdeviceptr a;
  unsigned value = 0;
  OK(cuStreamCreate(&blocking, 0));
  OK(cuStreamCreate(&free, CU_STREAM_NON_BLOCKING));
  OK(cuMemAlloc(&a, 4));
  OK(cuMemsetD32(a, 0, 1));
  OK(cuCtxSynchronize());
  lower();
  OK(block(blocking));
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&a}, CU_STREAM_LEGACY));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(CU_STREAM_LEGACY));
  OK(cuMemcpyDtoHAsync(&value, a, 4, free)); // does not wait
  EQUAL(0, value);
  raise();
  OK(cuStreamSynchronize(CU_STREAM_LEGACY));
  OK(cuMemcpyDtoHAsync(&value, a, 4, free));
  EQUAL(1, value);
  lower();
  OK(block(CU_STREAM_LEGACY));
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&a}, blocking));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(blocking));
  OK(cuStreamQuery(free));
  raise();
  OK(cuStreamSynchronize(blocking));
  OK(cuMemcpyDtoH(&value, a, 4));
  EQUAL(2, value);
  OK(cuStreamDestroy(blocking));
  OK(cuStreamDestroy(free));
  OK(cuMemFree(a));
}

static void perThread() {
  // Default streams of two threads are two streams.
  lower();
  std::thread([] {
    CUcontext context;
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    OK(block(CU_STREAM_PER_THREAD));
    EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(CU_STREAM_PER_THREAD));
    OK(cuDevicePrimaryCtxRelease(0));
  }).join();
  OK(cuStreamQuery(CU_STREAM_PER_THREAD));
  raise();
  OK(cuCtxSynchronize());
}

static void waitEvents() {
  CUstream s, t;
  CUevent e;
  CUdeviceptr a;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
  OK(cuMemAlloc(&a, 4));
  OK(cuMemsetD32(a, 10, 1));
  OK(cuStreamSynchronize(nullptr));
  lower();
  OK(block(s));
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&a}, s));
  OK(cuEventRecord(e, s));
  OK(cuStreamWaitEvent(t, e, 0));
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&a}, t));
  OK(cuEventRecord(e, t)); // recorded again: the wait above stays with the first
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(t));
  raise();
  OK(cuStreamSynchronize(t));
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, a, 4));
  EQUAL(12, value);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamWaitEvent(t, e, 0x100));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
  OK(cuEventDestroy(e));
  OK(cuMemFree(a));
}

static void times() {
  CUevent a, b, none, quiet;
  float ms = -1;
  OK(cuEventCreate(&a, 0));
  OK(cuEventCreate(&b, CU_EVENT_BLOCKING_SYNC));
  OK(cuEventCreate(&none, 0));
  OK(cuEventCreate(&quiet, CU_EVENT_DISABLE_TIMING));
  lower();
  OK(cuEventRecord(a, nullptr));
  OK(block(nullptr));
  OK(cuEventRecord(b, nullptr));
  EXPECT(CUDA_ERROR_NOT_READY, cuEventElapsedTime(&ms, a, b));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  raise();
  OK(cuEventSynchronize(b));
  OK(cuEventElapsedTime(&ms, a, b));
  CHECK(ms >= 25 && ms < 2000);
  OK(cuEventElapsedTime(&ms, b, a));
  CHECK(ms <= -25); // the difference has a sign
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, a, none));
  OK(cuEventRecord(quiet, nullptr));
  OK(cuEventSynchronize(quiet));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, a, quiet));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&a, 0x100));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventQuery(nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventRecord(nullptr, nullptr));
  OK(cuEventDestroy(a));
  OK(cuEventDestroy(b));
  OK(cuEventDestroy(none));
  OK(cuEventDestroy(quiet));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventDestroy(nullptr));
}

static std::vector<int> calls;
static void append(void *number) { calls.push_back(int(reinterpret_cast<intptr_t>(number))); }
static void appendCallback(CUstream, CUresult status, void *number) {
  calls.push_back(status == CUDA_SUCCESS ? int(reinterpret_cast<intptr_t>(number)) : -1);
}

static void hostFunctions() {
  CUstream s;
  OK(cuStreamCreate(&s, 0));
  for (intptr_t i = 0; i < 10; ++i)
    if (i % 2)
      OK(cuLaunchHostFunc(s, append, reinterpret_cast<void *>(i)));
    else
      OK(cuStreamAddCallback(s, appendCallback, reinterpret_cast<void *>(i), 0));
  OK(cuStreamSynchronize(s));
  EQUAL(10, calls.size());
  for (size_t i = 0; i < calls.size(); ++i)
    EQUAL(i, calls[i]);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAddCallback(s, appendCallback, nullptr, 5));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchHostFunc(s, nullptr, nullptr));
  OK(cuStreamDestroy(s));
}

static void memoryOperations() {
  CUstream s, t;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  CUdeviceptr words;
  OK(cuMemAlloc(&words, 16));
  OK(cuMemsetD8(words, 0, 16));
  OK(cuStreamSynchronize(nullptr));
  OK(cuStreamWaitValue32(s, words, 3, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamWriteValue32(s, words + 4, 99, 0));
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  OK(cuStreamWriteValue32(t, words, 5, 0));
  OK(cuStreamSynchronize(s));
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, words + 4, 4));
  EQUAL(99, value);
  OK(cuStreamWriteValue64(t, words + 8, 0x100000001ull, 0));
  OK(cuStreamWaitValue64(t, words + 8, 0x100000001ull, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuStreamSynchronize(t));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(t, words + 2, 5, 0));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
  OK(cuMemFree(words));
}

static void destroyedWhileBusy() {
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  CUdeviceptr a;
  OK(cuMemAlloc(&a, 4));
  OK(cuMemsetD32(a, 0, 1));
  OK(cuCtxSynchronize());
  lower();
  OK(block(s));
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&a}, s));
  OK(cuStreamDestroy(s)); // what is queued goes on
  raise();
  OK(cuCtxSynchronize());
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, a, 4));
  EQUAL(1, value);
  OK(cuMemFree(a));
}

static void manyStreams() {
  // A chain through streams in both directions, long enough to need every rule.
  CUstream streams[8];
  CUevent event;
  CUdeviceptr a;
  OK(cuMemAlloc(&a, 4));
  OK(cuMemsetD32(a, 0, 1));
  OK(cuStreamSynchronize(nullptr));
  for (CUstream &s : streams)
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  CUfunction increment = kernelOf(module, "increment");
  for (int i = 0; i < 400; ++i) {
    CUstream from = streams[i % 8], to = streams[(i * 5 + 3) % 8];
    if (i)
      OK(cuStreamWaitEvent(from, event, 0));
    OK(launch1(increment, 1, 1, {&a}, from));
    OK(cuEventRecord(event, from));
    OK(cuStreamWaitEvent(to, event, 0));
    OK(launch1(increment, 1, 1, {&a}, to));
    OK(cuEventRecord(event, to));
  }
  OK(cuEventSynchronize(event));
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, a, 4));
  EQUAL(800, value);
  for (CUstream s : streams)
    OK(cuStreamDestroy(s));
  OK(cuEventDestroy(event));
  OK(cuMemFree(a));
}

static void manyThreads() {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  CUcontext context;
  OK(cuCtxGetCurrent(&context));
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      cuCtxSetCurrent(context);
      CUstream s;
      CUdeviceptr a;
      wrong += cuStreamCreate(&s, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS;
      wrong += cuMemAlloc(&a, 4) != CUDA_SUCCESS;
      wrong += cuMemsetD32Async(a, 0, 1, s) != CUDA_SUCCESS;
      CUfunction increment = kernelOf(module, "increment");
      for (int i = 0; i < 200; ++i) {
        wrong += launch1(increment, 1, 1, {&a}, s) != CUDA_SUCCESS;
        if (i % 7 == 0)
          wrong += cuStreamSynchronize(s) != CUDA_SUCCESS;
      }
      unsigned value = 0;
      wrong += cuMemcpyDtoHAsync(&value, a, 4, s) != CUDA_SUCCESS;
      wrong += cuStreamSynchronize(s) != CUDA_SUCCESS;
      wrong += value != 200;
      cuStreamDestroy(s);
      cuMemFree(a);
    });
  for (std::thread &t : threads)
    t.join();
  EQUAL(0, wrong.load());
}

int main() {
  usePrimary();
  module = loadPtx(kIotaPtx);
  void *mapped = nullptr;
  OK(cuMemHostAlloc(&mapped, 64, CU_MEMHOSTALLOC_DEVICEMAP));
  flag = static_cast<unsigned *>(mapped);
  OK(cuMemHostGetDevicePointer(&flagOnDevice, mapped, 0));
  // The first launch of a kernel loads it, which may wait for others.
  for (const char *name : {"waitFor", "increment"}) {
    raise();
    OK(launch1(kernelOf(module, name), 1, 1, {&flagOnDevice}));
    OK(cuCtxSynchronize());
  }
  handles();
  notReady();
  progress();
  legacyOrder();
  perThread();
  waitEvents();
  times();
  hostFunctions();
  memoryOperations();
  destroyedWhileBusy();
  manyStreams();
  manyThreads();
  // The same on two threads at once.
  onTwoThreads([](int) { handles(); });
  return finish("Stream");
}
