// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is asked and set of contexts, devices, green contexts, pools and dumps, and copies and
// launches of the rarer kinds: on two threads at once, in two streams.
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

static void copies() {
  constexpr size_t kSide = 16;
  CUcontext context = nullptr;
  CUdeviceptr from = 0, to = 0;
  std::vector<unsigned char> host(kSide * kSide);
  OK(cuCtxGetCurrent(&context));
  OK(cuMemAlloc(&from, kSide * kSide));
  OK(cuMemAlloc(&to, kSide * kSide));
  OK(cuMemsetD8(from, 7, kSide * kSide));
  auto arrived = [&](size_t count) {
    OK(cuStreamSynchronize(nullptr));
    OK(cuMemcpyDtoH(host.data(), to, host.size()));
    size_t seen = 0;
    for (unsigned char byte : host)
      seen += byte == 7;
    EQUAL(count, seen);
    OK(cuMemsetD8(to, 0, kSide * kSide));
    OK(cuStreamSynchronize(nullptr));
  };
  OK(cuMemsetD8(to, 0, kSide * kSide));
  OK(cuMemcpyPeer(to, context, from, context, 9));
  arrived(9);
  CUDA_MEMCPY2D flat{};
  flat.srcMemoryType = flat.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  flat.srcDevice = from, flat.dstDevice = to;
  flat.srcPitch = flat.dstPitch = kSide;
  flat.WidthInBytes = 5, flat.Height = kSide;
  OK(cuMemcpy2DUnaligned(&flat));
  arrived(5 * kSide);
  CUDA_MEMCPY3D_PEER box{};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcContext = box.dstContext = context;
  box.srcDevice = from, box.dstDevice = to;
  box.srcPitch = box.dstPitch = box.srcHeight = box.dstHeight = kSide;
  box.WidthInBytes = 3, box.Height = kSide, box.Depth = 1;
  OK(cuMemcpy3DPeer(&box));
  arrived(3 * kSide);
  CUDA_MEMCPY3D_BATCH_OP op{};
  op.src.type = op.dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  op.src.op.ptr.ptr = from, op.dst.op.ptr.ptr = to;
  op.src.op.ptr.locHint = op.dst.op.ptr.locHint = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  op.extent = {kSide, 2, 1};
  op.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  for (int i = 0; i < 2; ++i) {
    CUstream stream = nullptr;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemcpy3DBatchAsync(1, &op, 0, stream));
    OK(cuStreamSynchronize(stream));
    arrived(2 * kSide);
    OK(cuStreamDestroy(stream));
  }
  OK(cuMemFree(from));
  OK(cuMemFree(to));
}

static void launches() {
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction empty = kernelOf(module, "empty");
  CUstream stream = nullptr;
  int grid = 0, block = 0;
  size_t bytes = 0;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUlaunchConfig config{2, 1, 1, 32, 1, 1, 0, stream, nullptr, 0};
  OK(cuLaunchKernelEx(&config, empty, nullptr, nullptr));
  CUDA_LAUNCH_PARAMS params{empty, 2, 1, 1, 32, 1, 1, 0, stream, nullptr};
  OK(cuLaunchCooperativeKernelMultiDevice(&params, 1, 0));
  OK(cuStreamSynchronize(stream));
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, empty, nullptr, 0, 0));
  CHECK(grid > 0 && block >= 32);
  OK(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, empty, 1, 64));
  CHECK(bytes > 0);
  OK(cuStreamDestroy(stream));
  OK(cuModuleUnload(module));
  CUlibrary library = nullptr;
  CUdeviceptr managed = 0;
  const std::string text =
      std::string(kPtxHead) + ".visible .global .attribute(.managed) .align 4 .u32 shared = 5;\n";
  OK(cuLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetManaged(&managed, &bytes, library, "shared"));
  EQUAL(4, bytes);
  OK(cuLibraryUnload(library));
}

