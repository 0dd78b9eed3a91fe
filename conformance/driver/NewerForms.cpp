// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that CUDA 13.1 and 13.2 added to families that were there. Expectations come from their
// manuals. NVIDIA's older drivers do not have them.
#include "Check.h"

static CUmodule module;
static CUfunction kernel;

static void graphs() {
  CUgraph graph = nullptr, other = nullptr, found = nullptr;
  CUgraphExec exec = nullptr;
  CUgraphNode first = nullptr, second = nullptr;
  unsigned id = 0, otherId = 0, execId = 0, local = 0, otherLocal = 0;
  unsigned long long tools = 0, otherTools = 0;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphCreate(&other, 0));
  OK(cuGraphAddEmptyNode(&first, graph, nullptr, 0));
  OK(cuGraphAddEmptyNode(&second, graph, &first, 1));
  OK(cuGraphGetId(graph, &id));
  OK(cuGraphGetId(other, &otherId));
  CHECK(id != otherId);
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphExecGetId(exec, &execId));
  CHECK(execId != id && execId != otherId);
  OK(cuGraphNodeGetContainingGraph(second, &found));
  CHECK(found == graph);
  OK(cuGraphNodeGetLocalId(first, &local));
  OK(cuGraphNodeGetLocalId(second, &otherLocal));
  CHECK(local != otherLocal);
  OK(cuGraphNodeGetToolsId(first, &tools));
  OK(cuGraphNodeGetToolsId(second, &otherTools));
  CHECK(tools != otherTools);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetId(nullptr, &id));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetId(graph, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecGetId(nullptr, &id));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetContainingGraph(nullptr, &found));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetLocalId(nullptr, &local));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetToolsId(nullptr, &tools));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuGraphDestroy(other));
}

