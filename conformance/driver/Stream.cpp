// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams and events: order, independence, the default streams.
#include <chrono>
#include <thread>

#include "BusyStream.h"

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

int main() {
  setUpStreams();
  handles();
  notReady();
  progress();
  legacyOrder();
  perThread();
  waitEvents();
  times();
  // The same on two threads at once.
  onTwoThreads([](int) { handles(); });
  return finish("Stream");
}
