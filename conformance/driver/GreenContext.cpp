// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Green contexts: splitting multiprocessors, streams that have some of them, events over all
// streams.
#include "Check.h"
#include <chrono>
#include <thread>

static CUdevResource everything;

static void resources() {
  CUdevResource other;
  OK(cuDeviceGetDevResource(0, &everything, CU_DEV_RESOURCE_TYPE_SM));
  int count = 0;
  OK(cuDeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  EQUAL(CU_DEV_RESOURCE_TYPE_SM, everything.type);
  EQUAL(count, everything.sm.smCount);
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetDevResource(99, &other, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetDevResource(0, nullptr, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE,
         cuDeviceGetDevResource(0, &other, CU_DEV_RESOURCE_TYPE_INVALID));

  // Asking only how many groups there would be.
  unsigned groups = 0;
  OK(cuDevSmResourceSplitByCount(nullptr, &groups, &everything, nullptr, 0, 1));
  CHECK(groups >= 1 && groups <= everything.sm.smCount);
  // One group and what remains make up everything.
  CUdevResource group, rest;
  groups = 1;
  OK(cuDevSmResourceSplitByCount(&group, &groups, &everything, &rest, 0, 1));
  EQUAL(1, groups);
  CHECK(group.sm.smCount >= 1);
  unsigned left = rest.type == CU_DEV_RESOURCE_TYPE_SM ? rest.sm.smCount : 0;
  EQUAL(everything.sm.smCount, group.sm.smCount + left);
  groups = 1;
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION,
         cuDevSmResourceSplitByCount(&group, &groups, &everything, nullptr, 0,
                                     everything.sm.smCount + (onNvidia() ? 1 : 1000)));
  // As many as a GPU gives at least: there may be fewer here (docs/strict.md).
  groups = 1;
  OK(cuDevSmResourceSplitByCount(&group, &groups, &everything, &rest, 0, 8));
  EQUAL(1, groups);
  CHECK(group.sm.smCount >= 8);
  if (everything.sm.smCount < 8 || everything.sm.smCount >= 16)
    CHECK(rest.type == CU_DEV_RESOURCE_TYPE_SM && rest.sm.smCount >= 8);
  constexpr unsigned kAlone = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING,
                     kClusters = CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDevSmResourceSplitByCount(&group, &groups, &everything, &rest, kAlone | kClusters, 1));
  if (everything.sm.smCount < 8 || onNvidia()) { // as an H100 is split
    CUdevResource all[20];
    groups = 20;
    OK(cuDevSmResourceSplitByCount(all, &groups, &everything, &rest, 0, 8));
    EQUAL(15, groups);
    EQUAL(12, rest.sm.smCount);
    groups = 20;
    OK(cuDevSmResourceSplitByCount(all, &groups, &everything, &rest, kAlone, 8));
    EQUAL(16, groups);
    EQUAL(4, rest.sm.smCount);
    groups = 20;
    OK(cuDevSmResourceSplitByCount(all, &groups, &everything, &rest, 0, 131));
    EQUAL(1, groups);
    EQUAL(132, all[0].sm.smCount);
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDevSmResourceSplitByCount(&group, nullptr, &everything, nullptr, 0, 1));
  CUdevResource wrong{};
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE,
         cuDevSmResourceSplitByCount(&group, &groups, &wrong, nullptr, 0, 1));

  CUdevResourceDesc desc;
  OK(cuDevResourceGenerateDesc(&desc, &everything, 1));
  if (!onNvidia()) {
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuDevResourceGenerateDesc(&desc, &everything, 0));
    EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE, cuDevResourceGenerateDesc(&desc, &wrong, 1));
  }
}

static CUgreenCtx makeGreen(unsigned multiprocessors) {
  CUdevResource group;
  unsigned groups = 1;
  OK(cuDevSmResourceSplitByCount(&group, &groups, &everything, nullptr, 0, multiprocessors));
  CUdevResourceDesc desc;
  OK(cuDevResourceGenerateDesc(&desc, &group, 1));
  CUgreenCtx green = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGreenCtxCreate(&green, desc, 0, 0)); // the flag is a must
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuGreenCtxCreate(&green, desc, 99, CU_GREEN_CTX_DEFAULT_STREAM));
  OK(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  return green;
}

static const char *const kSpinPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry empty() { ret; }
.visible .entry add(.param .u64 out) {
  .reg .u64 %d; .reg .u32 %r;
  ld.param.u64 %d, [out];
  atom.global.add.u32 %r, [%d], 1;
  ret;
})";

