// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: nodes and what is told about them, launches, changes of an executable graph, captures.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "driver/graph/GraphTestSupport.h"

namespace anywarp::driver {
namespace {

TEST_F(GraphApi, NodesRunInTheOrderOfTheirEdges) {
  CUgraphNode cleared, filled, empty;
  const CUDA_MEMSET_NODE_PARAMS set = clear(1);
  const CUDA_KERNEL_NODE_PARAMS params = launch(5);
  OK(cuGraphAddMemsetNode(&cleared, graph_, nullptr, 0, &set, context_));
  OK(cuGraphAddKernelNode(&filled, graph_, &cleared, 1, &params));
  OK(cuGraphAddEmptyNode(&empty, graph_, nullptr, 0));
  OK(cuGraphAddDependencies(graph_, &filled, &empty, nullptr, 1));
  size_t nodes = 0, roots = 0, edges = 0, before = 0, after = 0;
  OK(cuGraphGetNodes(graph_, nullptr, &nodes));
  OK(cuGraphGetRootNodes(graph_, nullptr, &roots));
  OK(cuGraphGetEdges(graph_, nullptr, nullptr, nullptr, &edges));
  EXPECT_EQ(3u, nodes);
  EXPECT_EQ(1u, roots);
  EXPECT_EQ(2u, edges);
  CUgraphNode root, from[2], to[2], other;
  roots = 1, edges = 2;
  OK(cuGraphGetRootNodes(graph_, &root, &roots));
  OK(cuGraphGetEdges(graph_, from, to, nullptr, &edges));
  EXPECT_EQ(cleared, root);
  OK(cuGraphNodeGetDependencies(filled, nullptr, nullptr, &before));
  OK(cuGraphNodeGetDependentNodes(filled, nullptr, nullptr, &after));
  EXPECT_EQ(1u, before);
  EXPECT_EQ(1u, after);
  OK(cuGraphNodeGetDependentNodes(filled, &other, nullptr, &after));
  EXPECT_EQ(empty, other);
  CUgraphNodeType type;
  OK(cuGraphNodeGetType(filled, &type));
  EXPECT_EQ(CU_GRAPH_NODE_TYPE_KERNEL, type);
  FAILS(INVALID_VALUE, cuGraphAddDependencies(graph_, &filled, &filled, nullptr, 1)); // to itself

  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph_, 0));
  run(exec);
  EXPECT_EQ((std::vector<unsigned>{5, 6, 7, 8, 1}), read(memory_, 5));
  OK(cuGraphRemoveDependencies(graph_, &filled, &empty, nullptr, 1));
  OK(cuGraphDestroyNode(empty));
  OK(cuGraphGetNodes(graph_, nullptr, &nodes));
  EXPECT_EQ(2u, nodes);
  // A cycle cannot be instantiated.
  CUgraphExec none;
  OK(cuGraphAddDependencies(graph_, &filled, &cleared, nullptr, 1));
  EXPECT_NE(CUDA_SUCCESS, cuGraphInstantiate(&none, graph_, 0));
  OK(cuGraphExecDestroy(exec));
}

