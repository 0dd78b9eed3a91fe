// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel nodes that device code changes from outside the graph: parameters, grid, enabled or not;
// what is refused. Needs -rdc=true.
#include "DeviceNodes.h"

__global__ void applyAll(const cudaGraphKernelNodeUpdate *updates, size_t count) {
  code = cudaGraphKernelNodeUpdatesApply(updates, count);
}

static void attributes() {
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t kernel = addUpdated(graph), plain = nullptr;
  cudaGraphDeviceNode_t handle = nullptr, again = nullptr;
  cudaLaunchAttributeValue value = {};
  OK(cudaGraphKernelNodeGetAttribute(kernel, kUpdatable, &value));
  EQUAL(1, value.deviceUpdatableKernelNode.deviceUpdatable);
  handle = value.deviceUpdatableKernelNode.devNode;
  CHECK(handle != nullptr);
  OK(make(kernel, 1, again));
  CHECK(again == handle);
  EXPECT(cudaErrorNotSupported, make(kernel, 0, again));
  EXPECT(cudaErrorInvalidValue, make(kernel, 2, again));
  int first = 1;
  void *arguments[] = {&first, &first};
  cudaKernelNodeParams params = paramsOf((void *)updated, arguments);
  OK(cudaGraphAddKernelNode(&plain, graph, &kernel, 1, &params));
  OK(make(plain, 0, again));
  value.deviceUpdatableKernelNode.deviceUpdatable = 0; // with the other's handle
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeSetAttribute(plain, kUpdatable, &value));
  std::memset(&value, 0xff, sizeof value);
  OK(cudaGraphKernelNodeGetAttribute(plain, kUpdatable, &value));
  EQUAL(0, value.deviceUpdatableKernelNode.deviceUpdatable);
  CHECK(value.deviceUpdatableKernelNode.devNode == nullptr);
  EXPECT(cudaErrorNotSupported, cudaGraphKernelNodeCopyAttributes(plain, kernel));
  EXPECT(cudaErrorNotSupported, cudaGraphKernelNodeCopyAttributes(kernel, plain));
  OK(cudaGraphDestroyNode(plain));
  EXPECT(cudaErrorNotSupported, cudaGraphDestroyNode(kernel));
  cudaGraph_t clone = nullptr;
  EXPECT(cudaErrorNotSupported, cudaGraphClone(&clone, graph));
  // One executable graph at a time, and no update of a whole graph.
  cudaGraphExec_t exec = made(graph), second = nullptr;
  EXPECT(cudaErrorNotSupported, cudaGraphInstantiate(&second, graph, 0));
  cudaGraphExecUpdateResultInfo info;
  EXPECT(cudaErrorNotSupported, cudaGraphExecUpdate(exec, graph, &info));
  cudaGraph_t same = newGraph();
  OK(cudaGraphAddKernelNode(&plain, same, nullptr, 0, &params));
  EXPECT(cudaErrorNotSupported, cudaGraphExecUpdate(exec, same, &info));
  EXPECT(cudaErrorNotSupported, cudaGraphExecUpdate(made(same), graph, &info));
  OK(cudaGraphExecDestroy(exec));
  made(graph);
}

static void changes() {
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t kernel = addUpdated(graph);
  setTyped<<<1, 1>>>(0, 11); // nothing to change yet
  cudaGraphExec_t exec = made(graph, /*uploaded=*/false);
  LAUNCH(exec, cudaErrorInvalidValue, 4, 1, 2); // a launch uploads
  setTyped<<<1, 1>>>(0, 11);
  LAUNCH(exec, 0, 4, 11, 2);
  LAUNCH(exec, 0, 4, 11, 2); // it stays
  setTyped<<<1, 1>>>(4, 12);
  LAUNCH(exec, 0, 4, 11, 12);
  setBytes<<<1, 1>>>(8, 4, 1);
  LAUNCH(exec, cudaErrorInvalidValue, 4, 11, 12);
  setBytes<<<1, 1>>>(6, 4, 1);
  LAUNCH(exec, cudaErrorInvalidValue, 4, 11, 12);
  setBytes<<<1, 1>>>(0, 0, 1);
  LAUNCH(exec, 0, 4, 11, 12);
  setBytes<<<1, 1>>>(1, 1, 1);
  LAUNCH(exec, 0, 4, 267, 12);
  setGrid<<<1, 1>>>(7, 1);
  LAUNCH(exec, 0, 7, 267, 12);
  setGrid<<<1, 1>>>(0, 1);
  LAUNCH(exec, cudaErrorInvalidValue, 7, 267, 12);
  setGrid<<<1, 1>>>(1, 70000);
  LAUNCH(exec, cudaErrorInvalidValue, 7, 267, 12);
  setGrid<<<1, 1>>>(2, 3);
  LAUNCH(exec, 0, 2, 267, 12);
  setEnabled<<<1, 1>>>(false);
  LAUNCH(exec, 0, 0, 0, 0);
  unsigned enabled = 9;
  OK(cudaGraphNodeGetEnabled(exec, kernel, &enabled));
  EQUAL(1, enabled); // the host's view
  setEnabled<<<1, 1>>>(true);
  LAUNCH(exec, 0, 2, 267, 12);
}

