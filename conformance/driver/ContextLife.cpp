// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What keeps a primary context, what takes it away, and what is answered about green contexts that
// are gone. All of it was seen on an H100.
#include "Check.h"

constexpr CUresult kGone = CUDA_ERROR_CONTEXT_IS_DESTROYED, kNone = CUDA_ERROR_INVALID_CONTEXT;

static bool isActive() {
  unsigned flags = 0;
  int active = -1;
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  return active == 1;
}

/// A reset ends the context, not what was retained.
static void reset() {
  OK(cuInit(0));
  CUcontext context = nullptr, again = nullptr;
  CUdeviceptr p;
  unsigned long long id;
  OK(cuDevicePrimaryCtxReset(0)); // never retained
  EXPECT(kNone, cuDevicePrimaryCtxRelease(0));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  OK(cuDevicePrimaryCtxReset(0));
  CHECK(!isActive());
  OK(cuCtxGetCurrent(&again));
  CHECK(again == context);
  EXPECT(kGone, cuMemAlloc(&p, 16));
  OK(cuCtxSetCurrent(context));
  EXPECT(kGone, cuCtxSynchronize());
  EXPECT(kGone, cuCtxGetId(context, &id));
  OK(cuDevicePrimaryCtxRelease(0));
  OK(cuDevicePrimaryCtxRelease(0));
  EXPECT(kNone, cuDevicePrimaryCtxRelease(0));
  OK(cuDevicePrimaryCtxRetain(&again, 0));
  CHECK(again == context && isActive());
  OK(cuMemAlloc(&p, 16));
  OK(cuDevicePrimaryCtxRelease(0));
  CHECK(!isActive());
}

/// What was retained before a reset keeps what is retained after it.
static void retainAfterReset() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuDevicePrimaryCtxReset(0));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  for (bool isLast : {false, false, true}) {
    CHECK(isActive());
    OK(cuDevicePrimaryCtxRelease(0));
    CHECK(isActive() == !isLast);
  }
  EXPECT(kNone, cuDevicePrimaryCtxRelease(0));
}

static CUgreenCtx makeGreen() {
  CUdevResource all{}, part{}, rest{};
  CUdevResourceDesc description;
  unsigned count = 1;
  CUgreenCtx green = nullptr;
  OK(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
  OK(cuDevSmResourceSplitByCount(&part, &count, &all, &rest, 0, 1));
  OK(cuDevResourceGenerateDesc(&description, &part, 1));
  OK(cuGreenCtxCreate(&green, description, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  return green;
}

/// Green contexts keep the primary one, against resets and releases, too.
static void greenKeeps() {
  OK(cuInit(0));
  CUgreenCtx green = makeGreen();
  CUcontext named = nullptr, context = nullptr;
  CUdeviceptr p;
  CHECK(isActive());
  OK(cuCtxFromGreenCtx(&named, green));
  OK(cuCtxSetCurrent(named));
  EXPECT(CUDA_ERROR_NOT_PERMITTED, cuDevicePrimaryCtxReset(0));
  CHECK(isActive());
  OK(cuMemAlloc(&p, 16));
  OK(cuCtxSynchronize());
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuGreenCtxDestroy(green));
  CHECK(isActive());
  OK(cuDevicePrimaryCtxRelease(0));
  CHECK(!isActive());
  EXPECT(kGone, cuGreenCtxDestroy(green));
  green = makeGreen();
  CHECK(isActive());
  OK(cuGreenCtxDestroy(green));
  CHECK(!isActive());
  EXPECT(kNone, cuDevicePrimaryCtxRelease(0));
  // What a green context retained the program cannot release.
  (void)makeGreen();
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuDevicePrimaryCtxRelease(0));
  CHECK(isActive());
  EXPECT(CUDA_ERROR_NOT_PERMITTED, cuDevicePrimaryCtxRelease(0));
  CHECK(isActive());
}

/// The current green context has been destroyed by another thread.
static void currentGone() {
  CUcontext primary = usePrimary(), named = nullptr, current = nullptr;
  CUgreenCtx green = makeGreen();
  CUevent event;
  CUdeviceptr p;
  CUdevice device = -1;
  CUdevResource resource;
  unsigned long long id;
  unsigned version;
  OK(cuCtxFromGreenCtx(&named, green));
  OK(cuCtxSetCurrent(named));
  OK(cuEventCreate(&event, 0));
  std::thread([&] { OK(cuGreenCtxDestroy(green)); }).join();
  EXPECT(kGone, cuCtxSynchronize());
  EXPECT(kGone, cuCtxSynchronize_v2(nullptr));
  EXPECT(kGone, cuCtxGetId(nullptr, &id));
  EXPECT(kGone, cuCtxGetApiVersion(nullptr, &version));
  EXPECT(kGone, cuMemAlloc(&p, 16));
  OK(cuCtxGetDevice(&device));
  OK(cuCtxGetDevice_v2(&device, nullptr));
  EQUAL(0, device);
  OK(cuCtxGetCurrent(&current));
  CHECK(current == named);
  EXPECT(kNone, cuCtxGetDevResource(nullptr, &resource, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT(kNone, cuCtxRecordEvent(nullptr, event));
  EXPECT(kNone, cuCtxWaitEvent(nullptr, event));
  OK(cuEventQuery(event)); // of the primary context
  OK(cuEventDestroy(event));
  OK(cuCtxSetCurrent(primary));
  OK(cuMemAlloc(&p, 16));
}

/// One that is not current, by its handles.
static void namedGone() {
  usePrimary();
  CUgreenCtx green = makeGreen();
  CUcontext named = nullptr, made;
  CUevent event;
  CUstream stream;
  CUdevResource resource;
  unsigned long long id;
  unsigned version;
  OK(cuCtxFromGreenCtx(&named, green));
  OK(cuEventCreate(&event, 0));
  OK(cuGreenCtxDestroy(green));
  EXPECT(kGone, cuCtxSynchronize_v2(named));
  EXPECT(kGone, cuCtxGetId(named, &id));
  EXPECT(kNone, cuCtxGetApiVersion(named, &version));
  EXPECT(kGone, cuCtxRecordEvent(named, event));
  EXPECT(kGone, cuCtxWaitEvent(named, event));
  EXPECT(kGone, cuCtxGetDevResource(named, &resource, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT(kGone, cuGreenCtxRecordEvent(green, event));
  EXPECT(kGone, cuGreenCtxWaitEvent(green, event));
  EXPECT(kGone, cuGreenCtxGetId(green, &id));
  EXPECT(kGone, cuGreenCtxGetDevResource(green, &resource, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT(kGone, cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  EXPECT(kGone, cuCtxFromGreenCtx(&made, green));
  EXPECT(kGone, cuGreenCtxDestroy(green));
}

int main() {
  inChild("reset", reset);
  inChild("retain after reset", retainAfterReset);
  inChild("green keeps", greenKeeps);
  inChild("current gone", currentGone);
  inChild("named gone", namedGone);
  return finish("ContextLife");
}
