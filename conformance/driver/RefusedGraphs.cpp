// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What graphs, their nodes and captures refuse: null handles, nodes of another kind, settings that
// cannot change, edges whose data has no place, the wrong thread, what cannot be captured.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kHandle = CUDA_ERROR_INVALID_HANDLE,
                   kNot = CUDA_ERROR_NOT_SUPPORTED;

static void semaphores() {
  CUgraph graph;
  CUgraphNode n = nullptr, empty = nullptr;
  CUexternalSemaphore semaphore = nullptr;
  CUgraphExec exec = nullptr;
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS sp{};
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wp{};
  CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signal{&semaphore, &sp, 1}, seen;
  CUDA_EXT_SEM_WAIT_NODE_PARAMS wait{&semaphore, &wp, 1}, seenWait;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddEmptyNode(&empty, graph, nullptr, 0));
  EXPECT(kValue, cuGraphAddExternalSemaphoresSignalNode(&n, graph, nullptr, 0, nullptr));
  EXPECT(kValue, cuGraphAddExternalSemaphoresWaitNode(&n, graph, nullptr, 0, nullptr));
  EXPECT(kValue, cuGraphAddExternalSemaphoresSignalNode(&n, nullptr, nullptr, 0, &signal));
  if (!onNvidia()) { // which looks later, and crashes
    EXPECT(kHandle, cuGraphAddExternalSemaphoresSignalNode(&n, graph, nullptr, 0, &signal));
    EXPECT(kHandle, cuGraphAddExternalSemaphoresWaitNode(&n, graph, nullptr, 0, &wait));
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS noSignal{nullptr, &sp, 1};
    CUDA_EXT_SEM_WAIT_NODE_PARAMS noWait{nullptr, &wp, 1};
    EXPECT(kValue, cuGraphAddExternalSemaphoresSignalNode(&n, graph, nullptr, 0, &noSignal));
    EXPECT(kValue, cuGraphAddExternalSemaphoresWaitNode(&n, graph, nullptr, 0, &noWait));
  }
  EXPECT(kValue, cuGraphExternalSemaphoresSignalNodeGetParams(empty, &seen));
  EXPECT(kValue, cuGraphExternalSemaphoresWaitNodeGetParams(empty, &seenWait));
  EXPECT(kValue, cuGraphExternalSemaphoresSignalNodeGetParams(nullptr, &seen));
  EXPECT(kValue, cuGraphExternalSemaphoresWaitNodeGetParams(nullptr, &seenWait));
  EXPECT(kValue, cuGraphExternalSemaphoresSignalNodeSetParams(empty, &signal));
  EXPECT(kValue, cuGraphExternalSemaphoresWaitNodeSetParams(empty, &wait));
  EXPECT(kValue, cuGraphExternalSemaphoresSignalNodeSetParams(nullptr, &signal)); // seen
  EXPECT(kValue, cuGraphExternalSemaphoresWaitNodeSetParams(nullptr, &wait));     // seen
  EXPECT(kValue, cuGraphExternalSemaphoresSignalNodeSetParams(empty, nullptr));
  EXPECT(kValue, cuGraphExternalSemaphoresWaitNodeSetParams(empty, nullptr));
  OK(cuGraphInstantiate(&exec, graph, 0));
  EXPECT(kValue, cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, empty, &signal));
  EXPECT(kValue, cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, empty, &wait));
  EXPECT(kValue, cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, nullptr, &signal));
  EXPECT(kValue, cuGraphExecExternalSemaphoresWaitNodeSetParams(nullptr, empty, &wait));
}

