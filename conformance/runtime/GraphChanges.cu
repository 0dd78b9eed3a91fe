// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that change nodes of graphs and of executable graphs: what each does, and what it says
// to no graph, no node, a node of another type, no record and values that no node takes. On two
// threads at once, each with graphs of its own.
#include "GraphNodeTypes.h"

#include <vector>

static void changing(Nodes &n) {
  const auto across = cudaMemcpyDeviceToDevice;
  // Each node's parameters anew.
  cudaKernelNodeParams launch = n.launch;
  n.amount = 3;
  OK(cudaGraphKernelNodeSetParams(n.kernel, &launch));
  n.fill.value = 6;
  OK(cudaGraphMemsetNodeSetParams(n.set, &n.fill));
  cudaHostNodeParams call{increment, &n.alsoCalled};
  OK(cudaGraphHostNodeSetParams(n.host, &call));
  OK(cudaGraphMemcpyNodeSetParams(n.copy, &n.box));
  OK(cudaGraphMemcpyNodeSetParams1D(n.copy, n.d + 3, n.d, 4, across));
  OK(cudaGraphEventRecordNodeSetEvent(n.record, n.other));
  OK(cudaGraphEventWaitNodeSetEvent(n.wait, n.other));
  cudaLaunchAttributeValue value{}, seen{};
  value.priority = 0;
  OK(cudaGraphKernelNodeSetAttribute(n.kernel, cudaLaunchAttributePriority, &value));
  OK(cudaGraphKernelNodeGetAttribute(n.kernel, cudaLaunchAttributePriority, &seen));
  EQUAL(0, seen.priority);
  cudaGraphNode_t second = nullptr;
  cudaGraph_t clone = nullptr;
  OK(cudaGraphClone(&clone, n.graph));
  OK(cudaGraphNodeFindInClone(&second, n.kernel, clone));
  OK(cudaGraphKernelNodeCopyAttributes(second, n.kernel));
  EXPECT(cudaErrorInvalidValue, cudaGraphClone(nullptr, n.graph));
  EXPECT(cudaErrorInvalidValue, cudaGraphClone(&clone, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeFindInClone(nullptr, n.kernel, clone));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeFindInClone(&second, nullptr, clone));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeFindInClone(&second, n.kernel, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeFindInClone(&second, n.kernel, n.child)); // no clone
  OK(cudaGraphDestroy(clone));

  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeSetParams(n.empty, &launch));
  launch.func = (void *)noKernel;
  EXPECT(cudaErrorInvalidResourceHandle, cudaGraphKernelNodeSetParams(n.kernel, &launch));
  launch.func = nullptr;
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGraphKernelNodeSetParams(n.kernel, &launch));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeSetParams(nullptr, &n.fill));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeSetParams(n.empty, &n.fill));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeSetParams(n.set, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeSetParams(nullptr, &call));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeSetParams(n.empty, &call));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeSetParams(n.host, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams(nullptr, &n.box));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams(n.empty, &n.box));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams(n.copy, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams1D(nullptr, n.d + 1, n.d, 4, across));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams1D(n.empty, n.d + 1, n.d, 4, across));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaGraphMemcpyNodeSetParams1D(n.copy, n.d + 1, n.d, 4, cudaMemcpyKind(7)));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphMemcpyNodeSetParamsToSymbol(nullptr, variable, n.d, 4, 0, across));
  EXPECT(cudaErrorInvalidSymbol, cudaGraphMemcpyNodeSetParamsToSymbol(
                                     n.copy, (const void *)&notVariable, n.d, 4, 0, across));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphMemcpyNodeSetParamsFromSymbol(nullptr, n.d, variable, 4, 0, across));
  EXPECT(cudaErrorInvalidSymbol, cudaGraphMemcpyNodeSetParamsFromSymbol(
                                     n.copy, n.d, (const void *)&notVariable, 4, 0, across));
  cudaGraphNodeParams any{};
  any.type = cudaGraphNodeTypeKernel;
  any.kernel.func = (void *)noKernel;
  any.kernel.gridDim = any.kernel.blockDim = 1;
  any.kernel.kernelParams = n.arguments;
  EXPECT(cudaErrorInvalidResourceHandle, cudaGraphNodeSetParams(n.kernel, &any));
  any.kernel.func = nullptr;
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGraphNodeSetParams(n.kernel, &any));
  any.kernel.func = (void *)add;
  OK(cudaGraphNodeSetParams(n.kernel, &any));
  any = {};
  any.type = cudaGraphNodeTypeMemAlloc;
  any.alloc.bytesize = 64;
  any.alloc.poolProps = n.memory.poolProps;
  EXPECT(cudaErrorNotSupported, cudaGraphNodeSetParams(n.alloc, &any)); // seen
  any = {};
  any.type = cudaGraphNodeTypeConditional;
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeSetParams(n.kernel, &any));
}

