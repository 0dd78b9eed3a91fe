// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host functions and memory operations in streams; many streams, threads, and streams destroyed
// while they are busy.
#include <atomic>
#include <chrono>
#include <thread>

#include "BusyStream.h"

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
  setUpStreams();
  hostFunctions();
  memoryOperations();
  destroyedWhileBusy();
  manyStreams();
  manyThreads();
  return finish("StreamWork");
}
