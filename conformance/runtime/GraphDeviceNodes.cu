// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel nodes that device code changes from within the graph, in captures and in child graphs; what
// the host's changes do to them. Needs -rdc=true.
#include "DeviceNodes.h"

/// From a node before it.
static void within() {
  for (bool uploaded : {true, false}) {
    cudaGraph_t graph = newGraph();
    cudaGraphNode_t before = nullptr;
    size_t offset = 0;
    int value = 77;
    void *arguments[] = {&offset, &value};
    cudaKernelNodeParams params = paramsOf((void *)setTyped, arguments);
    OK(cudaGraphAddKernelNode(&before, graph, nullptr, 0, &params));
    addUpdated(graph, before);
    LAUNCH(made(graph, uploaded), 0, 4, 77, 2);
  }
}

/// A change by the host replaces what device code has changed of that node, and of no other.
static void byTheHost() {
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t kernel = addUpdated(graph), other = nullptr;
  int first = 41, second = 42;
  size_t offset = 0;
  void *arguments[] = {&first, &second}, *others[] = {&offset, &offset, &first};
  cudaKernelNodeParams params = paramsOf((void *)updated, arguments, 5),
                       otherParams = paramsOf((void *)setBytes, others);
  OK(cudaGraphAddKernelNode(&other, graph, &kernel, 1, &otherParams));
  cudaGraphExec_t exec = made(graph);
  setTyped<<<1, 1>>>(0, 31);
  LAUNCH(exec, 0, 4, 31, 2);
  OK(cudaGraphExecKernelNodeSetParams(exec, other, &otherParams));
  LAUNCH(exec, 0, 4, 31, 2);
  OK(cudaGraphNodeSetEnabled(exec, kernel, 1));
  LAUNCH(exec, 0, 4, 1, 2);
  OK(cudaGraphExecKernelNodeSetParams(exec, kernel, &params));
  setTyped<<<1, 1>>>(0, 33); // is not seen: the launch has the host's change yet to load
  LAUNCH(exec, 0, 5, 41, 42);
  setTyped<<<1, 1>>>(4, 32);
  LAUNCH(exec, 0, 5, 41, 32);
  OK(cudaGraphNodeSetEnabled(exec, kernel, 0));
  LAUNCH(exec, 0, 0, 0, 0);
  setEnabled<<<1, 1>>>(true);
  LAUNCH(exec, 0, 5, 41, 42);
  OK(cudaGraphUpload(exec, nullptr)); // of nothing new
  LAUNCH(exec, 0, 5, 41, 42);
}

static void captured() {
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  cudaLaunchAttribute attribute = {};
  attribute.id = kUpdatable;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(1);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  EXPECT(cudaErrorNotSupported, cudaLaunchKernelEx(&config, updated, 1, 2));
  attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  EXPECT(cudaErrorNotSupported, cudaLaunchKernelEx(&config, updated, 1, 2));
  cudaGraph_t graph = nullptr;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaLaunchKernelEx(&config, updated, 1, 2));
  OK(cudaStreamEndCapture(stream, &graph));
  cudaGraphDeviceNode_t handle = attribute.val.deviceUpdatableKernelNode.devNode;
  CHECK(handle != nullptr);
  OK(cudaMemcpyToSymbol(node, &handle, sizeof handle));
  cudaGraphExec_t exec = made(graph);
  setTyped<<<1, 1>>>(0, 55);
  LAUNCH(exec, 0, 4, 55, 2);
}

/// A child graph has the node itself. What such a node forbids its graph it does not forbid the
/// outer one.
static void inChild() {
  cudaGraph_t graph = newGraph(), outer = newGraph(), clone = nullptr;
  addUpdated(graph);
  cudaGraphNode_t child = nullptr;
  OK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  cudaGraphExec_t exec = made(outer);
  setTyped<<<1, 1>>>(0, 31);
  LAUNCH(exec, 0, 4, 31, 2);
  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphClone(&clone, outer));
  OK(cudaGraphExecUpdate(exec, outer, &info));
  OK(cudaGraphExecDestroy(made(outer, /*uploaded=*/false)));
  OK(cudaGraphExecDestroy(exec));
}

int main() {
  within();
  byTheHost();
  captured();
  inChild();
  return finish("GraphDeviceNodes");
}