static void many() {
  cudaGraph_t graph = newGraph();
  addUpdated(graph);
  cudaGraphExec_t exec = made(graph);
  cudaGraphKernelNodeUpdate *updates;
  int *value;
  OK(cudaMallocManaged(&updates, 3 * sizeof *updates));
  OK(cudaMallocManaged(&value, sizeof *value));
  for (int i = 0; i < 3; ++i)
    OK(cudaMemcpyFromSymbol(&updates[i].node, node, sizeof node));
  updates[0].field = cudaGraphKernelNodeFieldParam;
  updates[0].updateData.param.pValue = value;
  updates[0].updateData.param.offset = 4;
  updates[0].updateData.param.size = 4;
  updates[1].field = updates[2].field = cudaGraphKernelNodeFieldGridDim;
  updates[1].updateData.gridDim = dim3(6);
  updates[2].updateData.gridDim = dim3(9);
  *value = 90;
  applyAll<<<1, 1>>>(updates, 3);
  LAUNCH(exec, 0, 9, 1, 90);
  // All or none.
  *value = 91;
  updates[1].updateData.gridDim = dim3(0);
  updates[2].updateData.gridDim = dim3(8);
  applyAll<<<1, 1>>>(updates, 3);
  LAUNCH(exec, cudaErrorInvalidValue, 9, 1, 90);
  updates[1].field = cudaGraphKernelNodeFieldInvalid;
  applyAll<<<1, 1>>>(updates, 3);
  LAUNCH(exec, cudaErrorInvalidValue, 9, 1, 90);
  cudaGraphDeviceNode_t handle = updates[1].node;
  updates[1].node = nullptr;
  updates[1].field = cudaGraphKernelNodeFieldEnabled;
  updates[1].updateData.isEnabled = 0;
  applyAll<<<1, 1>>>(updates, 3);
  LAUNCH(exec, cudaErrorInvalidValue, 9, 1, 90);
  updates[1].node = handle;
  applyAll<<<1, 1>>>(updates, 3);
  LAUNCH(exec, 0, 0, 0, 0);
  applyAll<<<1, 1>>>(updates, 0);
  LAUNCH(exec, 0, 0, 0, 0);
  applyAll<<<1, 1>>>(nullptr, 0);
  LAUNCH(exec, cudaErrorInvalidValue, 0, 0, 0);
}

/// A handle that nobody gave out is an address that cannot be read; null is refused.
static void noNode() {
  cudaGraphDeviceNode_t handle = nullptr;
  OK(cudaMemcpyToSymbol(node, &handle, sizeof handle));
  setTyped<<<1, 1>>>(0, 31);
  OK(cudaDeviceSynchronize());
  int value = 0;
  OK(cudaMemcpyFromSymbol(&value, code, sizeof value));
  EQUAL(cudaErrorInvalidValue, value);
  handle = (cudaGraphDeviceNode_t)0x1230;
  OK(cudaMemcpyToSymbol(node, &handle, sizeof handle));
  setTyped<<<1, 1>>>(0, 31);
  EQUAL(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}

int main() {
  attributes();
  changes();
  many();
  noNode();
  return finish("GraphDeviceUpdates");
}