TEST_F(GraphApi, ParametersOfNodesAreKeptAndChanged) {
  CUgraphNode filled, cleared, copied, called;
  const CUDA_KERNEL_NODE_PARAMS params = launch(5);
  const CUDA_MEMSET_NODE_PARAMS set = clear(1);
  OK(cuGraphAddKernelNode(&filled, graph_, nullptr, 0, &params));
  OK(cuGraphAddMemsetNode(&cleared, graph_, nullptr, 0, &set, context_));
  CUDA_KERNEL_NODE_PARAMS seen = {};
  OK(cuGraphKernelNodeGetParams(filled, &seen));
  EXPECT_EQ(fill_, seen.func);
  EXPECT_EQ(16u, seen.blockDimX);
  EXPECT_EQ(5u, *static_cast<unsigned *>(seen.kernelParams[1])); // copied when it was added
  const CUDA_KERNEL_NODE_PARAMS other = launch(9);
  OK(cuGraphKernelNodeSetParams(filled, &other));
  OK(cuGraphKernelNodeGetParams(filled, &seen));
  EXPECT_EQ(9u, *static_cast<unsigned *>(seen.kernelParams[1]));
  CUDA_MEMSET_NODE_PARAMS seenSet = {}, otherSet = clear(4);
  OK(cuGraphMemsetNodeGetParams(cleared, &seenSet));
  EXPECT_EQ(1u, seenSet.value);
  OK(cuGraphMemsetNodeSetParams(cleared, &otherSet));
  OK(cuGraphMemsetNodeGetParams(cleared, &seenSet));
  EXPECT_EQ(4u, seenSet.value);
  FAILS(INVALID_VALUE, cuGraphMemsetNodeGetParams(filled, &seenSet)); // of another type

  unsigned host[4] = {1, 2, 3, 4};
  CUDA_MEMCPY3D copy = copyOf(host, 16), seenCopy = {};
  OK(cuGraphAddMemcpyNode(&copied, graph_, nullptr, 0, &copy, context_));
  OK(cuGraphMemcpyNodeGetParams(copied, &seenCopy));
  EXPECT_EQ(host, seenCopy.srcHost);
  copy.WidthInBytes = 8;
  OK(cuGraphMemcpyNodeSetParams(copied, &copy));

  int calls = 0;
  CUDA_HOST_NODE_PARAMS call = {[](void *counter) { ++*static_cast<int *>(counter); }, &calls};
  OK(cuGraphAddHostNode(&called, graph_, &copied, 1, &call));
  CUDA_HOST_NODE_PARAMS seenCall = {};
  OK(cuGraphHostNodeGetParams(called, &seenCall));
  EXPECT_EQ(&calls, seenCall.userData);
  OK(cuGraphHostNodeSetParams(called, &call));

  CUkernelNodeAttrValue priority = {}, seenPriority = {};
  priority.priority = 0;
  OK(cuGraphKernelNodeSetAttribute(filled, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &priority));
  OK(cuGraphKernelNodeGetAttribute(filled, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &seenPriority));
  EXPECT_EQ(0, seenPriority.priority);
  CUgraphExec exec;
  OK(cuGraphInstantiateWithFlags(&exec, graph_, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
  cuuint64_t flags = 0;
  OK(cuGraphExecGetFlags(exec, &flags));
  EXPECT_EQ(cuuint64_t(CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH), flags);
  run(exec);
  run(exec);
  EXPECT_EQ(2, calls);
  OK(cuGraphExecDestroy(exec));
}

TEST_F(GraphApi, ExecutableGraphsAreChanged) {
  CUgraphNode filled, cleared;
  const CUDA_MEMSET_NODE_PARAMS set = clear(1);
  CUDA_KERNEL_NODE_PARAMS params = launch(5);
  OK(cuGraphAddMemsetNode(&cleared, graph_, nullptr, 0, &set, context_));
  OK(cuGraphAddKernelNode(&filled, graph_, &cleared, 1, &params));
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph_, 0));
  params = launch(20, 2);
  OK(cuGraphExecKernelNodeSetParams(exec, filled, &params));
  const CUDA_MEMSET_NODE_PARAMS other = clear(3);
  OK(cuGraphExecMemsetNodeSetParams(exec, cleared, &other, context_));
  run(exec);
  EXPECT_EQ((std::vector<unsigned>{20, 21, 3}), read(memory_, 3));

  // Disabled, a node does nothing.
  unsigned enabled = 1;
  OK(cuGraphNodeSetEnabled(exec, filled, 0));
  OK(cuGraphNodeGetEnabled(exec, filled, &enabled));
  EXPECT_EQ(0u, enabled);
  run(exec);
  EXPECT_EQ(3u, word(0));
  OK(cuGraphNodeSetEnabled(exec, filled, 1));

  // The whole from another graph of the same shape.
  CUgraph same;
  CUgraphNode found;
  OK(cuGraphClone(&same, graph_));
  OK(cuGraphNodeFindInClone(&found, filled, same));
  params = launch(30);
  OK(cuGraphKernelNodeSetParams(found, &params));
  CUgraphExecUpdateResultInfo info = {};
  OK(cuGraphExecUpdate(exec, same, &info));
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_SUCCESS, info.result);
  run(exec);
  EXPECT_EQ(30u, word(0));
  // One of another shape is refused.
  CUgraphNode more;
  OK(cuGraphAddEmptyNode(&more, same, nullptr, 0));
  FAILS(GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(exec, same, &info));
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, info.result);
  OK(cuGraphDestroy(same));
  OK(cuGraphExecDestroy(exec));
}

TEST_F(GraphApi, ChildGraphsEventsAndMemory) {
  CUgraph child;
  OK(cuGraphCreate(&child, 0));
  CUgraphNode filled, nested, recorded, waited, allocated, released;
  const CUDA_KERNEL_NODE_PARAMS params = launch(8);
  OK(cuGraphAddKernelNode(&filled, child, nullptr, 0, &params));
  OK(cuGraphAddChildGraphNode(&nested, graph_, nullptr, 0, child));
  CUgraph seen;
  OK(cuGraphChildGraphNodeGetGraph(nested, &seen));
  EXPECT_NE(child, seen); // a copy
  CUevent event, other;
  OK(cuEventCreate(&event, CU_EVENT_DEFAULT));
  OK(cuGraphAddEventRecordNode(&recorded, graph_, &nested, 1, event));
  OK(cuGraphAddEventWaitNode(&waited, graph_, &recorded, 1, event));
  OK(cuGraphEventRecordNodeGetEvent(recorded, &other));
  EXPECT_EQ(event, other);
  OK(cuGraphEventWaitNodeGetEvent(waited, &other));
  EXPECT_EQ(event, other);

  CUDA_MEM_ALLOC_NODE_PARAMS wanted = {};
  wanted.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, device_};
  wanted.bytesize = 4096;
  OK(cuGraphAddMemAllocNode(&allocated, graph_, &waited, 1, &wanted));
  EXPECT_NE(0u, wanted.dptr);
  OK(cuGraphAddMemFreeNode(&released, graph_, &allocated, 1, wanted.dptr));
  CUdeviceptr freed = 0;
  OK(cuGraphMemFreeNodeGetParams(released, &freed));
  EXPECT_EQ(wanted.dptr, freed);
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph_, 0));
  run(exec);
  EXPECT_EQ(8u, word(0));
  OK(cuEventQuery(event));
  cuuint64_t used = 0;
  OK(cuDeviceGetGraphMemAttribute(device_, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &used));
  EXPECT_GE(used, 4096u);
  used = 0; // the only value that resets it
  OK(cuDeviceSetGraphMemAttribute(device_, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &used));
  OK(cuGraphExecDestroy(exec));
  OK(cuDeviceGraphMemTrim(device_));
  OK(cuGraphDestroy(child));
  OK(cuEventDestroy(event));
}

