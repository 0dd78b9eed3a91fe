// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and launches of the rarer kinds, captures, and what is given away: on two threads at once,
// in two streams.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

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

int main() {
  usePrimary();
  onTwoThreads([](int) {
    copies();
    launches();
    captures();
    shared();
  });
  return finish("TwoThreadsWork");
}
