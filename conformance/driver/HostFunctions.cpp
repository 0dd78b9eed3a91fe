// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls inside functions of the program that streams, graphs and user objects run: which of them
// answer, and how the others refuse. All of it was seen on an H100.
#include "Check.h"
#include <cudaProfiler.h>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kRefused = CUDA_ERROR_NOT_PERMITTED, kValue = CUDA_ERROR_INVALID_VALUE;

static void CUDA_CB nothing(void *) {}
static void CUDA_CB nothingInStream(CUstream, CUresult, void *) {}

namespace {
/// Something of everything, made before.
struct Fixture {
  CUcontext context = usePrimary();
  CUstream work = nullptr, stream = nullptr, other = nullptr, gone = nullptr;
  CUevent first = nullptr, second = nullptr, third = nullptr, goneEvent = nullptr;
  CUdeviceptr a = 0, b = 0, managed = 0, ofPool = 0;
  void *pinned = nullptr;
  CUmemoryPool pool = nullptr;
  CUmemGenericAllocationHandle physical = 0;
  size_t granularity = 0;
  CUmemAllocationProp where = {};
  CUdeviceptr range = 0;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CUlinkState link = nullptr;
  CUarray array = nullptr;
  CUmipmappedArray mipmap = nullptr;
  CUgraph graph = nullptr, more = nullptr;
  CUgraphNode kernelNode = nullptr, hostNode = nullptr, eventNode = nullptr;
  CUDA_KERNEL_NODE_PARAMS kernelParams = {};
  CUDA_HOST_NODE_PARAMS hostParams = {nothing, nullptr};
  CUgraphExec exec = nullptr;
  CUuserObject object = nullptr;
  bool isInStream = true; ///< the calls are made by something that `work` runs

