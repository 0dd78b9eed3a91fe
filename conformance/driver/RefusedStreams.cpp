// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions of streams, events and green contexts refuse: null handles, handles of another
// context and of what has been destroyed, no place for the answer, the wrong thread.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kHandle = CUDA_ERROR_INVALID_HANDLE,
                   kDevice = CUDA_ERROR_INVALID_DEVICE, kContext = CUDA_ERROR_INVALID_CONTEXT;

static void streams() {
  CUstream s = nullptr, none = nullptr;
  CUevent e = nullptr;
  unsigned flags = 0;
  int number = 0;
  unsigned long long id = 0;
  float ms = 0;
  CUcontext context = nullptr;
  CUgreenCtx green = nullptr;
  CUgraph graph = nullptr;
  CUstreamCaptureStatus status;
  EXPECT(kValue, cuStreamCreate(&none, 2));
  EXPECT(kValue, cuStreamCreateWithPriority(&none, 77, 0));
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamGetCtx_v2(s, nullptr, &green)); // seen
  OK(cuStreamGetCtx_v2(s, &context, nullptr));
  EXPECT(kValue, cuStreamBeginCapture(s, CUstreamCaptureMode(77)));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         cuStreamBeginCapture(nullptr, CU_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         cuStreamBeginCapture(CU_STREAM_LEGACY, CU_STREAM_CAPTURE_MODE_GLOBAL));
  if (!onNvidia()) { // which crashes, and takes any
    CUstreamCaptureMode mode = CUstreamCaptureMode(77);
    EXPECT(kValue, cuThreadExchangeStreamCaptureMode(&mode));
  }
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(s, &graph));
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(s, nullptr));
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuCtxGetCurrent(&context));
  std::thread([&] {
    OK(cuCtxSetCurrent(context));
    EXPECT(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, cuStreamEndCapture(s, &graph));
  }).join();
  // Which ends it (seen).
  OK(cuStreamIsCapturing(s, &status));
  EQUAL(CU_STREAM_CAPTURE_STATUS_NONE, status);
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(s, &graph));
  EXPECT(kHandle, cuStreamDestroy(nullptr));
  EXPECT(kHandle, cuStreamDestroy(CU_STREAM_LEGACY));
  EXPECT(kHandle, cuStreamDestroy(CU_STREAM_PER_THREAD));
  EXPECT(kValue, cuStreamAddCallback(s, nullptr, nullptr, 0));
  EXPECT(kValue, cuStreamAddCallback(s, [](CUstream, CUresult, void *) {}, nullptr, 1));
  EXPECT(kValue, cuLaunchHostFunc(s, nullptr, nullptr));
  EXPECT(kHandle, cuStreamWaitEvent(s, nullptr, 0));
  OK(cuEventCreate(&e, 0));
  EXPECT(kValue, cuStreamWaitEvent(s, e, 77));
  EXPECT(kValue, cuEventCreate(&e, 0x100));
  EXPECT(kValue, cuEventCreate(&e, CU_EVENT_INTERPROCESS)); // timing must be off
  EXPECT(kHandle, cuEventDestroy(nullptr));
  EXPECT(kHandle, cuEventRecord(nullptr, s));
  EXPECT(kHandle, cuEventElapsedTime(&ms, nullptr, e));
  EXPECT(kHandle, cuEventElapsedTime(&ms, e, nullptr));
  // An event of another context.
  CUcontext other = nullptr;
  CUevent foreign = nullptr;
  CUstream far = nullptr;
  OK(cuCtxCreate(&other, nullptr, 0, 0));
  OK(cuEventCreate(&foreign, 0));
  OK(cuStreamCreate(&far, CU_STREAM_NON_BLOCKING));
  OK(cuCtxPopCurrent(&context));
  EXPECT(kHandle, cuEventRecord(foreign, s));
  EXPECT(kHandle, cuEventRecord(foreign, nullptr));
  EXPECT(kHandle, cuEventRecord(e, far));
  OK(cuEventRecord(foreign, far));
  OK(cuStreamWaitEvent(s, foreign, 0));
  EXPECT(kValue, cuStreamCopyAttributes(s, far));
  OK(cuEventSynchronize(foreign));
  OK(cuEventRecord(e, s));
  OK(cuEventSynchronize(e));
  EXPECT(kHandle, cuEventElapsedTime(&ms, e, foreign));
  EXPECT(kHandle, cuEventElapsedTime(&ms, foreign, e));
  // Another context's stream while this one is current.
  OK(cuStreamQuery(far));
  OK(cuStreamGetFlags(far, &flags));
  OK(cuStreamGetPriority(far, &number));
  OK(cuStreamGetId(far, &id));
  OK(cuStreamGetCtx(far, &context));
  CHECK(context == other);
  OK(cuCtxDestroy(other));
  OK(cuEventDestroy(e));
  OK(cuStreamDestroy(s));
}

