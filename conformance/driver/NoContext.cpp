// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls on handles and addresses while no context is current, and while a primary context that was
// released is: which of them ask for one. All of it was seen on an H100.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static const char *const kSource = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                   ".global .u32 g;\n.global .texref t;\n"
                                   ".visible .entry set(.param .u64 p, .param .u32 v) {\n"
                                   "  .reg .u64 %a;\n  .reg .u32 %v;\n"
                                   "  ld.param.u64 %a, [p];\n  ld.param.u32 %v, [v];\n"
                                   "  st.global.u32 [%a], %v;\n  ret;\n}\n";

namespace {
/// Something of everything in the primary context, which is current to nobody then.
struct Fixture {
  CUcontext context = usePrimary();
  CUstream stream = nullptr, other = nullptr;
  CUevent first = nullptr, second = nullptr;
  CUdeviceptr a = 0, b = 0, c = 0, managed = 0;
  void *pinned = nullptr;
  CUmemoryPool pool = nullptr;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CUarray array = nullptr;
  CUmipmappedArray mipmap = nullptr;
  CUtexObject texture = 0;

  Fixture() {
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&first, 0));
    OK(cuEventCreate(&second, 0));
    OK(cuEventRecord(first, stream));
    OK(cuEventRecord(second, stream));
    for (CUdeviceptr *each : {&a, &b, &c})
      OK(cuMemAlloc(each, 4096));
    OK(cuMemsetD8(b, 0, 4096));
    OK(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemHostAlloc(&pinned, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    OK(cuModuleLoadData(&module, kSource));
    OK(cuModuleGetFunction(&function, module, "set"));
    OK(cuLibraryLoadData(&library, kSource, nullptr, nullptr, 0, nullptr, nullptr, 0));
    OK(cuLibraryGetKernel(&kernel, library, "set"));
    CUDA_ARRAY_DESCRIPTOR plane = {32, 32, CU_AD_FORMAT_FLOAT, 1};
    OK(cuArrayCreate(&array, &plane));
    CUDA_ARRAY3D_DESCRIPTOR levels = {32, 32, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    OK(cuMipmappedArrayCreate(&mipmap, &levels, 2));
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC how = {};
    OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
    OK(cuCtxSynchronize());
  }
};
} // namespace

static void launch(CUfunction function, CUdeviceptr where, unsigned value, CUstream stream,
                   CUresult expected) {
  void *params[] = {&where, &value};
  EXPECT(expected, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, params, nullptr));
}

static unsigned wordAt(CUdeviceptr where, CUstream stream) {
  unsigned word = ~0u;
  OK(cuMemcpyDtoHAsync(&word, where, sizeof word, stream));
  OK(cuStreamSynchronize(stream));
  return word;
}

static void streams(const Fixture &t) {
  int priority;
  unsigned flags;
  unsigned long long id;
  CUcontext context = nullptr;
  CUstreamCaptureStatus status;
  CUstreamAttrValue value;
  OK(cuStreamGetPriority(t.stream, &priority));
  OK(cuStreamGetFlags(t.stream, &flags));
  EQUAL(CU_STREAM_NON_BLOCKING, flags);
  OK(cuStreamGetId(t.stream, &id));
  OK(cuStreamGetCtx(t.stream, &context));
  CHECK(context == t.context);
  OK(cuStreamGetAttribute(t.stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  OK(cuStreamCopyAttributes(t.other, t.stream));
  OK(cuStreamIsCapturing(t.stream, &status));
  OK(cuStreamQuery(t.stream));
  OK(cuStreamSynchronize(t.stream));
  OK(cuLaunchHostFunc(t.stream, [](void *) {}, nullptr));
  OK(cuStreamAddCallback(t.stream, [](CUstream, CUresult, void *) {}, nullptr, 0));
  OK(cuStreamAttachMemAsync(t.stream, t.managed, 0, CU_MEM_ATTACH_SINGLE));
  OK(cuStreamWriteValue32(t.stream, t.b, 3, 0));
  OK(cuStreamWaitValue32(t.stream, t.b, 3, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamSynchronize(t.stream));
  // The default streams are the current context's.
  for (CUstream none : {CUstream(nullptr), CU_STREAM_LEGACY, CU_STREAM_PER_THREAD}) {
    EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamGetCtx(none, &context));
    EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamQuery(none));
  }
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamGetPriority(nullptr, &priority));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamGetFlags(nullptr, &flags));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamGetId(nullptr, &id));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamSynchronize(nullptr));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamIsCapturing(nullptr, &status));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuLaunchHostFunc(nullptr, [](void *) {}, nullptr));
  CUstream made;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamCreate(&made, 0));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetStreamPriorityRange(&priority, &priority));
}