/// What a node was made with comes back, whatever its type.
static void nodeParams() {
  CUgraph graph = nullptr;
  CUgraphNode node = nullptr;
  CUdeviceptr memory = 0;
  CUcontext context = nullptr;
  OK(cuGraphCreate(&graph, 0));
  OK(cuMemAlloc(&memory, 64));
  OK(cuCtxGetCurrent(&context));
  CUgraphNodeParams params{}, seen;
  params.type = CU_GRAPH_NODE_TYPE_KERNEL;
  params.kernel.func = kernel;
  params.kernel.gridDimX = 3;
  params.kernel.gridDimY = params.kernel.gridDimZ = 1;
  params.kernel.blockDimX = 32;
  params.kernel.blockDimY = params.kernel.blockDimZ = 1;
  OK(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  OK(cuGraphNodeGetParams(node, &seen));
  EQUAL(CU_GRAPH_NODE_TYPE_KERNEL, seen.type);
  CHECK(seen.kernel.func == kernel && seen.kernel.gridDimX == 3 && seen.kernel.blockDimX == 32);

  params = {};
  params.type = CU_GRAPH_NODE_TYPE_MEMSET;
  params.memset = {memory, 0, 7, 4, 16, 1, context};
  OK(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  OK(cuGraphNodeGetParams(node, &seen));
  EQUAL(CU_GRAPH_NODE_TYPE_MEMSET, seen.type);
  CHECK(seen.memset.dst == memory && seen.memset.value == 7 && seen.memset.width == 16 &&
        seen.memset.ctx == context);

  params = {};
  params.type = CU_GRAPH_NODE_TYPE_HOST;
  params.host = {[](void *) {}, &memory};
  OK(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  OK(cuGraphNodeGetParams(node, &seen));
  CHECK(seen.type == CU_GRAPH_NODE_TYPE_HOST && seen.host.userData == &memory &&
        seen.host.fn == params.host.fn);

  params = {};
  params.type = CU_GRAPH_NODE_TYPE_MEMCPY;
  params.memcpy.copyCtx = context;
  CUDA_MEMCPY3D &copy = params.memcpy.copyParams;
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = memory;
  copy.dstDevice = memory + 32;
  copy.WidthInBytes = 16;
  copy.Height = copy.Depth = 1;
  OK(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  OK(cuGraphNodeGetParams(node, &seen));
  CHECK(seen.type == CU_GRAPH_NODE_TYPE_MEMCPY && seen.memcpy.copyCtx == context &&
        seen.memcpy.copyParams.dstDevice == memory + 32 &&
        seen.memcpy.copyParams.WidthInBytes == 16);

  OK(cuGraphAddEmptyNode(&node, graph, nullptr, 0));
  OK(cuGraphNodeGetParams(node, &seen));
  EQUAL(CU_GRAPH_NODE_TYPE_EMPTY, seen.type);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetParams(node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetParams(nullptr, &seen));
  OK(cuGraphDestroy(graph));
  OK(cuMemFree(memory));
}

static void functions() {
  const char *ptx = ".version 7.0\n.target sm_70\n.address_size 64\n"
                    ".visible .entry k(.param .u64 a, .param .u32 b, .param .u8 c) { ret; }\n";
  CUlibrary library = nullptr;
  CUkernel found = nullptr;
  CUfunction function = nullptr;
  size_t count = 0;
  OK(cuLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetKernel(&found, library, "k"));
  OK(cuKernelGetParamCount(found, &count));
  EQUAL(3, count);
  OK(cuKernelGetFunction(&function, found));
  count = 0;
  OK(cuFuncGetParamCount(function, &count));
  EQUAL(3, count);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncGetParamCount(function, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuKernelGetParamCount(nullptr, &count));
  OK(cuLibraryUnload(library));
}

static void streams() {
  CUstream stream = nullptr;
  CUdeviceptr memory = 0;
  int from[4] = {1, 2, 3, 4}, to[4] = {};
  static int calls = 0; // only the stream counts
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuMemAlloc(&memory, sizeof from));
  CUmemcpyAttributes attributes{};
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  OK(cuMemcpyWithAttributesAsync(memory, CUdeviceptr(from), sizeof from, &attributes, stream));
  CUDA_MEMCPY3D_BATCH_OP box{};
  box.src.type = box.dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  box.src.op.ptr.ptr = memory;
  box.dst.op.ptr.ptr = CUdeviceptr(to);
  box.extent = {sizeof to, 1, 1};
  box.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  OK(cuMemcpy3DWithAttributesAsync(&box, 0, stream));
  auto *call = +[](void *) { ++calls; };
  OK(cuLaunchHostFunc_v2(stream, call, nullptr, CU_HOST_TASK_BLOCKING));
  OK(cuLaunchHostFunc_v2(stream, call, nullptr, CU_HOST_TASK_SPINWAIT));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchHostFunc_v2(stream, call, nullptr, 77));
  OK(cuStreamSynchronize(stream));
  EQUAL(2, calls);
  CHECK(!std::memcmp(from, to, sizeof to));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemcpyWithAttributesAsync(memory, CUdeviceptr(from), sizeof from, nullptr, stream));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DWithAttributesAsync(nullptr, 0, stream));
  OK(cuMemFree(memory));
  OK(cuStreamDestroy(stream));
}

