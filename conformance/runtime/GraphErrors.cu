// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that add nodes to graphs and ask for them: what each does, and what it says to no
// graph, no node, a node of another type, no record and values that no node takes. On two threads
// at once, each with graphs of its own.
#include "GraphNodeTypes.h"

#include <vector>

static void adding(Nodes &n) {
  cudaGraphNode_t node = nullptr;
  cudaGraph_t g = n.graph, none = nullptr;
  const void *symbol = variable;
  // No place for the node, no graph, no record; dependencies that are announced but not there.
  EXPECT(cudaErrorInvalidValue, cudaGraphCreate(nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphCreate(&none, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEmptyNode(nullptr, g, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEmptyNode(&node, g, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEmptyNode(&node, n.child, &n.empty, 1)); // another's
  EXPECT(cudaErrorInvalidValue, cudaGraphAddKernelNode(nullptr, g, nullptr, 0, &n.launch));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddKernelNode(&node, nullptr, nullptr, 0, &n.launch));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddKernelNode(&node, g, nullptr, 0, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddKernelNode(&node, g, nullptr, 1, &n.launch));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemsetNode(nullptr, g, nullptr, 0, &n.fill));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemsetNode(&node, nullptr, nullptr, 0, &n.fill));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemsetNode(&node, g, nullptr, 0, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddHostNode(nullptr, g, nullptr, 0, &n.call));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddHostNode(&node, nullptr, nullptr, 0, &n.call));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddHostNode(&node, g, nullptr, 0, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddChildGraphNode(nullptr, g, nullptr, 0, n.child));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddChildGraphNode(&node, nullptr, nullptr, 0, n.child));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddChildGraphNode(&node, g, nullptr, 0, nullptr));
  if (!onNvidia())                                                                      // crashes
    EXPECT(cudaErrorInvalidValue, cudaGraphAddChildGraphNode(&node, g, nullptr, 0, g)); // itself
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEventRecordNode(nullptr, g, nullptr, 0, n.event));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEventRecordNode(&node, nullptr, nullptr, 0, n.event));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEventRecordNode(&node, g, nullptr, 0, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEventWaitNode(nullptr, g, nullptr, 0, n.event));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEventWaitNode(&node, nullptr, nullptr, 0, n.event));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddEventWaitNode(&node, g, nullptr, 0, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemcpyNode(nullptr, g, nullptr, 0, &n.box));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemcpyNode(&node, nullptr, nullptr, 0, &n.box));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemcpyNode(&node, g, nullptr, 0, nullptr));
  const auto across = cudaMemcpyDeviceToDevice;
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNode1D(nullptr, g, nullptr, 0, n.d + 1, n.d, 4, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNode1D(&node, nullptr, nullptr, 0, n.d + 1, n.d, 4, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNode1D(&node, g, nullptr, 0, nullptr, n.d, 4, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNodeToSymbol(nullptr, g, nullptr, 0, symbol, n.d, 4, 0, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNodeToSymbol(&node, nullptr, nullptr, 0, symbol, n.d, 4, 0, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNodeToSymbol(&node, g, nullptr, 0, symbol, nullptr, 4, 0, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNodeToSymbol(&node, g, nullptr, 0, symbol, n.d, 33, 0, across));
  EXPECT(cudaErrorInvalidSymbol,
         cudaGraphAddMemcpyNodeToSymbol(&node, g, nullptr, 0, &notVariable, n.d, 4, 0, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNodeFromSymbol(nullptr, g, nullptr, 0, n.d, symbol, 4, 0, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNodeFromSymbol(&node, nullptr, nullptr, 0, n.d, symbol, 4, 0, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNodeFromSymbol(&node, g, nullptr, 0, nullptr, symbol, 4, 0, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNodeFromSymbol(&node, g, nullptr, 0, n.d, symbol, 4, 29, across));
  EXPECT(cudaErrorInvalidSymbol,
         cudaGraphAddMemcpyNodeFromSymbol(&node, g, nullptr, 0, n.d, &notVariable, 4, 0, across));
  cudaGraph_t m = n.withMemory; // NVIDIA's takes a graph for one with memory even so
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemAllocNode(nullptr, m, nullptr, 0, &n.memory));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemAllocNode(&node, nullptr, nullptr, 0, &n.memory));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemAllocNode(&node, m, nullptr, 0, nullptr));
  cudaMemAllocNodeParams wrong = n.memory;
  wrong.bytesize = 0;
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemAllocNode(&node, m, nullptr, 0, &wrong));
  wrong.bytesize = size_t(1) << 60;
  EXPECT(cudaErrorMemoryAllocation, cudaGraphAddMemAllocNode(&node, m, nullptr, 0, &wrong));
  wrong = n.memory;
  wrong.poolProps.location.id = 99;
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemAllocNode(&node, m, nullptr, 0, &wrong));
  wrong = n.memory;
  wrong.poolProps.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  EXPECT(cudaErrorNotSupported, cudaGraphAddMemAllocNode(&node, m, nullptr, 0, &wrong)); // seen
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemFreeNode(nullptr, m, nullptr, 0, n.d));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemFreeNode(&node, nullptr, nullptr, 0, n.d));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemFreeNode(&node, m, nullptr, 0, nullptr));
  cudaGraphNodeParams any{};
  any.type = cudaGraphNodeTypeKernel;
  any.kernel.func = (void *)noKernel;
  any.kernel.gridDim = any.kernel.blockDim = 1;
  any.kernel.kernelParams = n.arguments;
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaGraphAddNode(&node, g, nullptr, nullptr, 0, &any)); // seen
  any.kernel.func = nullptr;
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGraphAddNode(&node, g, nullptr, nullptr, 0, &any));
  any = {};
  any.type = cudaGraphNodeTypeMemAlloc;
  any.alloc = {};
  any.alloc.bytesize = 64;
  any.alloc.poolProps = wrong.poolProps; // to be shared
  EXPECT(cudaErrorNotSupported, cudaGraphAddNode(&node, m, nullptr, nullptr, 0, &any));
  any = {};
  any.type = cudaGraphNodeType(99);
  EXPECT(cudaErrorInvalidValue, cudaGraphAddNode(&node, g, nullptr, nullptr, 0, &any));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddNode(&node, g, nullptr, nullptr, 0, nullptr));
  any.type = cudaGraphNodeTypeEmpty;
  EXPECT(cudaErrorInvalidValue, cudaGraphAddNode(nullptr, g, nullptr, nullptr, 0, &any));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddNode(&node, nullptr, nullptr, nullptr, 0, &any));
  cudaKernelNodeParams launch = n.launch;
  launch.func = (void *)noKernel;
  EXPECT(cudaErrorInvalidResourceHandle, cudaGraphAddKernelNode(&node, g, nullptr, 0, &launch));
  launch.func = nullptr;
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGraphAddKernelNode(&node, g, nullptr, 0, &launch));
  launch = n.launch;
  launch.blockDim = 0;
  EXPECT(cudaErrorInvalidValue, cudaGraphAddKernelNode(&node, g, nullptr, 0, &launch));
  cudaHostNodeParams call{nullptr, nullptr};
  EXPECT(cudaErrorInvalidValue, cudaGraphAddHostNode(&node, g, nullptr, 0, &call));
  // None of it has left a node behind.
  size_t count = 0;
  OK(cudaGraphGetNodes(g, nullptr, &count));
  EQUAL(8, count);
  OK(cudaGraphGetNodes(m, nullptr, &count));
  EQUAL(2, count);
}