static void events(const Fixture &t) {
  float time;
  OK(cuEventQuery(t.first));
  OK(cuEventSynchronize(t.first));
  OK(cuEventElapsedTime(&time, t.first, t.second));
  OK(cuEventRecord(t.first, t.stream));
  OK(cuEventRecordWithFlags(t.second, t.stream, 0));
  OK(cuStreamWaitEvent(t.stream, t.first, 0));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuEventRecord(t.first, nullptr));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamWaitEvent(nullptr, t.first, 0));
  CUevent made;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuEventCreate(&made, 0));
}

static void memory(const Fixture &t) {
  CUdeviceptr made = 0;
  void *host;
  size_t size;
  unsigned word;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&made, 16));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAllocManaged(&made, 16, CU_MEM_ATTACH_GLOBAL));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAllocHost(&host, 16));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemHostGetDevicePointer(&made, t.pinned, 0));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemHostGetFlags(&word, t.pinned));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemGetInfo(&size, &size));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemGetAddressRange(&made, &size, t.a));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemHostRegister(&word, sizeof word, 0));
  EXPECT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(&word));
  OK(cuPointerGetAttribute(&word, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, t.a));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemsetD8(t.a, 1, 16));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpyDtoD(t.a, t.b, 16));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpy(t.a, t.b, 16));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpyAsync(t.a, t.b, 16, nullptr));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemsetD8Async(t.a, 1, 16, nullptr));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAllocAsync(&made, 64, nullptr));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemFreeAsync(t.a, nullptr));
  OK(cuMemsetD8Async(t.a, 0x21, 16, t.stream));
  OK(cuMemcpyDtoDAsync(t.b, t.a, 8, t.stream));
  OK(cuMemcpyAsync(t.b + 8, t.a, 8, t.stream));
  EQUAL(0x21212121u, wordAt(t.b + 12, t.stream));
  OK(cuMemAllocAsync(&made, 64, t.stream));
  OK(cuMemcpyDtoDAsync(made, t.b, 16, t.stream));
  EQUAL(0x21212121u, wordAt(made, t.stream));
  OK(cuMemFreeAsync(made, t.stream));
  OK(cuMemAllocFromPoolAsync(&made, 64, t.pool, t.stream));
  OK(cuMemFreeAsync(made, t.stream));
  OK(cuMemFreeAsync(t.c, t.stream)); // of cuMemAlloc
  CUmemLocation device = {};
  device.type = CU_MEM_LOCATION_TYPE_DEVICE;
  OK(cuMemPrefetchAsync(t.managed, 4096, device, 0, t.stream));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemPrefetchAsync(t.managed, 4096, device, 0, nullptr));
  OK(cuMemPoolTrimTo(t.pool, 0));
}

static void shapes(const Fixture &t) {
  OK(cuMemsetD16Async(t.a, 1, 4, t.stream));
  OK(cuMemsetD32Async(t.a, 2, 4, t.stream));
  OK(cuMemsetD2D8Async(t.a, 16, 3, 4, 4, t.stream));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemsetD2D8(t.a, 16, 4, 4, 4));
  CUDA_MEMCPY2D plane = {};
  plane.srcMemoryType = plane.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  plane.srcDevice = t.a;
  plane.dstDevice = t.b;
  plane.WidthInBytes = 4;
  plane.Height = 1;
  OK(cuMemcpy2DAsync(&plane, t.stream));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpy2D(&plane));
  CUDA_MEMCPY3D box = {};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = t.b;
  box.dstDevice = t.b + 4;
  box.WidthInBytes = 4;
  box.Height = box.Depth = 1;
  OK(cuMemcpy3DAsync(&box, t.stream));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpy3D(&box));
  OK(cuMemcpyPeerAsync(t.b + 8, t.context, t.b + 4, t.context, 4, t.stream));
  OK(cuMemcpyPeerAsync(t.b + 12, nullptr, t.b + 8, nullptr, 4, t.stream));
  OK(cuMemcpyPeerAsync(t.b + 12, t.context, t.b + 8, nullptr, 4, t.stream));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpyPeerAsync(t.a, nullptr, t.b, nullptr, 4, nullptr));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpyPeer(t.b, t.context, t.a, t.context, 16));
  CUDA_MEMCPY3D_PEER peers = {};
  peers.srcMemoryType = peers.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  peers.srcDevice = t.b + 12;
  peers.dstDevice = t.b + 16;
  peers.WidthInBytes = 4;
  peers.Height = peers.Depth = 1;
  OK(cuMemcpy3DPeerAsync(&peers, t.stream));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpy3DPeer(&peers));
  peers.srcContext = t.context;
  OK(cuMemcpy3DPeerAsync(&peers, t.stream));
  EQUAL(0x03030303u, wordAt(t.b + 16, t.stream));
  EQUAL(0x03030303u, wordAt(t.b + 8, t.stream));
}

