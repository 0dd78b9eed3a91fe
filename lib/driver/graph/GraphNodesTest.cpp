// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes of every type by the one function that adds, changes and tells about all of them; graphs
// that captures go on in; executable graphs that take over a changed graph.
#include <sys/eventfd.h>
#include <unistd.h>

#include "driver/graph/GraphTestSupport.h"

namespace anywarp::driver {
namespace {

class GraphNodes : public GraphApi {
protected:
  static CUgraphNodeParams ofType(CUgraphNodeType type) {
    CUgraphNodeParams params = {};
    params.type = type;
    return params;
  }
  CUgraphNodeParams setTo(unsigned value) const {
    CUgraphNodeParams params = ofType(CU_GRAPH_NODE_TYPE_MEMSET);
    params.memset = {memory_, 0, value, 4, 4, 1, context_};
    return params;
  }
  CUgraphNodeParams fillWith(unsigned value) {
    const CUDA_KERNEL_NODE_PARAMS kernel = launch(value, 1);
    CUgraphNodeParams params = ofType(CU_GRAPH_NODE_TYPE_KERNEL);
    params.kernel.func = kernel.func;
    params.kernel.gridDimX = params.kernel.gridDimY = params.kernel.gridDimZ = 1;
    params.kernel.blockDimX = params.kernel.blockDimY = params.kernel.blockDimZ = 1;
    params.kernel.kernelParams = arguments_;
    params.kernel.ctx = context_;
    return params;
  }
  CUgraphNodeParams copyFrom(const unsigned *host, size_t word) const {
    CUgraphNodeParams params = ofType(CU_GRAPH_NODE_TYPE_MEMCPY);
    CUDA_MEMCPY3D &copy = params.memcpy.copyParams;
    params.memcpy.copyCtx = context_;
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = memory_ + 4 * word;
    copy.WidthInBytes = 4;
    copy.Height = copy.Depth = 1;
    return params;
  }
  CUgraphNode add(CUgraph graph, std::vector<CUgraphNode> after, CUgraphNodeParams params) {
    CUgraphNode node = nullptr;
    EXPECT_EQ(CUDA_SUCCESS,
              cuGraphAddNode(&node, graph, after.data(), nullptr, after.size(), &params));
    return node;
  }
  CUgraphExec instantiated(CUgraph graph) {
    CUgraphExec exec = nullptr;
    EXPECT_EQ(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
    return exec;
  }
};

TEST_F(GraphNodes, OneFunctionAddsAndChangesEveryType) {
  CUgraph child;
  OK(cuGraphCreate(&child, 0));
  add(child, {}, fillWith(30));
  unsigned host[] = {7, 8};
  int calls = 0;
  CUevent event, other;
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&other, CU_EVENT_DISABLE_TIMING));
  auto function = ofType(CU_GRAPH_NODE_TYPE_HOST), record = ofType(CU_GRAPH_NODE_TYPE_EVENT_RECORD);
  auto wait = ofType(CU_GRAPH_NODE_TYPE_WAIT_EVENT),
       batch = ofType(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  auto inner = ofType(CU_GRAPH_NODE_TYPE_GRAPH);
  function.host.fn = [](void *counter) { ++*static_cast<int *>(counter); };
  function.host.userData = &calls;
  record.eventRecord.event = wait.eventWait.event = event;
  CUstreamBatchMemOpParams write = {};
  write.writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, memory_ + 8, {9}, 0, 0};
  batch.memOp = {context_, 1, &write, 0};
  inner.graph.graph = child;
  std::vector<CUgraphNode> row = {add(graph_, {}, setTo(1))};
  for (const CUgraphNodeParams &params : {copyFrom(host, 1), function, record, wait, batch,
                                          fillWith(20), inner, ofType(CU_GRAPH_NODE_TYPE_EMPTY)})
    row.push_back(add(graph_, {row.back()}, params));
  const CUgraphExec exec = instantiated(graph_);
  run(exec);
  EXPECT_EQ((std::vector<unsigned>{30, 7, 9, 1}), read(memory_, 4));
  EXPECT_EQ(1, calls);