TEST_F(GraphApi, ACaptureMakesNodesOfWhatStreamsDo) {
  CUstream stream, side;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&side, CU_STREAM_NON_BLOCKING));
  CUevent fork, join;
  OK(cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&join, CU_EVENT_DISABLE_TIMING));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  CUstreamCaptureStatus status;
  OK(cuStreamIsCapturing(stream, &status));
  EXPECT_EQ(CU_STREAM_CAPTURE_STATUS_ACTIVE, status);
  OK(cuMemsetD32Async(memory_, 2, 16, stream));
  OK(cuEventRecord(fork, stream));
  OK(cuStreamWaitEvent(side, fork, 0));
  launch(40, 2);
  OK(cuLaunchKernel(fill_, 1, 1, 1, 16, 1, 1, 0, side, arguments_, nullptr));
  OK(cuEventRecord(join, side));
  OK(cuStreamWaitEvent(stream, join, 0));
  cuuint64_t id = 0;
  CUgraph under = nullptr;
  const CUgraphNode *last = nullptr;
  size_t count = 0;
  OK(cuStreamGetCaptureInfo(stream, &status, &id, &under, &last, nullptr, &count));
  EXPECT_NE(nullptr, under);
  EXPECT_GE(count, 1u);
  FAILS(STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(stream)); // not while it is captured
  CUgraph spoilt = nullptr;
  FAILS(STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &spoilt));
  EXPECT_EQ(nullptr, spoilt);

  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuMemsetD32Async(memory_, 2, 16, stream));
  OK(cuEventRecord(fork, stream));
  OK(cuStreamWaitEvent(side, fork, 0));
  OK(cuLaunchKernel(fill_, 1, 1, 1, 16, 1, 1, 0, side, arguments_, nullptr));
  OK(cuEventRecord(join, side));
  OK(cuStreamWaitEvent(stream, join, 0));
  CUgraph captured;
  OK(cuStreamEndCapture(stream, &captured));
  size_t nodes = 0;
  OK(cuGraphGetNodes(captured, nullptr, &nodes));
  EXPECT_EQ(2u, nodes);
  EXPECT_EQ(0u, word(0)); // nothing has run
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, captured, 0));
  run(exec);
  EXPECT_EQ((std::vector<unsigned>{40, 41, 2}), read(memory_, 3));

  // Work whose fork was not joined cannot end a capture.
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuEventRecord(fork, stream));
  OK(cuStreamWaitEvent(side, fork, 0));
  OK(cuMemsetD32Async(memory_, 2, 16, side));
  FAILS(STREAM_CAPTURE_UNJOINED, cuStreamEndCapture(stream, &spoilt));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(captured));
  OK(cuEventDestroy(fork));
  OK(cuEventDestroy(join));
  OK(cuStreamDestroy(side));
  OK(cuStreamDestroy(stream));
}

TEST_F(GraphApi, UserObjectsLiveAsLongAsTheirGraphs) {
  static int destroyed;
  destroyed = 0;
  CUuserObject object;
  OK(cuUserObjectCreate(
      &object, nullptr, [](void *) { ++destroyed; }, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  CUgraph owner;
  OK(cuGraphCreate(&owner, 0));
  OK(cuGraphRetainUserObject(owner, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  OK(cuUserObjectRetain(object, 1));
  OK(cuUserObjectRelease(object, 1));
  EXPECT_EQ(0, destroyed);
  OK(cuGraphDestroy(owner));
  EXPECT_EQ(1, destroyed);
}

TEST_F(GraphApi, DotTextNamesTheNodes) {
  CUgraphNode filled, cleared;
  const CUDA_MEMSET_NODE_PARAMS set = clear(1);
  const CUDA_KERNEL_NODE_PARAMS params = launch(5);
  OK(cuGraphAddMemsetNode(&cleared, graph_, nullptr, 0, &set, context_));
  OK(cuGraphAddKernelNode(&filled, graph_, &cleared, 1, &params));
  const std::string path = testing::TempDir() + "anywarp-graph.dot";
  OK(cuGraphDebugDotPrint(graph_, path.c_str(), CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(std::string::npos, text.find("digraph"));
  EXPECT_NE(std::string::npos, text.find("fill"));
  EXPECT_NE(std::string::npos, text.find("->"));
  std::filesystem::remove(path);
}

} // namespace
} // namespace anywarp::driver
