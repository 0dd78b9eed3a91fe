// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is asked and set of contexts, devices, green contexts and dumps: on two threads at once, in
// two streams.
#include "Check.h"
#include <cudaProfiler.h>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void contexts() {
  CUcontext own = nullptr, popped = nullptr;
  CUsharedconfig banks;
  CUfunc_cache cache;
  CUevent event = nullptr;
  size_t value = 0;
  OK(cuCtxCreate(&own, nullptr, 0, 0)); // and current
  OK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
  OK(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  EQUAL(4096, value);
  OK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_SHARED));
  OK(cuCtxGetCacheConfig(&cache));
  OK(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE));
  OK(cuCtxGetSharedMemConfig(&banks));
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  OK(cuCtxRecordEvent(own, event));
  OK(cuCtxWaitEvent(own, event));
  OK(cuEventSynchronize(event));
  OK(cuEventDestroy(event));
  OK(cuCtxPopCurrent(&popped));
  CHECK(popped == own);
  OK(cuCtxDestroy(own));
  OK(cuProfilerStart());
  OK(cuProfilerStop());
}

static void devices() {
  CUcontext primary = nullptr;
  CUmemoryPool pool = nullptr, again = nullptr;
  int number = -1;
  cuuint64_t none = 0;
  CUmoduleLoadingMode mode = CUmoduleLoadingMode(0);
  OK(cuDevicePrimaryCtxRetain(&primary, 0));
  OK(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_AUTO));
  OK(cuDevicePrimaryCtxRelease(0)); // others have it still
  OK(cuDeviceCanAccessPeer(&number, 0, 0));
  EQUAL(0, number);
  OK(cuDeviceGetDefaultMemPool(&pool, 0));
  OK(cuDeviceSetMemPool(0, pool));
  OK(cuDeviceGetMemPool(&again, 0));
  CHECK(again == pool);
  CUmemLocation here{CU_MEM_LOCATION_TYPE_DEVICE, 0};
  OK(cuMemGetDefaultMemPool(&again, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
  CHECK(again == pool);
  OK(cuMemSetMemPool(&here, CU_MEM_ALLOCATION_TYPE_PINNED, pool));
  OK(cuMemGetMemPool(&again, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
  CHECK(again == pool);
  OK(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &none));
  OK(cuModuleGetLoadingMode(&mode));
  CHECK(mode == CU_MODULE_LAZY_LOADING || mode == CU_MODULE_EAGER_LOADING);
}

static void green() {
  CUdevResource everything{}, group{}, rest{}, seen{};
  CUdevResourceDesc desc = nullptr;
  CUgreenCtx green = nullptr, found = nullptr;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  CUevent event = nullptr;
  unsigned groups = 1;
  unsigned long long id = 0;
  OK(cuDeviceGetDevResource(0, &everything, CU_DEV_RESOURCE_TYPE_SM));
  OK(cuDevSmResourceSplitByCount(&group, &groups, &everything, &rest, 0, 1));
  OK(cuDevResourceGenerateDesc(&desc, &group, 1));
  OK(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  OK(cuGreenCtxGetDevResource(green, &seen, CU_DEV_RESOURCE_TYPE_SM));
  EQUAL(group.sm.smCount, seen.sm.smCount);
  OK(cuGreenCtxGetId(green, &id));
  OK(cuCtxFromGreenCtx(&context, green));
  OK(cuCtxGetDevResource(context, &seen, CU_DEV_RESOURCE_TYPE_SM));
  EQUAL(group.sm.smCount, seen.sm.smCount);
  OK(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  OK(cuStreamGetGreenCtx(stream, &found));
  CHECK(found == green);
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  OK(cuGreenCtxRecordEvent(green, event));
  OK(cuGreenCtxWaitEvent(green, event));
  OK(cuStreamSynchronize(stream));
  OK(cuEventDestroy(event));
  OK(cuStreamDestroy(stream));
  OK(cuGreenCtxDestroy(green));
}

static void logsAndDumps() {
  CUlogsCallbackHandle handle = nullptr;
  CUlogIterator iterator = 0;
  char text[4096];
  size_t size = sizeof text;
  const std::string path = "/tmp/anywarp-log-" + std::to_string(getpid());
  OK(cuLogsRegisterCallback([](void *, CUlogLevel, char *, size_t) {}, nullptr, &handle));
  OK(cuLogsCurrent(&iterator, 0));
  OK(cuLogsDumpToMemory(&iterator, text, &size, 0));
  OK(cuLogsDumpToFile(&iterator, path.c_str(), 0));
  unlink(path.c_str());
  OK(cuLogsUnregisterCallback(handle));
  bool on = false;
  size = sizeof on;
  OK(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &size));
  OK(cuCoredumpSetAttribute(CU_COREDUMP_LIGHTWEIGHT, &on, &size));
  OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &size));
  OK(cuCoredumpSetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &on, &size));
}

int main() {
  usePrimary();
  onTwoThreads([](int) {
    contexts();
    devices();
    green();
    logsAndDumps();
  });
  return finish("TwoThreads");
}