  // Changed in the executable graph: the graph itself stays as it was.
  record.eventRecord.event = wait.eventWait.event = other;
  write.writeValue.value = 6;
  CUgraphNodeParams changed[] = {setTo(2), copyFrom(host + 1, 1), function, record, wait, batch};
  for (unsigned i = 0; i < 6; ++i)
    OK(cuGraphExecNodeSetParams(exec, row[i], &changed[i]));
  run(exec);
  EXPECT_EQ((std::vector<unsigned>{30, 8, 6, 2}), read(memory_, 4));
  OK(cuGraphExecDestroy(exec));
  CUgraphExec second = instantiated(graph_);
  run(second);
  EXPECT_EQ((std::vector<unsigned>{30, 7, 9, 1}), read(memory_, 4));

  // Changed in the graph; parameters of another type are refused.
  for (unsigned i = 0; i < 6; ++i) {
    FAILS(INVALID_VALUE, cuGraphNodeSetParams(row[i], &changed[(i + 1) % 6]));
    FAILS(INVALID_VALUE, cuGraphExecNodeSetParams(second, row[i], &changed[(i + 1) % 6]));
    OK(cuGraphNodeSetParams(row[i], &changed[i]));
  }
  CUgraphNodeParams seen = {};
  OK(cuGraphNodeGetParams(row[0], &seen));
  EXPECT_EQ(2u, seen.memset.value);
  CUevent recorded;
  OK(cuGraphEventRecordNodeGetEvent(row[3], &recorded));
  EXPECT_EQ(other, recorded);

  // The executable graph takes the changes over where the shape is the same.
  CUgraphExecUpdateResultInfo info = {};
  OK(cuGraphExecUpdate(second, graph_, &info));
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_SUCCESS, info.result);
  run(second);
  EXPECT_EQ((std::vector<unsigned>{30, 8, 6, 2}), read(memory_, 4));
  add(graph_, {row.back()}, ofType(CU_GRAPH_NODE_TYPE_EMPTY));
  FAILS(GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(second, graph_, &info));
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, info.result);
  OK(cuGraphExecDestroy(second));
  OK(cuGraphDestroy(child));
  OK(cuEventDestroy(event));
  OK(cuEventDestroy(other));
}

TEST_F(GraphNodes, NodesNeedTheirParameters) {
  CUgraphNode none = nullptr;
  for (CUgraphNodeType type :
       {CU_GRAPH_NODE_TYPE_MEMSET, CU_GRAPH_NODE_TYPE_HOST, CU_GRAPH_NODE_TYPE_EVENT_RECORD,
        CU_GRAPH_NODE_TYPE_WAIT_EVENT, CU_GRAPH_NODE_TYPE_GRAPH, CU_GRAPH_NODE_TYPE_MEM_FREE}) {
    CUgraphNodeParams empty = ofType(type);
    FAILS(INVALID_VALUE, cuGraphAddNode(&none, graph_, nullptr, nullptr, 0, &empty));
  }
  FAILS(INVALID_VALUE, cuGraphAddNode(&none, graph_, nullptr, nullptr, 0, nullptr));
  FAILS(INVALID_VALUE, cuGraphAddNode(&none, graph_, nullptr, nullptr, 1, nullptr));
}