  Fixture() {
    for (CUstream *each : {&work, &stream, &other, &gone})
      OK(cuStreamCreate(each, CU_STREAM_NON_BLOCKING));
    for (CUevent *each : {&first, &second, &third, &goneEvent})
      OK(cuEventCreate(each, 0));
    OK(cuEventRecord(first, stream));
    OK(cuEventRecord(second, stream));
    OK(cuMemAlloc(&a, 4096));
    OK(cuMemAlloc(&b, 4096));
    OK(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAllocAsync(&ofPool, 4096, stream));
    OK(cuMemAllocHost(&pinned, 4096));
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    where.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    where.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    where.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    OK(cuMemGetAllocationGranularity(&granularity, &where, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    OK(cuMemCreate(&physical, granularity, &where, 0));
    OK(cuMemAddressReserve(&range, granularity, 0, 0, 0));
    OK(cuMemMap(range, granularity, 0, physical, 0));
    module = loadPtx(kIotaPtx);
    function = kernelOf(module, "empty");
    OK(cuLibraryLoadData(&library, kIotaPtx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    OK(cuLibraryGetKernel(&kernel, library, "empty"));
    OK(cuLinkCreate(0, nullptr, nullptr, &link));
    CUDA_ARRAY3D_DESCRIPTOR plane = {32, 32, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    OK(cuArray3DCreate(&array, &plane));
    OK(cuMipmappedArrayCreate(&mipmap, &plane, 2));
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphCreate(&more, 0));
    kernelParams.func = function;
    kernelParams.gridDimX = kernelParams.gridDimY = kernelParams.gridDimZ = 1;
    kernelParams.blockDimX = kernelParams.blockDimY = kernelParams.blockDimZ = 1;
    OK(cuGraphAddKernelNode(&kernelNode, graph, nullptr, 0, &kernelParams));
    OK(cuGraphAddHostNode(&hostNode, graph, nullptr, 0, &hostParams));
    OK(cuGraphAddEventRecordNode(&eventNode, graph, nullptr, 0, third));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuUserObjectCreate(&object, nullptr, nothing, 9, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    OK(cuCtxSynchronize());
  }
};
} // namespace

// -- What answers ---------------------------------------------------------------------------------

static void streams(const Fixture &t) {
  unsigned flags = 0;
  int priority;
  unsigned long long id;
  CUdevice device;
  CUcontext context = nullptr;
  CUgreenCtx green;
  CUstreamCaptureStatus status;
  CUstreamAttrValue value;
  OK(cuStreamQuery(t.stream));
  EXPECT(t.isInStream ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS, cuStreamQuery(t.work));
  OK(cuStreamGetFlags(t.stream, &flags));
  EQUAL(CU_STREAM_NON_BLOCKING, flags);
  OK(cuStreamGetPriority(t.stream, &priority));
  OK(cuStreamGetId(t.stream, &id));
  OK(cuStreamGetDevice(t.stream, &device));
  OK(cuStreamGetCtx(t.stream, &context));
  CHECK(context == t.context);
  OK(cuStreamGetCtx_v2(t.stream, &context, &green));
  OK(cuStreamGetGreenCtx(t.stream, &green));
  OK(cuStreamIsCapturing(t.stream, &status));
  OK(cuStreamGetAttribute(t.stream, CU_STREAM_ATTRIBUTE_PRIORITY, &value));
  OK(cuStreamSetAttribute(t.stream, CU_STREAM_ATTRIBUTE_PRIORITY, &value));
  OK(cuStreamCopyAttributes(t.other, t.stream));
  OK(cuStreamAttachMemAsync(t.stream, t.managed, 0, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemPrefetchAsync(t.managed, 4096, t.where.location, 0, t.stream));
  OK(cuMemsetD8Async(t.a, 1, 16, t.stream));
  OK(cuMemsetD2D32Async(t.a, 64, 1, 4, 4, t.stream));
  OK(cuStreamWriteValue32(t.stream, t.b, 3, 0));
  OK(cuStreamWaitValue32(t.stream, t.b, 3, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamSynchronize(t.stream));
  OK(cuStreamDestroy(t.gone));
  // What waits behind the function that makes the call.
  OK(cuLaunchHostFunc(t.other, nothing, nullptr));
  OK(cuStreamAddCallback(t.other, nothingInStream, nullptr, 0));
  OK(cuGraphUpload(t.exec, t.other));
  OK(cuGraphLaunch(t.exec, t.other));
}

static void captures(const Fixture &t) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  CUstreamCaptureStatus status;
  CUgraph made = nullptr;
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  OK(cuStreamBeginCaptureToGraph(t.stream, t.more, nullptr, nullptr, 0,
                                 CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuStreamGetCaptureInfo(t.stream, &status, nullptr, nullptr, nullptr, nullptr, nullptr));
  EQUAL(CU_STREAM_CAPTURE_STATUS_ACTIVE, status);
  OK(cuStreamEndCapture(t.stream, &made));
  OK(cuThreadExchangeStreamCaptureMode(&mode));
}

static void events(const Fixture &t) {
  float time = -1;
  OK(cuEventQuery(t.first));
  OK(cuEventElapsedTime(&time, t.first, t.second));
  CHECK(time >= 0);
  OK(cuEventSynchronize(t.second));
  OK(cuEventRecord(t.second, t.stream));
  OK(cuEventRecordWithFlags(t.second, t.stream, 0));
  OK(cuStreamWaitEvent(t.other, t.second, 0));
  OK(cuEventDestroy(t.goneEvent));
}

static void arrays(const Fixture &t) {
  CUDA_ARRAY_DESCRIPTOR plane = {};
  CUDA_ARRAY3D_DESCRIPTOR volume;
  CUarray level;
  OK(cuArrayGetDescriptor(&plane, t.array));
  EQUAL(32, plane.Width);
  OK(cuArray3DGetDescriptor(&volume, t.array));
  OK(cuMipmappedArrayGetLevel(&level, t.mipmap, 1));
}

static void graphs(const Fixture &t) {
  CUgraphNode made, empty;
  CUDA_KERNEL_NODE_PARAMS kernel;
  CUDA_HOST_NODE_PARAMS host;
  CUevent event = nullptr;
  CUuserObject object;
  CUgraphNodeParams params = {};
  OK(cuGraphKernelNodeGetParams(t.kernelNode, &kernel));
  OK(cuGraphHostNodeGetParams(t.hostNode, &host));
  OK(cuGraphHostNodeSetParams(t.hostNode, &t.hostParams));
  OK(cuGraphEventRecordNodeGetEvent(t.eventNode, &event));
  CHECK(event == t.third);
  OK(cuGraphEventRecordNodeSetEvent(t.eventNode, t.second));
  OK(cuGraphAddHostNode(&made, t.more, nullptr, 0, &t.hostParams));
  OK(cuGraphAddEmptyNode(&empty, t.more, nullptr, 0));
  OK(cuGraphAddEventWaitNode(&made, t.more, nullptr, 0, t.first));
  OK(cuGraphAddDependencies(t.more, &empty, &made, nullptr, 1));
  OK(cuGraphRemoveDependencies(t.more, &empty, &made, nullptr, 1));
  params.type = CU_GRAPH_NODE_TYPE_EMPTY;
  OK(cuGraphAddNode(&made, t.more, nullptr, nullptr, 0, &params));
  OK(cuUserObjectCreate(&object, nullptr, nothing, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuUserObjectRetain(t.object, 1));
  OK(cuUserObjectRelease(t.object, 1));
  OK(cuGraphRetainUserObject(t.more, t.object, 1, 0));
  OK(cuGraphReleaseUserObject(t.more, t.object, 1));
  // Nodes of executable graphs are refused in their own way.
  unsigned enabled;
  EXPECT(kValue, cuGraphNodeSetEnabled(t.exec, t.kernelNode, 1));
  EXPECT(kValue, cuGraphNodeGetEnabled(t.exec, t.kernelNode, &enabled));
  EXPECT(kValue, cuGraphExecKernelNodeSetParams(t.exec, t.kernelNode, &t.kernelParams));
  EXPECT(kValue, cuGraphExecHostNodeSetParams(t.exec, t.hostNode, &t.hostParams));
  EXPECT(kValue, cuGraphExecEventRecordNodeSetEvent(t.exec, t.eventNode, t.first));
}

static void others(const Fixture &t) {
  CUlogsCallbackHandle log;
  CUlogIterator place;
  bool flag;
  size_t size = sizeof flag;
  int version;
  const char *name;
  CUasyncCallbackHandle notified;
  OK(cuInit(0));
  OK(cuDriverGetVersion(&version));
  OK(cuGetErrorName(CUDA_SUCCESS, &name));
  OK(cuLogsRegisterCallback([](void *, CUlogLevel, char *, size_t) {}, nullptr, &log));
  OK(cuLogsUnregisterCallback(log));
  OK(cuLogsCurrent(&place, 0));
  OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &flag, &size));
  OK(cuDeviceRegisterAsyncNotification(
      0, [](CUasyncNotificationInfo *, void *, CUasyncCallbackHandle) {}, nullptr, &notified));
  OK(cuDeviceUnregisterAsyncNotification(0, notified));
  OK(cuLinkAddData(t.link, CU_JIT_INPUT_PTX, const_cast<char *>(kIotaPtx.c_str()),
                   kIotaPtx.size() + 1, "iota", 0, nullptr, nullptr));
  void *image;
  OK(cuLinkComplete(t.link, &image, &size));
  OK(cuLinkDestroy(t.link));
}

// -- What is refused ------------------------------------------------------------------------------

static void contexts(const Fixture &t) {
  int number, active;
  unsigned flags;
  unsigned long long id;
  size_t size;
  char text[64];
  CUdevice device;
  CUcontext context = nullptr;
  CUuuid uuid;
  EXPECT(kRefused, cuDeviceGet(&device, 0));
  EXPECT(kRefused, cuDeviceGetCount(&number));
  EXPECT(kRefused, cuDeviceGetName(text, sizeof text, 0));
  EXPECT(kRefused, cuDeviceGetUuid(&uuid, 0));
  EXPECT(kRefused, cuDeviceTotalMem(&size, 0));
  EXPECT(kRefused, cuDeviceGetAttribute(&number, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  EXPECT(kRefused, cuDevicePrimaryCtxRetain(&context, 0));
  EXPECT(kRefused, cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(kRefused, cuDevicePrimaryCtxRelease(0));
  EXPECT(kRefused, cuDevicePrimaryCtxReset(0));
  EXPECT(kRefused, cuCtxGetCurrent(&context));
  EXPECT(kRefused, cuCtxSetCurrent(t.context));
  EXPECT(kRefused, cuCtxPushCurrent(t.context));
  EXPECT(kRefused, cuCtxPopCurrent(&context));
  EXPECT(kRefused, cuCtxCreate(&context, nullptr, 0, 0));
  EXPECT(kRefused, cuCtxGetDevice(&device));
  EXPECT(kRefused, cuCtxGetFlags(&flags));
  EXPECT(kRefused, cuCtxGetId(t.context, &id));
  EXPECT(kRefused, cuCtxGetLimit(&size, CU_LIMIT_STACK_SIZE));
  EXPECT(kRefused, cuCtxGetStreamPriorityRange(&number, &active));
  EXPECT(kRefused, cuCtxDetach(t.context));
  EXPECT(kRefused, cuProfilerStart());
  EXPECT(kRefused, cuProfilerStop());
  EXPECT(kRefused, cuCtxSynchronize());
  EXPECT(kRefused, cuCtxSynchronize_v2(t.context));
  EXPECT(kRefused, cuCtxRecordEvent(t.context, t.first));
  EXPECT(kRefused, cuCtxWaitEvent(t.context, t.first));
}

static void defaultStreams(const Fixture &t) {
  unsigned flags;
  CUstream made;
  CUevent event;
  EXPECT(kRefused, cuStreamCreate(&made, 0));
  EXPECT(kRefused, cuEventCreate(&event, 0));
  for (CUstream none : {CUstream(nullptr), CU_STREAM_LEGACY, CU_STREAM_PER_THREAD}) {
    EXPECT(kRefused, cuStreamQuery(none));
    EXPECT(kRefused, cuStreamSynchronize(none));
    EXPECT(kRefused, cuStreamGetFlags(none, &flags));
    EXPECT(kRefused, cuEventRecord(t.first, none));
    EXPECT(kRefused, cuMemsetD8Async(t.a, 1, 16, none));
  }
}

static void memory(const Fixture &t) {
  CUdeviceptr made;
  void *host;
  size_t size;
  unsigned word;
  unsigned long long flags;
  int file;
  CUmemGenericAllocationHandle handle;
  CUmemAllocationProp told;
  CUmemAccessDesc access = {t.where.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  EXPECT(kRefused, cuMemAlloc(&made, 64));
  EXPECT(kRefused, cuMemAllocManaged(&made, 64, CU_MEM_ATTACH_GLOBAL));
  EXPECT(kRefused, cuMemAllocHost(&host, 64));
  EXPECT(kRefused, cuMemAllocAsync(&made, 64, t.stream));
  EXPECT(kRefused, cuMemAllocFromPoolAsync(&made, 64, t.pool, t.stream));
  EXPECT(kRefused, cuMemFree(t.a));
  EXPECT(kRefused, cuMemFreeAsync(t.ofPool, t.stream));
  EXPECT(kRefused, cuMemFreeHost(t.pinned));
  EXPECT(kRefused, cuMemGetInfo(&size, &size));
  EXPECT(kRefused, cuMemHostRegister(&word, sizeof word, 0));
  EXPECT(kRefused, cuMemHostGetDevicePointer(&made, t.pinned, 0));
  EXPECT(kRefused, cuPointerGetAttribute(&word, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, t.a));
  CUmemPoolProps props = {};
  CUmemoryPool pool;
  props.allocType = t.where.type;
  props.location = t.where.location;
  EXPECT(kRefused, cuMemPoolCreate(&pool, &props));
  EXPECT(kRefused, cuMemPoolTrimTo(t.pool, 0));
  EXPECT(kRefused, cuMemPoolGetAttribute(t.pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &flags));
  EXPECT(kRefused, cuMemAddressReserve(&made, t.granularity, 0, 0, 0));
  EXPECT(kRefused, cuMemAddressFree(t.range, t.granularity));
  EXPECT(kRefused, cuMemCreate(&handle, t.granularity, &t.where, 0));
  EXPECT(kRefused, cuMemMap(t.range, t.granularity, 0, t.physical, 0));
  EXPECT(kRefused, cuMemSetAccess(t.range, t.granularity, &access, 1));
  EXPECT(kRefused, cuMemGetAccess(&flags, &t.where.location, t.range));
  EXPECT(kRefused, cuMemUnmap(t.range, t.granularity));
  EXPECT(kRefused, cuMemRelease(t.physical));
  EXPECT(kRefused, cuMemRetainAllocationHandle(&handle, reinterpret_cast<void *>(t.range)));
  EXPECT(kRefused, cuMemGetAllocationPropertiesFromHandle(&told, t.physical));
  EXPECT(kRefused,
         cuMemGetAllocationGranularity(&size, &t.where, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  EXPECT(kRefused, cuMemExportToShareableHandle(&file, t.physical,
                                                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  EXPECT(kRefused, cuMemImportFromShareableHandle(&handle, nullptr,
                                                  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
}

static void copiesAndLaunches(const Fixture &t) {
  unsigned word = 0;
  int number;
  CUfunction function;
  CUmodule module;
  CUdeviceptr made;
  size_t size;
  const char *name;
  EXPECT(kRefused, cuMemcpyDtoD(t.a, t.b, 16));
  EXPECT(kRefused, cuMemcpyHtoD(t.a, &word, sizeof word));
  EXPECT(kRefused, cuMemcpyAsync(t.a, t.b, 16, t.stream));
  EXPECT(kRefused, cuMemcpyDtoHAsync(t.pinned, t.a, 16, t.stream));
  EXPECT(kRefused, cuMemsetD8(t.a, 0, 16));
  EXPECT(kRefused, cuLaunchKernel(t.function, 1, 1, 1, 1, 1, 1, 0, t.stream, nullptr, nullptr));
  EXPECT(kRefused, cuLaunchCooperativeKernel(t.function, 1, 1, 1, 1, 1, 1, 0, t.stream, nullptr));
  EXPECT(kRefused, cuModuleLoadData(&module, kIotaPtx.c_str()));
  EXPECT(kRefused, cuModuleGetFunction(&function, t.module, "iota"));
  EXPECT(kRefused, cuModuleGetGlobal(&made, &size, t.module, "none"));
  EXPECT(kRefused, cuModuleUnload(t.module));
  EXPECT(kRefused, cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, t.function));
  EXPECT(kRefused, cuFuncGetName(&name, t.function));
  EXPECT(kRefused, cuKernelGetFunction(&function, t.kernel));
  EXPECT(kRefused, cuLibraryUnload(t.library));
  EXPECT(kRefused, cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, t.function, 32, 0));
}

/// Nodes that need a context are refused by the calls for nodes of any type, too.
static void nodesOfAnyType(const Fixture &t) {
  CUgraphNode node;
  CUgraphNodeParams kernel = {}, copy = {}, fill = {}, graph = {}, alloc = {}, operation = {};
  kernel.type = CU_GRAPH_NODE_TYPE_KERNEL;
  std::memcpy(&kernel.kernel, &t.kernelParams, sizeof kernel.kernel);
  copy.type = CU_GRAPH_NODE_TYPE_MEMCPY;
  copy.memcpy.copyParams.srcMemoryType = copy.memcpy.copyParams.dstMemoryType =
      CU_MEMORYTYPE_DEVICE;
  copy.memcpy.copyParams.srcDevice = t.a;
  copy.memcpy.copyParams.dstDevice = t.b;
  copy.memcpy.copyParams.WidthInBytes = 16;
  copy.memcpy.copyParams.Height = copy.memcpy.copyParams.Depth = 1;
  fill.type = CU_GRAPH_NODE_TYPE_MEMSET;
  fill.memset.dst = t.a;
  fill.memset.elementSize = 1;
  fill.memset.width = 16;
  fill.memset.height = 1;
  graph.type = CU_GRAPH_NODE_TYPE_GRAPH;
  graph.graph.graph = t.graph;
  alloc.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
  alloc.alloc.poolProps.allocType = t.where.type;
  alloc.alloc.poolProps.location = t.where.location;
  alloc.alloc.bytesize = 64;
  for (CUcontext context : {CUcontext(nullptr), t.context}) {
    kernel.kernel.ctx = copy.memcpy.copyCtx = fill.memset.ctx = context;
    for (CUgraphNodeParams *params : {&kernel, &copy, &fill, &graph, &alloc})
      EXPECT(kRefused, cuGraphAddNode(&node, t.more, nullptr, nullptr, 0, params));
    EXPECT(kRefused, cuGraphNodeSetParams(t.kernelNode, &kernel));
  }
  CUstreamBatchMemOpParams write = {};
  write.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  write.writeValue.address = t.b;
  operation.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
  operation.memOp.count = 1;
  operation.memOp.paramArray = &write;
  EXPECT(kValue, cuGraphAddNode(&node, t.more, nullptr, nullptr, 0, &operation));
  operation.memOp.ctx = t.context;
  OK(cuGraphAddNode(&node, t.more, nullptr, nullptr, 0, &operation));
  OK(cuGraphNodeSetParams(node, &operation));
  CUgraphConditionalHandle handle;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT,
         cuGraphConditionalHandleCreate(&handle, t.more, nullptr, 0, 0));
  OK(cuGraphConditionalHandleCreate(&handle, t.more, t.context, 0, 0));
}

static void graphsRefused(const Fixture &t) {
  CUgraph made;
  CUgraphNode node;
  CUgraphNodeType type;
  CUgraphExec exec;
  CUgraphExecUpdateResultInfo info;
  size_t count;
  EXPECT(kRefused, cuGraphCreate(&made, 0));
  EXPECT(kRefused, cuGraphAddKernelNode(&node, t.more, nullptr, 0, &t.kernelParams));
  EXPECT(kRefused, cuGraphKernelNodeSetParams(t.kernelNode, &t.kernelParams));
  EXPECT(kRefused, cuGraphNodeGetType(t.kernelNode, &type));
  EXPECT(kRefused, cuGraphGetNodes(t.graph, nullptr, &count));
  EXPECT(kRefused, cuGraphClone(&made, t.graph));
  EXPECT(kRefused, cuGraphInstantiate(&exec, t.graph, 0));
  EXPECT(kRefused, cuGraphExecUpdate(t.exec, t.graph, &info));
  EXPECT(kRefused, cuGraphExecDestroy(t.exec));
  EXPECT(kRefused, cuGraphDestroyNode(t.kernelNode));
  EXPECT(kRefused, cuGraphDestroy(t.graph));
}

// -- By whom --------------------------------------------------------------------------------------

static std::atomic<bool> isCalled{false};

static void CUDA_CB callAll(void *things) {
  const auto &t = *static_cast<const Fixture *>(things);
  streams(t);
  captures(t);
  arrays(t);
  events(t);
  graphs(t);
  others(t);
  contexts(t);
  defaultStreams(t);
  memory(t);
  copiesAndLaunches(t);
  nodesOfAnyType(t);
  graphsRefused(t);
  isCalled = true;
}

static void finishAll(const Fixture &t) {
  for (int i = 0; i < 10000 && !isCalled; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(isCalled);
  OK(cuCtxSynchronize());
  OK(cuMemFree(t.a)); // here it may be called again
}

static void hostFunction() {
  Fixture t;
  OK(cuLaunchHostFunc(t.work, callAll, &t));
  finishAll(t);
}

static void callback() {
  Fixture t;
  OK(cuStreamAddCallback(t.work, [](CUstream, CUresult, void *things) { callAll(things); }, &t, 0));
  finishAll(t);
}

static void hostNode() {
  Fixture t;
  CUgraph graph;
  CUgraphNode node;
  CUgraphExec exec;
  CUDA_HOST_NODE_PARAMS params = {callAll, &t};
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddHostNode(&node, graph, nullptr, 0, &params));
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, t.work));
  finishAll(t);
}

static void destructor() {
  Fixture t;
  t.isInStream = false;
  CUuserObject object;
  OK(cuUserObjectCreate(&object, &t, callAll, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuUserObjectRelease(object, 1));
  finishAll(t);
}

int main() {
  inChildren({{"host function", hostFunction},
              {"callback", callback},
              {"host node", hostNode},
              {"destructor", destructor}});
  return finish("HostFunctions");
}