static void arrays(const Fixture &t) {
  CUDA_ARRAY_DESCRIPTOR plane;
  CUDA_ARRAY3D_DESCRIPTOR box;
  CUarray made;
  char words[16];
  OK(cuArrayGetDescriptor(&plane, t.array));
  EQUAL(32, plane.Width);
  OK(cuArray3DGetDescriptor(&box, t.array));
  OK(cuMipmappedArrayGetLevel(&made, t.mipmap, 0));
  OK(cuMemcpyAtoHAsync(words, t.array, 0, sizeof words, t.stream));
  OK(cuStreamSynchronize(t.stream));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpyAtoH(words, t.array, 0, sizeof words));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuArrayCreate(&made, &plane));
  CUDA_RESOURCE_DESC resource;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuTexObjectGetResourceDesc(&resource, t.texture));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuTexObjectDestroy(t.texture));
}

static void contexts(const Fixture &t) {
  CUdevice device = -1;
  unsigned long long id;
  size_t limit;
  OK(cuCtxGetDevice_v2(&device, t.context));
  EQUAL(0, device);
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetDevice_v2(&device, nullptr));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetDevice(&device));
  OK(cuCtxSynchronize_v2(t.context));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
  OK(cuCtxGetId(t.context, &id));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetLimit(&limit, CU_LIMIT_STACK_SIZE));
  OK(cuCtxRecordEvent(t.context, t.first));
  OK(cuCtxWaitEvent(t.context, t.first));
}

static void kernels(const Fixture &t) {
  CUfunction function;
  CUmodule module;
  CUdeviceptr global;
  CUtexref reference;
  size_t size;
  int value;
  unsigned count;
  const char *name;
  OK(cuModuleGetFunction(&function, t.module, "set"));
  OK(cuModuleGetGlobal(&global, &size, t.module, "g"));
  OK(cuModuleGetFunctionCount(&count, t.module));
  OK(cuModuleGetTexRef(&reference, t.module, "t"));
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, t.function));
  OK(cuFuncSetCacheConfig(t.function, CU_FUNC_CACHE_PREFER_NONE));
  OK(cuFuncGetModule(&module, t.function));
  CHECK(module == t.module);
  OK(cuFuncGetName(&name, t.function));
  OK(cuFuncLoad(t.function));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT,
         cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, t.function, 32, 0));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuModuleLoadData(&module, kSource));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuLibraryGetModule(&module, t.library));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuKernelGetFunction(&function, t.kernel));
  launch(t.function, t.a, 5, nullptr, CUDA_ERROR_INVALID_CONTEXT);
  launch(t.function, t.a, 6, t.stream, CUDA_SUCCESS);
  EQUAL(6u, wordAt(t.a, t.stream));
  // A library's kernel: the stream says in which context.
  launch(CUfunction(t.kernel), t.a, 7, nullptr, CUDA_ERROR_INVALID_CONTEXT);
  launch(CUfunction(t.kernel), t.a, 8, t.stream, CUDA_SUCCESS);
  EQUAL(8u, wordAt(t.a, t.stream));
}