/// Functions of one node: of no node, of a node of another type, with no record.
static void asking(Nodes &n) {
  cudaKernelNodeParams launch{};
  cudaMemsetParams fill{};
  cudaHostNodeParams call{};
  cudaMemcpy3DParms box{};
  cudaMemAllocNodeParams memory{};
  cudaEvent_t event = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphNodeType type;
  void *freed = nullptr;
  OK(cudaGraphKernelNodeGetParams(n.kernel, &launch));
  CHECK(launch.func == (void *)add && launch.gridDim.x == 1 && launch.blockDim.z == 1);
  OK(cudaGraphMemsetNodeGetParams(n.set, &fill));
  EQUAL(5, fill.value);
  OK(cudaGraphHostNodeGetParams(n.host, &call));
  CHECK(call.fn == increment && call.userData == &n.called);
  OK(cudaGraphMemcpyNodeGetParams(n.copy, &box));
  CHECK(box.srcPtr.ptr == n.d && box.dstPtr.ptr == n.d + 1 && box.extent.width == 4);
  OK(cudaGraphEventRecordNodeGetEvent(n.record, &event));
  CHECK(event == n.event);
  OK(cudaGraphEventWaitNodeGetEvent(n.wait, &event));
  CHECK(event == n.event);
  OK(cudaGraphChildGraphNodeGetGraph(n.sub, &graph));
  CHECK(graph && graph != n.child);
  OK(cudaGraphMemAllocNodeGetParams(n.alloc, &memory));
  CHECK(memory.dptr == n.memory.dptr);
  OK(cudaGraphMemFreeNodeGetParams(n.free, &freed));
  CHECK(freed == n.memory.dptr);
  const struct {
    cudaGraphNode_t node;
    cudaGraphNodeType type;
  } kTypes[] = {{n.empty, cudaGraphNodeTypeEmpty},    {n.kernel, cudaGraphNodeTypeKernel},
                {n.copy, cudaGraphNodeTypeMemcpy},    {n.set, cudaGraphNodeTypeMemset},
                {n.host, cudaGraphNodeTypeHost},      {n.record, cudaGraphNodeTypeEventRecord},
                {n.wait, cudaGraphNodeTypeWaitEvent}, {n.sub, cudaGraphNodeTypeGraph},
                {n.alloc, cudaGraphNodeTypeMemAlloc}, {n.free, cudaGraphNodeTypeMemFree}};
  for (auto &each : kTypes) {
    OK(cudaGraphNodeGetType(each.node, &type));
    EQUAL(each.type, type);
  }
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetType(nullptr, &type));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetType(n.empty, nullptr));

  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeGetParams(nullptr, &launch));
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeGetParams(n.empty, &launch));
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeGetParams(n.kernel, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeGetParams(nullptr, &fill));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeGetParams(n.empty, &fill));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeGetParams(n.set, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeGetParams(nullptr, &call));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeGetParams(n.empty, &call));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeGetParams(n.host, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeGetParams(n.empty, &box));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeGetParams(n.copy, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventRecordNodeGetEvent(nullptr, &event));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventRecordNodeGetEvent(n.wait, &event));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventRecordNodeGetEvent(n.record, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventWaitNodeGetEvent(nullptr, &event));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventWaitNodeGetEvent(n.record, &event));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventWaitNodeGetEvent(n.wait, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphChildGraphNodeGetGraph(nullptr, &graph));
  EXPECT(cudaErrorInvalidValue, cudaGraphChildGraphNodeGetGraph(n.empty, &graph));
  EXPECT(cudaErrorInvalidValue, cudaGraphChildGraphNodeGetGraph(n.sub, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemAllocNodeGetParams(n.empty, &memory));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemFreeNodeGetParams(nullptr, &freed));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemFreeNodeGetParams(n.alloc, &freed));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemFreeNodeGetParams(n.free, nullptr));
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int thread) {
    Nodes nodes(thread);
    adding(nodes);
    asking(nodes);
  });
  return finish("GraphErrors");
}