static void green() {
  CUdevResource everything{}, group{}, rest{}, resource{};
  CUdevResourceDesc desc = nullptr;
  CUgreenCtx green = nullptr;
  CUcontext context = nullptr, primary = nullptr;
  CUstream stream = nullptr, other = nullptr;
  CUevent event = nullptr;
  unsigned long long id = 0;
  unsigned groups = 1;
  OK(cuCtxGetCurrent(&primary));
  OK(cuDeviceGetDevResource(0, &everything, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT(kValue, cuDevSmResourceSplitByCount(&group, nullptr, &everything, &rest, 0, 1));
  EXPECT(kValue, cuDevSmResourceSplitByCount(&group, &groups, nullptr, &rest, 0, 1));
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE,
         cuDevSmResourceSplitByCount(&group, &groups, &resource, &rest, 0, 1));
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION,
         cuDevSmResourceSplitByCount(&group, &groups, &everything, &rest, 0,
                                     everything.sm.smCount + (onNvidia() ? 1 : 1000)));
  groups = 0;
  EXPECT(kValue, cuDevSmResourceSplitByCount(&group, &groups, &everything, &rest, 0, 1));
  groups = 1;
  OK(cuDevSmResourceSplitByCount(&group, &groups, &everything, &rest, 0, 1));
  EXPECT(kValue, cuDevResourceGenerateDesc(&desc, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE, cuDevResourceGenerateDesc(&desc, &resource, 1));
  CUdevResource two[2] = {group, everything};
  if (!onNvidia()) {                                   // which takes it, and crashes
    std::vector<CUdevResource> many(1000, everything); // more than any device has
    EXPECT(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION,
           cuDevResourceGenerateDesc(&desc, many.data(), unsigned(many.size())));
    EXPECT(kValue, cuDevResourceGenerateDesc(&desc, &group, 0));
    EXPECT(kValue, cuGreenCtxCreate(&green, nullptr, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  }
  two[1] = rest;
  OK(cuDevResourceGenerateDesc(&desc, two, 2));
  OK(cuDevResourceGenerateDesc(&desc, &group, 1));
  EXPECT(kValue, cuGreenCtxCreate(&green, desc, 0, 0));
  EXPECT(kValue, cuGreenCtxCreate(&green, desc, 0, 0x100));
  EXPECT(kDevice, cuGreenCtxCreate(&green, desc, 99, CU_GREEN_CTX_DEFAULT_STREAM));
  OK(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  EXPECT(kContext, cuCtxFromGreenCtx(&context, nullptr));
  EXPECT(kContext, cuGreenCtxGetDevResource(nullptr, &resource, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE,
         cuGreenCtxGetDevResource(green, &resource, CU_DEV_RESOURCE_TYPE_INVALID));
  EXPECT(kContext, cuGreenCtxGetId(nullptr, &id));
  EXPECT(kContext, cuGreenCtxDestroy(nullptr));
  EXPECT(kContext, cuGreenCtxStreamCreate(&stream, nullptr, CU_STREAM_NON_BLOCKING, 0));
  EXPECT(kValue, cuGreenCtxStreamCreate(&stream, green, 0, 0));
  OK(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&event, 0));
  EXPECT(kHandle, cuGreenCtxRecordEvent(green, nullptr));
  EXPECT(kHandle, cuGreenCtxWaitEvent(green, nullptr));
  EXPECT(kContext, cuGreenCtxRecordEvent(nullptr, event));
  EXPECT(kContext, cuGreenCtxWaitEvent(nullptr, event));
  // A stream that is capturing: theirs, or not. It is not any more, then (all seen).
  CUgraph graph = nullptr;
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuGreenCtxRecordEvent(green, event));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuGreenCtxWaitEvent(green, event));
  OK(cuCtxRecordEvent(primary, event));
  OK(cuCtxWaitEvent(primary, event));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &graph));
  OK(cuStreamBeginCapture(other, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxRecordEvent(primary, event));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxWaitEvent(primary, event));
  OK(cuGreenCtxRecordEvent(green, event));
  OK(cuGreenCtxWaitEvent(green, event));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(other, &graph));
  OK(cuEventDestroy(event));
  OK(cuStreamDestroy(other));
  // Its own context: current, and gone.
  OK(cuCtxFromGreenCtx(&context, green));
  OK(cuCtxPushCurrent(context));
  OK(cuCtxSynchronize());
  CUdeviceptr words = 0;
  OK(cuMemAlloc(&words, 4));
  OK(cuMemFree(words));
  OK(cuStreamDestroy(stream));
  OK(cuGreenCtxDestroy(green));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&words, 4));
  OK(cuCtxSetCurrent(primary));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuGreenCtxGetId(green, &id));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuGreenCtxDestroy(green));
}