static void resources() {
  CUdevResource all, group[2], rest, ofStream;
  CUstream stream = nullptr;
  OK(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
  OK(cuStreamCreate(&stream, 0));
  OK(cuStreamGetDevResource(stream, &ofStream, CU_DEV_RESOURCE_TYPE_SM));
  EQUAL(all.sm.smCount, ofStream.sm.smCount);
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE,
         cuStreamGetDevResource(stream, &ofStream, CU_DEV_RESOURCE_TYPE_INVALID));
  OK(cuStreamDestroy(stream));

  CU_DEV_SM_RESOURCE_GROUP_PARAMS params[2] = {};
  OK(cuDevSmResourceSplit(nullptr, 1, &all, nullptr, 0, params)); // how many could it be
  EQUAL(all.sm.smCount, params[0].smCount);
  OK(cuDevSmResourceSplit(group, 1, &all, &rest, 0, params));
  EQUAL(all.sm.smCount, group[0].sm.smCount);
  EQUAL(CU_DEV_RESOURCE_TYPE_INVALID, rest.type);
  if (all.sm.smCount > 1) {
    params[0].smCount = 1;
    params[1].smCount = 0;
    OK(cuDevSmResourceSplit(group, 2, &all, &rest, 0, params));
    EQUAL(1, group[0].sm.smCount);
    EQUAL(all.sm.smCount - 1, group[1].sm.smCount);
  }
  params[0].smCount = all.sm.smCount + (onNvidia() ? 1 : 1000);
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION,
         cuDevSmResourceSplit(group, 1, &all, nullptr, 0, params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDevSmResourceSplit(group, 1, &all, nullptr, 1, params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDevSmResourceSplit(group, 1, &all, nullptr, 0, nullptr));
}

/// They are found by their version, which may be newer than the driver tells to be.
static void entryPoints() {
  void *found = nullptr;
  CUdriverProcAddressQueryResult status;
  OK(cuGetProcAddress("cuGraphNodeGetParams", &found, 13020, 0, &status));
  EQUAL(CU_GET_PROC_ADDRESS_SUCCESS, status);
  CHECK(found);
  OK(cuGetProcAddress("cuGraphNodeGetParams", &found, 13000, 0, &status));
  EQUAL(CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT, status);
  if (onNvidia()) // of which ever version
    return;
  // What the newest bindings ask for is there, and an older form stands for a newer of the same
  // shape.
  for (const char *name :
       {"cuMemGetLocationInfo", "cuStreamBeginRecaptureToGraph", "cuGraphAddNode",
        "cuLogicalEndpointCreate", "cuTensorMapSetAllocationClass"}) {
    OK(cuGetProcAddress(name, &found, 13050, 0, &status));
    EQUAL(CU_GET_PROC_ADDRESS_SUCCESS, status);
  }
  EXPECT(CUDA_ERROR_NOT_SUPPORTED,
         cuStreamBeginRecaptureToGraph(nullptr, CU_STREAM_CAPTURE_MODE_GLOBAL, nullptr, nullptr,
                                       nullptr));
}

/// Managed memory is where it was moved last.
static void locations() {
  constexpr size_t kPart = 1 << 20;
  CUdeviceptr memory;
  OK(cuMemAllocManaged(&memory, 4 * kPart, CU_MEM_ATTACH_GLOBAL));
  CUmemLocation device{CU_MEM_LOCATION_TYPE_DEVICE, 0}, seen[8] = {};
  auto ask = [&](size_t summary, size_t sampling) {
    return cuMemGetLocationInfo(memory, 4 * kPart, summary, sampling, seen);
  };
  OK(ask(kPart, 0));
  for (int i = 0; i < 4; ++i)
    EQUAL(CU_MEM_LOCATION_TYPE_HOST, seen[i].type);
  EQUAL(CU_MEM_LOCATION_TYPE_INVALID, seen[4].type);
  // The second part, and three quarters of the third.
  OK(cuMemPrefetchAsync(memory + kPart, kPart, device, 0, nullptr));
  OK(cuMemPrefetchAsync(memory + 2 * kPart, kPart / 4 * 3, device, 0, nullptr));
  OK(cuCtxSynchronize());
  for (size_t sampling : {size_t(0), size_t(1), kPart / 8}) {
    OK(ask(kPart, sampling));
    EQUAL(CU_MEM_LOCATION_TYPE_HOST, seen[0].type);
    EQUAL(CU_MEM_LOCATION_TYPE_DEVICE, seen[1].type);
    EQUAL(0, seen[1].id);
    EQUAL(CU_MEM_LOCATION_TYPE_DEVICE, seen[2].type);
    EQUAL(CU_MEM_LOCATION_TYPE_HOST, seen[3].type);
  }
  OK(ask(3 * kPart, kPart)); // two of three samples
  EQUAL(CU_MEM_LOCATION_TYPE_DEVICE, seen[0].type);
  EQUAL(CU_MEM_LOCATION_TYPE_HOST, seen[1].type); // what is left is a part
  EXPECT(CUDA_ERROR_INVALID_VALUE, ask(0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, ask(5 * kPart, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, ask(kPart, 2 * kPart));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemGetLocationInfo(memory, kPart, kPart, 0, nullptr));
  OK(cuMemFree(memory));
  OK(cuMemAlloc(&memory, 4 * kPart));
  EXPECT(CUDA_ERROR_INVALID_VALUE, ask(kPart, 0)); // does not move
  OK(cuMemFree(memory));
}

int main() {
  usePrimary();
  entryPoints();
  module = loadPtx(kIotaPtx);
  kernel = kernelOf(module, "empty");
  graphs();
  nodeParams();
  functions();
  streams();
  resources();
  if (!onNvidia()) // whose driver may be older
    locations();
  OK(cuModuleUnload(module));
  return finish("NewerForms");
}