static void contexts(CUcontext primary) {
  CUgreenCtx green = makeGreen(1);
  unsigned long long id = 0, other = 0;
  OK(cuGreenCtxGetId(green, &id));
  CUcontext context = nullptr, seen = nullptr;
  OK(cuCtxFromGreenCtx(&context, green));
  CUdevResource mine;
  OK(cuGreenCtxGetDevResource(green, &mine, CU_DEV_RESOURCE_TYPE_SM));
  CHECK(mine.sm.smCount >= 1 && mine.sm.smCount <= everything.sm.smCount);
  OK(cuCtxGetDevResource(context, &mine, CU_DEV_RESOURCE_TYPE_SM));
  CHECK(mine.sm.smCount <= everything.sm.smCount);
  unsigned share = mine.sm.smCount;
  OK(cuCtxGetDevResource(primary, &mine, CU_DEV_RESOURCE_TYPE_SM));
  EQUAL(everything.sm.smCount, mine.sm.smCount);

  // Memory and kernels are those of the primary context.
  CUmodule module = loadPtx(kSpinPtx);
  CUdeviceptr counter;
  OK(cuMemAlloc(&counter, 4));
  OK(cuMemsetD32(counter, 0, 1));
  OK(cuCtxSynchronize()); // what follows is in another stream
  CUstream stream = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGreenCtxStreamCreate(&stream, green, CU_STREAM_DEFAULT, 0));
  OK(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  OK(launch1(kernelOf(module, "add"), 100, 64, {&counter}, stream));
  OK(cuStreamSynchronize(stream));
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, counter, 4));
  EQUAL(6400, value);
  CUgreenCtx back = nullptr;
  OK(cuStreamGetGreenCtx(stream, &back));
  CHECK(back == green);
  CUstream plain;
  OK(cuStreamCreate(&plain, 0));
  OK(cuStreamGetGreenCtx(plain, &back));
  CHECK(!back);

  // Cooperative grids that the whole device holds are too large for a part of it.
  int perSm = 0;
  CUfunction empty = kernelOf(module, "empty");
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, empty, 1024, 0));
  unsigned whole = unsigned(perSm) * everything.sm.smCount;
  auto cooperative = [&](CUstream on, unsigned blocks) {
    return cuLaunchCooperativeKernel(empty, blocks, 1, 1, 1024, 1, 1, 0, on, nullptr);
  };
  OK(cooperative(plain, whole));
  OK(cooperative(stream, unsigned(perSm) * share));
  if (share < everything.sm.smCount)
    EXPECT(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cooperative(stream, whole));

  // Current: the null stream is the green context's own.
  OK(cuCtxPushCurrent(context));
  OK(cuCtxGetCurrent(&seen));
  CHECK(seen == context);
  if (share < everything.sm.smCount)
    EXPECT(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cooperative(nullptr, whole));
  OK(launch1(kernelOf(module, "add"), 1, 64, {&counter}));
  OK(cuCtxSynchronize());
  OK(cuMemcpyDtoH(&value, counter, 4));
  EQUAL(6464, value);
  OK(cuCtxPopCurrent(&seen));
  CHECK(seen == context);
  OK(cuCtxGetCurrent(&seen));
  CHECK(seen == primary);

  CUgreenCtx second = makeGreen(1);
  OK(cuGreenCtxGetId(second, &other));
  CHECK(id != other);
  OK(cuGreenCtxDestroy(second));
  OK(cuStreamDestroy(stream));
  OK(cuStreamDestroy(plain));
  OK(cuGreenCtxDestroy(green));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuGreenCtxDestroy(green)); // seen
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuGreenCtxGetId(green, &id));
  OK(cuMemFree(counter));
  OK(cuModuleUnload(module));
}

static void CUDA_CB slow(void *flag) {
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  *static_cast<int *>(flag) = 1;
}
static void CUDA_CB look(void *flags) {
  int *f = static_cast<int *>(flags);
  f[1] = f[0];
}

/// An event over all streams of a context, and streams that wait for it, later ones included.
template <typename Record, typename Wait, typename Make>
static void events(Record record, Wait wait, Make make) {
  CUevent event;
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  CUstream a = make(), b = make();
  int flags[4] = {};
  OK(cuLaunchHostFunc(a, slow, &flags[0]));
  OK(record(event));
  OK(wait(event));
  OK(cuLaunchHostFunc(b, look, flags));
  CUstream later = make();
  OK(cuLaunchHostFunc(
      later, [](void *f) { static_cast<int *>(f)[2] = static_cast<int *>(f)[0]; }, flags));
  OK(cuStreamSynchronize(b));
  OK(cuStreamSynchronize(later));
  EQUAL(1, flags[1]);
  EQUAL(1, flags[2]);
  OK(cuEventSynchronize(event));
  OK(cuEventQuery(event));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, record(nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, wait(nullptr));
  for (CUstream stream : {a, b, later})
    OK(cuStreamDestroy(stream));
  OK(cuEventDestroy(event));
}

int main() {
  CUcontext primary = usePrimary();
  resources();
  contexts(primary);
  CUgreenCtx green = makeGreen(1);
  events([&](CUevent e) { return cuGreenCtxRecordEvent(green, e); },
         [&](CUevent e) { return cuGreenCtxWaitEvent(green, e); },
         [&] {
           CUstream stream = nullptr;
           OK(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
           return stream;
         });
  OK(cuGreenCtxDestroy(green));
  events([&](CUevent e) { return cuCtxRecordEvent(primary, e); },
         [&](CUevent e) { return cuCtxWaitEvent(primary, e); },
         [&] {
           CUstream stream = nullptr;
           OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
           return stream;
         });
  return finish("GreenContext");
}
