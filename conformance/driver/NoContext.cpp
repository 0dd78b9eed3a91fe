// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls on handles and addresses while no context is current: which of them ask for one. All of it
// was seen on an H100.
#include "ContextObjects.h"

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

int main() {
  inChild("none current", noneCurrent);
  return finish("NoContext");
}