TEST_F(GraphNodes, TheOlderFunctionsChangeExecutableGraphs) {
  unsigned host[] = {7, 8};
  CUgraph child, otherChild;
  OK(cuGraphCreate(&child, 0));
  OK(cuGraphCreate(&otherChild, 0));
  add(child, {}, fillWith(30));
  add(otherChild, {}, fillWith(31));
  CUgraphNode copied, called, inner, recorded, waited, batched;
  CUgraphNode set = add(graph_, {}, setTo(1));
  const CUDA_MEMCPY3D copy = copyFrom(host, 1).memcpy.copyParams;
  const CUDA_MEMCPY3D other = copyFrom(host + 1, 1).memcpy.copyParams;
  OK(cuGraphAddMemcpyNode(&copied, graph_, &set, 1, &copy, context_));
  int before = 0, after = 0;
  CUDA_HOST_NODE_PARAMS call = {[](void *counter) { ++*static_cast<int *>(counter); }, &before};
  OK(cuGraphAddHostNode(&called, graph_, &copied, 1, &call));
  OK(cuGraphAddChildGraphNode(&inner, graph_, &called, 1, child));
  CUevent event, next, seen;
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&next, CU_EVENT_DISABLE_TIMING));
  OK(cuGraphAddEventRecordNode(&recorded, graph_, &inner, 1, event));
  OK(cuGraphAddEventWaitNode(&waited, graph_, &recorded, 1, event));
  CUstreamBatchMemOpParams write = {};
  write.writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, memory_ + 8, {9}, 0, 0};
  CUDA_BATCH_MEM_OP_NODE_PARAMS batch = {context_, 1, &write, 0}, batchSeen = {};
  OK(cuGraphAddBatchMemOpNode(&batched, graph_, &waited, 1, &batch));
  OK(cuGraphBatchMemOpNodeGetParams(batched, &batchSeen));
  EXPECT_EQ(9u, batchSeen.paramArray[0].writeValue.value);
  CUgraphExec exec;
  CUDA_GRAPH_INSTANTIATE_PARAMS how = {};
  OK(cuGraphInstantiateWithParams(&exec, graph_, &how));
  EXPECT_EQ(CUDA_GRAPH_INSTANTIATE_SUCCESS, how.result_out);
  OK(cuGraphUpload(exec, nullptr));

  OK(cuGraphExecMemcpyNodeSetParams(exec, copied, &other, context_));
  call.userData = &after;
  OK(cuGraphExecHostNodeSetParams(exec, called, &call));
  OK(cuGraphExecChildGraphNodeSetParams(exec, inner, otherChild));
  OK(cuGraphExecEventRecordNodeSetEvent(exec, recorded, next));
  OK(cuGraphExecEventWaitNodeSetEvent(exec, waited, next));
  write.writeValue.value = 6;
  OK(cuGraphExecBatchMemOpNodeSetParams(exec, batched, &batch));
  run(exec);
  EXPECT_EQ((std::vector<unsigned>{31, 8, 6, 1}), read(memory_, 4));
  EXPECT_EQ(0, before);
  EXPECT_EQ(1, after);
  OK(cuEventQuery(next));

  OK(cuGraphEventRecordNodeSetEvent(recorded, next));
  OK(cuGraphEventWaitNodeSetEvent(waited, next));
  OK(cuGraphEventWaitNodeGetEvent(waited, &seen));
  EXPECT_EQ(next, seen);
  OK(cuGraphBatchMemOpNodeSetParams(batched, &batch));
  OK(cuGraphBatchMemOpNodeGetParams(batched, &batchSeen));
  EXPECT_EQ(6u, batchSeen.paramArray[0].writeValue.value);
  // A node of another graph is none of this one's.
  CUgraphNode foreign = add(child, {}, setTo(1));
  FAILS(INVALID_VALUE, cuGraphExecHostNodeSetParams(exec, foreign, &call));

  unsigned id = 0, graphId = 0;
  CUgraph owner = nullptr;
  unsigned long long tools = 0;
  OK(cuGraphGetId(graph_, &graphId));
  OK(cuGraphExecGetId(exec, &id));
  OK(cuGraphNodeGetLocalId(copied, &id));
  OK(cuGraphNodeGetToolsId(copied, &tools));
  OK(cuGraphNodeGetContainingGraph(copied, &owner));
  EXPECT_EQ(graph_, owner);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(child));
  OK(cuGraphDestroy(otherChild));
  OK(cuEventDestroy(event));
  OK(cuEventDestroy(next));
}