static void executing(Nodes &n) {
  const auto across = cudaMemcpyDeviceToDevice;
  cudaGraphExec_t exec = nullptr, bad = nullptr;
  OK(cudaGraphInstantiate(&exec, n.graph, 0));
  OK(cudaGraphUpload(exec, n.s));
  OK(cudaGraphLaunch(exec, n.s));
  EQUAL(3, n.word(0));
  EQUAL(3, n.word(3));
  EQUAL(6, n.word(2));
  EQUAL(1, n.alsoCalled.load());
  EQUAL(0, n.called.load());
  unsigned long long flags = 9;
  OK(cudaGraphExecGetFlags(exec, &flags));
  EQUAL(0, flags);

  n.amount = 10;
  OK(cudaGraphExecKernelNodeSetParams(exec, n.kernel, &n.launch));
  OK(cudaGraphExecMemcpyNodeSetParams(exec, n.copy, &n.box));
  OK(cudaGraphExecMemcpyNodeSetParams1D(exec, n.copy, n.d + 4, n.d, 4, across));
  n.fill.value = 8;
  OK(cudaGraphExecMemsetNodeSetParams(exec, n.set, &n.fill));
  OK(cudaGraphExecHostNodeSetParams(exec, n.host, &n.call));
  OK(cudaGraphExecEventRecordNodeSetEvent(exec, n.record, n.event));
  OK(cudaGraphExecEventWaitNodeSetEvent(exec, n.wait, n.event));
  OK(cudaGraphExecChildGraphNodeSetParams(exec, n.sub, n.child));
  unsigned enabled = 7;
  OK(cudaGraphNodeSetEnabled(exec, n.set, 0));
  OK(cudaGraphNodeGetEnabled(exec, n.set, &enabled));
  EQUAL(0, enabled);
  OK(cudaGraphLaunch(exec, n.s));
  EQUAL(13, n.word(0));
  EQUAL(13, n.word(4));
  EQUAL(6, n.word(2)); // as before
  EQUAL(1, n.called.load());

  EXPECT(cudaErrorInvalidValue, cudaGraphExecGetFlags(nullptr, &flags));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecGetFlags(exec, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecKernelNodeSetParams(nullptr, n.kernel, &n.launch));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecKernelNodeSetParams(exec, n.empty, &n.launch));
  if (!onNvidia()) // crashes
    EXPECT(cudaErrorInvalidValue, cudaGraphExecKernelNodeSetParams(exec, n.kernel, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams(nullptr, n.copy, &n.box));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams(exec, n.empty, &n.box));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams(exec, n.copy, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParams1D(exec, n.empty, n.d + 1, n.d, 4, across));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(nullptr, n.set, &n.fill));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(exec, n.empty, &n.fill));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(exec, n.set, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecHostNodeSetParams(nullptr, n.host, &n.call));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecHostNodeSetParams(exec, n.empty, &n.call));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecHostNodeSetParams(exec, n.host, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecEventRecordNodeSetEvent(nullptr, n.record, n.event));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecEventRecordNodeSetEvent(exec, n.wait, n.event));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecEventRecordNodeSetEvent(exec, n.record, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecEventWaitNodeSetEvent(exec, n.record, n.event));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecChildGraphNodeSetParams(nullptr, n.sub, n.child));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecChildGraphNodeSetParams(exec, n.empty, n.child));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecChildGraphNodeSetParams(exec, n.sub, nullptr));
  EXPECT(cudaErrorGraphExecUpdateFailure,
         cudaGraphExecChildGraphNodeSetParams(exec, n.sub, n.graph));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeSetEnabled(nullptr, n.set, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeSetEnabled(exec, n.wait, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetEnabled(nullptr, n.set, &enabled));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetEnabled(exec, nullptr, &enabled));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetEnabled(exec, n.set, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetEnabled(exec, n.wait, &enabled));
  cudaGraphNodeParams any{};
  any.type = cudaGraphNodeTypeKernel;
  any.kernel.func = (void *)noKernel;
  any.kernel.gridDim = any.kernel.blockDim = 1;
  any.kernel.kernelParams = n.arguments;
  EXPECT(cudaErrorInvalidResourceHandle, cudaGraphExecNodeSetParams(exec, n.kernel, &any));
  any.kernel.func = nullptr;
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGraphExecNodeSetParams(exec, n.kernel, &any));
  any.kernel.func = (void *)add;
  OK(cudaGraphExecNodeSetParams(exec, n.kernel, &any));
  cudaGraphExec_t withMemory = nullptr;
  cudaGraphNodeParams alloc{};
  alloc.type = cudaGraphNodeTypeMemAlloc;
  alloc.alloc.bytesize = 64;
  alloc.alloc.poolProps = n.memory.poolProps;
  OK(cudaGraphInstantiate(&withMemory, n.withMemory, 0));
  EXPECT(cudaErrorNotSupported, cudaGraphExecNodeSetParams(withMemory, n.alloc, &alloc)); // seen
  OK(cudaGraphExecDestroy(withMemory));
  cudaGraphExecUpdateResultInfo info{};
  OK(cudaGraphExecUpdate(exec, n.graph, &info));
  EQUAL(cudaGraphExecUpdateSuccess, info.result);
  EXPECT(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(exec, n.child, &info));
  EQUAL(cudaGraphExecUpdateErrorTopologyChanged, info.result);
  EXPECT(cudaErrorInvalidValue, cudaGraphExecUpdate(nullptr, n.graph, &info));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecUpdate(exec, nullptr, &info));
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiate(nullptr, n.graph, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiate(&bad, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiate(&bad, n.graph, 1 << 20));
  cudaGraphInstantiateParams params{};
  OK(cudaGraphInstantiateWithParams(&bad, n.graph, &params));
  EQUAL(cudaGraphInstantiateSuccess, params.result_out);
  OK(cudaGraphExecDestroy(bad));
  params.flags = 1 << 20;
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiateWithParams(&bad, n.graph, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiateWithParams(&bad, n.graph, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphLaunch(nullptr, n.s));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecDestroy(nullptr));
  OK(cudaGraphExecDestroy(exec));
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int thread) {
    Nodes nodes(thread);
    changing(nodes);
    executing(nodes);
  });
  return finish("GraphChanges");
}
