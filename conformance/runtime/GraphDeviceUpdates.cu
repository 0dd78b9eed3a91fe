// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel nodes that device code changes: parameters, grid, enabled or not; from outside the graph
// and within; what the host's changes do to them; what is refused. Needs -rdc=true.
#include "Check.h"

struct Seen {
  int grid, first, second;
  bool operator==(const Seen &other) const {
    return grid == other.grid && first == other.first && second == other.second;
  }
};
__device__ Seen seen;
__device__ int code;
__device__ cudaGraphDeviceNode_t node;

__global__ void updated(int first, int second) {
  if (!threadIdx.x && !blockIdx.x && !blockIdx.y)
    seen = {int(gridDim.x), first, second};
}
__global__ void setTyped(size_t offset, int value) {
  code = cudaGraphKernelNodeSetParam(node, offset, value);
}
__global__ void setBytes(size_t offset, size_t size, int value) {
  code = cudaGraphKernelNodeSetParam(node, offset, &value, size);
}
__global__ void setGrid(unsigned x, unsigned y) {
  code = cudaGraphKernelNodeSetGridDim(node, dim3(x, y));
}
__global__ void setEnabled(bool isEnabled) {
  code = cudaGraphKernelNodeSetEnabled(node, isEnabled);
}
__global__ void applyAll(const cudaGraphKernelNodeUpdate *updates, size_t count) {
  code = cudaGraphKernelNodeUpdatesApply(updates, count);
}

static cudaGraph_t newGraph() {
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}
static cudaKernelNodeParams paramsOf(const void *kernel, void **arguments, int blocks = 1) {
  cudaKernelNodeParams params = {};
  params.func = const_cast<void *>(kernel);
  params.gridDim = dim3(blocks);
  params.blockDim = dim3(1);
  params.kernelParams = arguments;
  return params;
}
constexpr auto kUpdatable = cudaLaunchAttributeDeviceUpdatableKernelNode;
static cudaError_t make(cudaGraphNode_t kernel, int updatable, cudaGraphDeviceNode_t &handle) {
  cudaLaunchAttributeValue value = {};
  value.deviceUpdatableKernelNode.deviceUpdatable = updatable;
  cudaError_t result = cudaGraphKernelNodeSetAttribute(kernel, kUpdatable, &value);
  handle = value.deviceUpdatableKernelNode.devNode;
  return result;
}
/// With four blocks and the parameters 1 and 2; `node` is set to it.
static cudaGraphNode_t addUpdated(cudaGraph_t graph, cudaGraphNode_t after = nullptr) {
  int first = 1, second = 2;
  void *arguments[] = {&first, &second};
  cudaKernelNodeParams params = paramsOf((void *)updated, arguments, 4);
  cudaGraphNode_t kernel = nullptr;
  cudaGraphDeviceNode_t handle = nullptr;
  OK(cudaGraphAddKernelNode(&kernel, graph, after ? &after : nullptr, after != nullptr, &params));
  OK(make(kernel, 1, handle));
  CHECK(handle != nullptr);
  OK(cudaMemcpyToSymbol(node, &handle, sizeof handle));
  return kernel;
}
static cudaGraphExec_t made(cudaGraph_t graph, bool uploaded = true) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  if (uploaded)
    OK(cudaGraphUpload(exec, nullptr));
  return exec;
}
static Seen nowSeen() {
  Seen value, none = {};
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpyFromSymbol(&value, seen, sizeof value));
  OK(cudaMemcpyToSymbol(seen, &none, sizeof none));
  return value;
}
/// What the last change answered, and what a launch runs with now.
static void expect(cudaGraphExec_t exec, int expectedCode, Seen expected, int line) {
  int value = -1;
  OK(cudaGraphLaunch(exec, nullptr));
  Seen now = nowSeen();
  OK(cudaMemcpyFromSymbol(&value, code, sizeof value));
  if (value != expectedCode || !(now == expected)) {
    ++failures;
    std::printf("line %d: code %d, grid %d, parameters %d %d\n", line, value, now.grid, now.first,
                now.second);
  }
}
#define LAUNCH(exec, code, ...) expect(exec, code, Seen{__VA_ARGS__}, __LINE__)

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
  within();
  byTheHost();
  captured();
  inChild();
  noNode();
  return finish("GraphDeviceUpdates");
}