TEST_F(GraphNodes, AttributesAreCopiedBetweenKernels) {
  CUgraphNode first = add(graph_, {}, fillWith(1)), second = add(graph_, {}, fillWith(2));
  CUkernelNodeAttrValue value = {}, seen = {};
  value.cooperative = 1;
  OK(cuGraphKernelNodeSetAttribute(first, CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE, &value));
  OK(cuGraphKernelNodeCopyAttributes(second, first));
  OK(cuGraphKernelNodeGetAttribute(second, CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE, &seen));
  EXPECT_EQ(1, seen.cooperative);
}

TEST_F(GraphNodes, ConditionsDecideWhetherBodiesRun) {
  struct Case {
    CUgraphConditionalNodeType type;
    unsigned initial, size, expected;
  };
  const Case cases[] = {
      {CU_GRAPH_COND_TYPE_IF, 1, 1, 10},     {CU_GRAPH_COND_TYPE_IF, 0, 1, 0},
      {CU_GRAPH_COND_TYPE_IF, 0, 2, 11},     {CU_GRAPH_COND_TYPE_WHILE, 0, 1, 0},
      {CU_GRAPH_COND_TYPE_SWITCH, 1, 2, 11}, {CU_GRAPH_COND_TYPE_SWITCH, 5, 2, 0}};
  for (const Case &each : cases) {
    CUgraph graph;
    CUgraphConditionalHandle handle;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphConditionalHandleCreate(&handle, graph, context_, each.initial,
                                      CU_GRAPH_COND_ASSIGN_DEFAULT));
    CUgraphNodeParams params = conditional(handle, each.type, each.size);
    CUgraphNode node = nullptr, cleared = add(graph, {}, setTo(0));
    OK(cuGraphAddNode(&node, graph, &cleared, nullptr, 1, &params));
    for (unsigned i = 0; i < each.size; ++i)
      add(params.conditional.phGraph_out[i], {}, fillWith(10 + i));
    const CUgraphExec exec = instantiated(graph);
    run(exec);
    EXPECT_EQ(each.expected, word(0)) << each.type << ' ' << each.initial;
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
  }
}

TEST_F(GraphNodes, SemaphoresAreWaitedForAndSignalled) {
  const int file = eventfd(0, EFD_SEMAPHORE), peer = dup(file);
  CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc = {};
  desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
  desc.handle.fd = file; // the driver's from now on
  CUexternalSemaphore semaphore;
  OK(cuImportExternalSemaphore(&semaphore, &desc));
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = {};
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal = {};
  CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = {&semaphore, &wait, 1}, waitsSeen = {};
  CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signals = {&semaphore, &signal, 1}, signalsSeen = {};
  CUgraphNode waiting, signalling;
  OK(cuGraphAddExternalSemaphoresSignalNode(&signalling, graph_, nullptr, 0, &signals));
  OK(cuGraphAddExternalSemaphoresWaitNode(&waiting, graph_, &signalling, 1, &waits));
  OK(cuGraphExternalSemaphoresSignalNodeGetParams(signalling, &signalsSeen));
  OK(cuGraphExternalSemaphoresWaitNodeGetParams(waiting, &waitsSeen));
  EXPECT_EQ(1u, signalsSeen.numExtSems);
  EXPECT_EQ(semaphore, waitsSeen.extSemArray[0]);
  FAILS(INVALID_VALUE, cuGraphExternalSemaphoresWaitNodeGetParams(signalling, &waitsSeen));
  const CUgraphExec exec = instantiated(graph_);
  run(exec); // takes what it gave
  OK(cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, signalling, &signals));
  OK(cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiting, &waits));
  OK(cuGraphExternalSemaphoresSignalNodeSetParams(signalling, &signals));
  OK(cuGraphExternalSemaphoresWaitNodeSetParams(waiting, &waits));
  OK(cuGraphExecDestroy(exec));

  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
  FAILS(NOT_READY, cuStreamQuery(stream));
  uint64_t one = 1;
  ASSERT_EQ(8, write(peer, &one, 8));
  OK(cuStreamSynchronize(stream));
  OK(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  OK(cuStreamSynchronize(stream));
  ASSERT_EQ(8, ::read(peer, &one, 8));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  CUgraph captured;
  OK(cuStreamEndCapture(stream, &captured));
  size_t nodes = 0;
  OK(cuGraphGetNodes(captured, nullptr, &nodes));
  EXPECT_EQ(1u, nodes);
  OK(cuGraphDestroy(captured));
  OK(cuStreamDestroy(stream));
  OK(cuDestroyExternalSemaphore(semaphore));
  close(peer);
}