/// A capture whose next node is told to follow nothing; the graph's event nodes get other events.
static void captures() {
  for (int i = 0; i < 2; ++i) {
    CUstream stream = nullptr;
    CUevent first = nullptr, second = nullptr;
    CUgraph graph = nullptr, inside = nullptr;
    CUgraphExec exec = nullptr;
    CUgraphNode nodes[2] = {};
    CUstreamCaptureStatus status;
    const CUgraphNode *last = nullptr;
    size_t count = 0;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&first, CU_EVENT_DISABLE_TIMING));
    OK(cuEventCreate(&second, CU_EVENT_DISABLE_TIMING));
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(cuEventRecordWithFlags(first, stream, CU_EVENT_RECORD_EXTERNAL));
    OK(cuStreamIsCapturing(stream, &status));
    EQUAL(CU_STREAM_CAPTURE_STATUS_ACTIVE, status);
    OK(cuStreamGetCaptureInfo(stream, &status, nullptr, &inside, &last, nullptr, &count));
    EQUAL(1, count);
    nodes[0] = last[0];
    OK(cuStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0,
                                         CU_STREAM_SET_CAPTURE_DEPENDENCIES));
    OK(cuStreamWaitEvent(stream, first, CU_EVENT_WAIT_EXTERNAL));
    OK(cuStreamGetCaptureInfo(stream, &status, nullptr, &inside, &last, nullptr, &count));
    EQUAL(1, count);
    nodes[1] = last[0];
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphExecEventRecordNodeSetEvent(exec, nodes[0], second));
    OK(cuGraphExecEventWaitNodeSetEvent(exec, nodes[1], second));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuEventQuery(second));
    OK(cuGraphExecDestroy(exec));
    void *old = nullptr;
    CUdriverProcAddressQueryResult found;
    OK(cuGetProcAddress("cuGraphInstantiate", &old, 11000, 0, &found));
    using Old = CUresult (*)(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t);
    OK(reinterpret_cast<Old>(old)(&exec, graph, nullptr, nullptr, 0));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuEventDestroy(first));
    OK(cuEventDestroy(second));
    OK(cuStreamDestroy(stream));
  }
}

/// Memory, events and a pool are given away; the memory and the pool are taken back, too.
static void shared() {
  CUdeviceptr memory = 0;
  CUevent event = nullptr;
  CUipcMemHandle memoryHandle;
  CUipcEventHandle eventHandle;
  OK(cuMemAlloc(&memory, 4096));
  OK(cuIpcGetMemHandle(&memoryHandle, memory));
  OK(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
  OK(cuIpcGetEventHandle(&eventHandle, event));
  OK(cuEventDestroy(event));
  OK(cuMemFree(memory));
  CUmemAllocationProp prop{};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  size_t bytes = 0;
  int fd = -1;
  CUmemGenericAllocationHandle handle = 0, again = 0;
  OK(cuMemGetAllocationGranularity(&bytes, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  OK(cuMemCreate(&handle, bytes, &prop, 0));
  OK(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemImportFromShareableHandle(&again, reinterpret_cast<void *>(intptr_t(fd)),
                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(fd);
  OK(cuMemRelease(again));
  OK(cuMemRelease(handle));
  CUmemPoolProps props{};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CUmemoryPool pool = nullptr, imported = nullptr;
  CUmemPoolPtrExportData data;
  OK(cuMemPoolCreate(&pool, &props));
  OK(cuMemAllocFromPoolAsync(&memory, 4096, pool, nullptr));
  OK(cuStreamSynchronize(nullptr));
  OK(cuMemPoolExportToShareableHandle(&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemPoolExportPointer(&data, memory));
  OK(cuMemPoolImportFromShareableHandle(&imported, reinterpret_cast<void *>(intptr_t(fd)),
                                        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemPoolDestroy(imported));
  close(fd);
  OK(cuMemFreeAsync(memory, nullptr));
  OK(cuStreamSynchronize(nullptr));
  OK(cuMemPoolDestroy(pool));
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
    copies();
    launches();
    captures();
    shared();
    logsAndDumps();
  });
  return finish("TwoThreads");
}
