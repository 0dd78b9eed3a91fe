// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls inside functions of the program that streams, graphs and user objects run: how others
// refuse. All of it was seen on an H100.
#include <cudaProfiler.h>

#include "HostFunctions.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kRefused = CUDA_ERROR_NOT_PERMITTED, kValue = CUDA_ERROR_INVALID_VALUE;

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

void callAll(const Fixture &t) {
  contexts(t);
  defaultStreams(t);
  memory(t);
  copiesAndLaunches(t);
  nodesOfAnyType(t);
  graphsRefused(t);
}

int main() {
  callInsideAll();
  return finish("HostFunctionRefusals");
}