static void nodes() {
  CUgraph graph = nullptr, g = nullptr;
  CUgraphNode n = nullptr, empty = nullptr, k = nullptr, e1 = nullptr;
  CUgraphExec exec = nullptr;
  CUevent event;
  CUcontext c = nullptr;
  CUdeviceptr p;
  OK(cuMemAlloc(&p, 64));
  OK(cuCtxGetCurrent(&c));
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  EXPECT(kValue, cuGraphCreate(&g, 1));
  OK(cuGraphCreate(&graph, 0));
  EXPECT(kValue, cuGraphDestroy(nullptr));
  EXPECT(kValue, cuGraphExecDestroy(nullptr));
  EXPECT(kValue, cuGraphAddEmptyNode(&n, nullptr, nullptr, 0));
  EXPECT(kValue, cuGraphAddEmptyNode(&n, graph, nullptr, 1));
  OK(cuGraphAddEmptyNode(&empty, graph, nullptr, 0));
  CUmodule module = loadPtx(kIotaPtx);
  CUDA_KERNEL_NODE_PARAMS kp{};
  kp.func = kernelOf(module, "empty");
  kp.gridDimX = kp.gridDimY = kp.gridDimZ = kp.blockDimX = kp.blockDimY = kp.blockDimZ = 1;
  OK(cuGraphAddKernelNode(&k, graph, nullptr, 0, &kp));
  CUlaunchAttributeValue value{};
  EXPECT(kValue, cuGraphKernelNodeGetAttribute(empty, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
  EXPECT(kValue, cuGraphKernelNodeSetAttribute(empty, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
  EXPECT(kValue, cuGraphKernelNodeGetAttribute(k, CUlaunchAttributeID(77), &value));
  EXPECT(kValue, cuGraphKernelNodeSetAttribute(k, CUlaunchAttributeID(77), &value));
  EXPECT(kValue, cuGraphKernelNodeCopyAttributes(k, nullptr)); // seen
  EXPECT(kValue, cuGraphKernelNodeCopyAttributes(k, empty));
  EXPECT(kValue, cuGraphEventRecordNodeSetEvent(nullptr, event)); // seen
  EXPECT(kValue, cuGraphEventRecordNodeSetEvent(empty, event));
  OK(cuGraphAddEventRecordNode(&e1, graph, nullptr, 0, event));
  EXPECT(kValue, cuGraphEventRecordNodeSetEvent(e1, nullptr));  // seen
  EXPECT(kValue, cuGraphEventWaitNodeSetEvent(nullptr, event)); // seen
  EXPECT(kValue, cuGraphEventWaitNodeSetEvent(e1, event));
  CUgraphNode w = nullptr;
  OK(cuGraphAddEventWaitNode(&w, graph, nullptr, 0, event));
  EXPECT(kValue, cuGraphEventWaitNodeSetEvent(w, nullptr)); // seen
  CUstreamBatchMemOpParams op{};
  op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  op.writeValue.address = p;
  CUDA_BATCH_MEM_OP_NODE_PARAMS ops{c, 1, &op, 0};
  CUgraphNode b = nullptr;
  OK(cuGraphAddBatchMemOpNode(&b, graph, nullptr, 0, &ops));
  EXPECT(kValue, cuGraphBatchMemOpNodeSetParams(nullptr, &ops)); // seen
  EXPECT(kValue, cuGraphBatchMemOpNodeSetParams(empty, &ops));
  EXPECT(kValue, cuGraphBatchMemOpNodeSetParams(b, nullptr));
  EXPECT(kValue, cuGraphInstantiate(&exec, nullptr, 0));
  EXPECT(kValue, cuGraphInstantiate(&exec, graph, 0x1000));
  OK(cuGraphInstantiate(&exec, graph, 0));
  EXPECT(kValue, cuGraphLaunch(nullptr, nullptr));
  EXPECT(kValue, cuGraphUpload(nullptr, nullptr));
  CUgraphNodeParams np{};
  np.type = CU_GRAPH_NODE_TYPE_EMPTY;
  OK(cuGraphExecNodeSetParams(exec, empty, &np)); // seen
  CUDA_MEM_ALLOC_NODE_PARAMS alloc{};
  CUgraph with;
  OK(cuGraphCreate(&with, 0));
  alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  alloc.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  alloc.bytesize = 64;
  CUgraphNode a = nullptr, f = nullptr;
  CUgraphExec other = nullptr;
  OK(cuGraphAddMemAllocNode(&a, with, nullptr, 0, &alloc));
  OK(cuGraphAddMemFreeNode(&f, with, &a, 1, alloc.dptr));
  EXPECT(kValue, cuGraphAddMemFreeNode(&f, with, &a, 1, 0));
  EXPECT(kValue, cuGraphAddMemFreeNode(&f, with, &a, 1, alloc.dptr));
  OK(cuGraphInstantiate(&other, with, 0));
  np.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
  np.alloc.poolProps = alloc.poolProps;
  np.alloc.bytesize = 64;
  EXPECT(kNot, cuGraphExecNodeSetParams(other, a, &np));
  np = {};
  np.type = CU_GRAPH_NODE_TYPE_MEM_FREE;
  np.free.dptr = alloc.dptr;
  EXPECT(kNot, cuGraphExecNodeSetParams(other, f, &np));
  np = {};
  np.type = CUgraphNodeType(77);
  EXPECT(kValue, cuGraphExecNodeSetParams(exec, empty, &np));
  EXPECT(kValue, cuGraphNodeSetParams(empty, &np));
  np = {};
  np.type = CU_GRAPH_NODE_TYPE_KERNEL;
  EXPECT(kValue, cuGraphExecNodeSetParams(exec, empty, &np));
}

static void captures() {
  CUgraph g = nullptr;
  CUcontext c = nullptr;
  OK(cuCtxGetCurrent(&c));
  CUDA_KERNEL_NODE_PARAMS kp{};
  kp.func = kernelOf(loadPtx(kIotaPtx), "empty");
  // Edges with data, asked for without a place for it.
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(launch1(kp.func, 1, 1, {}, s));
  CUlaunchAttribute pdl{};
  pdl.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  pdl.value.programmaticStreamSerializationAllowed = 1;
  CUlaunchConfig config{1, 1, 1, 1, 1, 1, 0, s, &pdl, 1};
  OK(cuLaunchKernelEx(&config, kp.func, nullptr, nullptr));
  CUstreamCaptureStatus status;
  const CUgraphNode *deps = nullptr;
  const CUgraphEdgeData *data = nullptr;
  size_t count = 0;
  CUgraph inside = nullptr;
  OK(cuStreamGetCaptureInfo(s, &status, nullptr, &inside, &deps, nullptr, &count));
  OK(cuStreamGetCaptureInfo(s, &status, nullptr, &inside, &deps, &data, &count));
  CUgraphEdgeData edge{};
  edge.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
  edge.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
  CUgraphNode last = deps ? deps[0] : nullptr;
  OK(cuStreamUpdateCaptureDependencies(s, &last, &edge, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  EXPECT(CUDA_ERROR_LOSSY_QUERY,
         cuStreamGetCaptureInfo(s, &status, nullptr, &inside, &deps, nullptr, &count));
  OK(cuStreamGetCaptureInfo(s, &status, nullptr, &inside, &deps, &data, &count));
  OK(cuStreamGetCaptureInfo(s, &status, nullptr, nullptr, nullptr, nullptr, nullptr));
  OK(cuStreamGetCaptureInfo(s, &status, nullptr, &inside, nullptr, nullptr, &count));
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuGraphDestroy(inside)); // seen
  EXPECT(kValue, cuStreamUpdateCaptureDependencies(s, &last, nullptr, 1, 77));
  EXPECT(kValue, cuStreamUpdateCaptureDependencies(s, nullptr, nullptr, 1,
                                                   CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  OK(cuStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  OK(cuStreamEndCapture(s, &g));
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuStreamUpdateCaptureDependencies(s, &last, nullptr, 1, 0));
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
  std::thread([&] {
    OK(cuCtxSetCurrent(c));
    OK(cuStreamEndCapture(s, &g)); // relaxed: any thread
  }).join();
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  std::thread([&] {
    OK(cuCtxSetCurrent(c));
    EXPECT(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, cuStreamEndCapture(s, &g));
  }).join();
  OK(cuStreamIsCapturing(s, &status));
  EQUAL(CU_STREAM_CAPTURE_STATUS_NONE, status);
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(s, &g));
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuStreamEndCapture(s, nullptr)); // seen
  OK(cuStreamIsCapturing(s, &status));
  EQUAL(CU_STREAM_CAPTURE_STATUS_NONE, status);
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(s, &g));
  // What cannot be captured ends it.
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         cuStreamAddCallback(s, [](CUstream, CUresult, void *) {}, nullptr, 0));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuLaunchHostFunc(s, [](void *) {}, nullptr));
  OK(cuStreamIsCapturing(s, &status));
  EQUAL(CU_STREAM_CAPTURE_STATUS_INVALIDATED, status);
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(s, &g));
}

int main() {
  inChildren({{"semaphores", semaphores}, {"nodes", nodes}, {"captures", captures}});
  return finish("RefusedGraphs");
}