TEST_F(GraphNodes, ACaptureGoesOnInAGraph) {
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  const CUgraphNode first = add(graph_, {}, setTo(3));
  OK(cuStreamBeginCaptureToGraph(stream, graph_, &first, nullptr, 1,
                                 CU_STREAM_CAPTURE_MODE_RELAXED));
  launch(20, 1);
  OK(cuLaunchKernel(fill_, 1, 1, 1, 1, 1, 1, 0, stream, arguments_, nullptr));
  unsigned host = 0;
  OK(cuMemcpyDtoHAsync(&host, memory_ + 4, 4, stream));
  OK(cuMemcpyHtoDAsync(memory_ + 8, &host, 4, stream));
  CUgraphNode own = add(graph_, {}, ofType(CU_GRAPH_NODE_TYPE_EMPTY));
  OK(cuStreamUpdateCaptureDependencies(stream, &own, nullptr, 1,
                                       CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
  CUgraph ended = nullptr;
  OK(cuStreamEndCapture(stream, &ended));
  EXPECT_EQ(graph_, ended);
  size_t nodes = 0;
  OK(cuGraphGetNodes(graph_, nullptr, &nodes));
  EXPECT_EQ(5u, nodes);
  const CUgraphExec exec = instantiated(graph_);
  run(exec);
  EXPECT_EQ((std::vector<unsigned>{20, 3, 3, 3}), read(memory_, 4));
  EXPECT_EQ(3u, host);
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  EXPECT_EQ(CU_STREAM_CAPTURE_MODE_GLOBAL, mode); // what a thread begins with
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  EXPECT_EQ(CU_STREAM_CAPTURE_MODE_RELAXED, mode);
  OK(cuGraphExecDestroy(exec));
  OK(cuStreamDestroy(stream));
}

TEST_F(GraphNodes, MemoryOfAGraphIsTheGraphs) {
  CUgraphNodeParams params = ofType(CU_GRAPH_NODE_TYPE_MEM_ALLOC);
  params.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  params.alloc.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, device_};
  params.alloc.bytesize = 4096;
  CUgraphNode allocated = nullptr;
  OK(cuGraphAddNode(&allocated, graph_, nullptr, nullptr, 0, &params));
  EXPECT_NE(0u, params.alloc.dptr);
  CUDA_MEM_ALLOC_NODE_PARAMS seen = {};
  OK(cuGraphMemAllocNodeGetParams(allocated, &seen));
  EXPECT_EQ(params.alloc.dptr, seen.dptr);
  EXPECT_EQ(4096u, seen.bytesize);
  CUgraphNodeParams released = ofType(CU_GRAPH_NODE_TYPE_MEM_FREE);
  released.free.dptr = params.alloc.dptr;
  add(graph_, {allocated}, released);
  const CUgraphExec exec = instantiated(graph_);
  run(exec);
  run(exec);
  OK(cuGraphExecDestroy(exec));
  CUgraph copy;
  FAILS(NOT_SUPPORTED, cuGraphClone(&copy, graph_)); // with nodes of memory
}

TEST_F(GraphNodes, UserObjectsCanBeLetGo) {
  static int destroyed;
  destroyed = 0;
  CUuserObject object;
  OK(cuUserObjectCreate(
      &object, nullptr, [](void *) { ++destroyed; }, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuGraphRetainUserObject(graph_, object, 2, 0));
  OK(cuUserObjectRelease(object, 1));
  OK(cuGraphReleaseUserObject(graph_, object, 1));
  EXPECT_EQ(0, destroyed);
  OK(cuGraphReleaseUserObject(graph_, object, 1));
  EXPECT_EQ(1, destroyed);
}

} // namespace
} // namespace anywarp::driver