static void graphs(const Fixture &t) {
  CUgraph graph = nullptr;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT,
         cuStreamBeginCapture(nullptr, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  OK(cuStreamBeginCapture(t.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  launch(t.function, t.a, 9, t.stream, CUDA_SUCCESS);
  OK(cuStreamEndCapture(t.stream, &graph));
  CUgraphExec exec = nullptr;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuGraphInstantiate(&exec, graph, 0));
  OK(cuCtxPushCurrent(t.context));
  OK(cuGraphInstantiate(&exec, graph, 0));
  CUcontext popped;
  OK(cuCtxPopCurrent(&popped));
  cuuint64_t flags;
  CUgraphExecUpdateResultInfo info;
  OK(cuGraphExecGetFlags(exec, &flags));
  OK(cuGraphExecUpdate(exec, graph, &info));
  OK(cuGraphUpload(exec, t.stream));
  OK(cuGraphLaunch(exec, t.stream));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuGraphLaunch(exec, nullptr));
  EQUAL(9u, wordAt(t.a, t.stream));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

static void noneCurrent() {
  Fixture t;
  CUcontext current = t.context;
  OK(cuCtxSetCurrent(nullptr));
  streams(t);
  events(t);
  memory(t);
  shapes(t);
  arrays(t);
  kernels(t);
  graphs(t);
  contexts(t);
  OK(cuMipmappedArrayDestroy(t.mipmap));
  OK(cuArrayDestroy(t.array));
  OK(cuModuleUnload(t.module));
  OK(cuLibraryUnload(t.library));
  OK(cuMemFree(t.a));
  OK(cuMemFree(t.managed));
  OK(cuMemFreeHost(t.pinned));
  OK(cuEventDestroy(t.first));
  OK(cuStreamDestroy(t.stream));
  OK(cuCtxGetCurrent(&current));
  CHECK(!current);
}

/// What a context that was released answers; `active`: it has been retained again.
static void answers(CUcontext context, bool active) {
  const CUresult destroyed = active ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
  CUcontext current = nullptr;
  CUdevice device = -1;
  unsigned flags = ~0u, version = 0;
  unsigned long long id;
  int state = -1;
  size_t limit;
  OK(cuDevicePrimaryCtxGetState(0, &flags, &state));
  EQUAL(active, state);
  OK(cuCtxGetCurrent(&current));
  CHECK(current == context);
  OK(cuCtxGetDevice(&device));
  EQUAL(0, device);
  OK(cuCtxGetFlags(&flags));
  OK(cuCtxGetDevice_v2(&device, context));
  OK(cuCtxGetDevice_v2(&device, nullptr));
  EXPECT(destroyed, cuCtxSynchronize_v2(context));
  EXPECT(active ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT, cuCtxGetApiVersion(context, &version));
  EXPECT(destroyed, cuCtxGetId(context, &id));
  EXPECT(destroyed, cuCtxSynchronize());
  EXPECT(destroyed, cuCtxGetLimit(&limit, CU_LIMIT_STACK_SIZE));
  CUdeviceptr made = 0;
  EXPECT(destroyed, cuMemAlloc(&made, 16));
  EXPECT(destroyed, cuMemFree(made));
  EXPECT(destroyed, cuMemFreeHost(nullptr));
  CUstream stream = nullptr;
  EXPECT(destroyed, cuStreamCreate(&stream, 0));
  CUevent event = nullptr;
  EXPECT(destroyed, cuEventCreate(&event, 0));
  OK(cuCtxSetCurrent(context));
  OK(cuCtxPushCurrent(context));
  OK(cuCtxPopCurrent(&current));
}

static void released() {
  CUcontext context = usePrimary(), again = nullptr;
  OK(cuDevicePrimaryCtxRelease(0));
  answers(context, /*active=*/false);
  OK(cuDevicePrimaryCtxRetain(&again, 0));
  CHECK(again == context);
  answers(context, /*active=*/true);
  CUdeviceptr memory = 0;
  CUstream stream;
  CUevent event;
  OK(cuMemAlloc(&memory, 16));
  OK(cuStreamCreate(&stream, 0));
  OK(cuEventCreate(&event, 0));
  OK(cuEventRecord(event, stream));
  OK(cuDevicePrimaryCtxRelease(0));
  answers(context, /*active=*/false);
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamSynchronize(nullptr));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuEventRecord(event, nullptr));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuEventQuery(event));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamQuery(stream));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamSynchronize(stream));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemFreeAsync(memory, stream));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemFree(memory));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuEventDestroy(event));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamDestroy(stream));
}

/// What a captured allocation gives belongs to the stream's context, not to a current one.
static void captured() {
  CUcontext context = nullptr, popped;
  CUstream stream;
  CUgraph graph;
  CUgraphExec exec;
  CUdeviceptr p = 0;
  OK(cuInit(0));
  OK(cuCtxCreate(&context, nullptr, 0, 0)); // the primary one is never made
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuCtxPopCurrent(&popped));
  OK(cuMemAllocAsync(&p, 64, stream));
  OK(cuMemsetD8Async(p, 7, 64, stream));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuCtxSetCurrent(context));
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  unsigned char seen = 0;
  OK(cuMemcpyDtoH(&seen, p + 63, 1));
  EQUAL(7, seen);
  OK(cuMemFreeAsync(p, stream));
  OK(cuStreamSynchronize(stream));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuStreamDestroy(stream));
  OK(cuCtxDestroy(context));
}

int main() {
  inChild("none current", noneCurrent);
  inChild("captured", captured);
  inChild("released", released);
  return finish("NoContext");
}