/// A handle of what has been destroyed.
static void destroyed() {
  if (onNvidia())
    return; // crashes

  CUstream s = nullptr;
  CUevent e = nullptr;
  unsigned flags = 0;
  int number = 0;
  unsigned long long id = 0;
  CUcontext context = nullptr;
  CUstreamCaptureStatus status;
  CUgreenCtx green;
  CUdevice device = 0;
  OK(cuEventCreate(&e, 0));
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamDestroy(s));
  EXPECT(kHandle, cuStreamQuery(s));
  EXPECT(kHandle, cuStreamSynchronize(s));
  EXPECT(kHandle, cuStreamGetFlags(s, &flags));
  EXPECT(kHandle, cuStreamGetPriority(s, &number));
  EXPECT(kHandle, cuStreamGetId(s, &id));
  EXPECT(kHandle, cuStreamGetCtx(s, &context));
  EXPECT(kHandle, cuStreamGetDevice(s, &device));
  EXPECT(kHandle, cuStreamGetGreenCtx(s, &green));
  EXPECT(kHandle, cuStreamIsCapturing(s, &status));
  EXPECT(kHandle, cuStreamWaitEvent(s, e, 0));
  EXPECT(kHandle, cuEventRecord(e, s));
  EXPECT(kHandle, cuLaunchHostFunc(s, [](void *) {}, nullptr));
  EXPECT(kHandle, cuStreamAddCallback(s, [](CUstream, CUresult, void *) {}, nullptr, 0));
  EXPECT(kHandle, cuStreamDestroy(s));
  OK(cuEventDestroy(e));
  EXPECT(kHandle, cuEventQuery(e));
  EXPECT(kHandle, cuEventSynchronize(e));
  EXPECT(kHandle, cuEventRecord(e, nullptr));
  EXPECT(kHandle, cuEventDestroy(e));
}

int main() {
  inChildren({{"streams", streams}, {"green", green}, {"destroyed", destroyed}});
  return finish("RefusedStreams");
}
