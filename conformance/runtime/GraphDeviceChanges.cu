// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes of executable graphs whose kernel is to become one that uses the device runtime
// (cudaGraphExecUpdate's limits): a node gets no more than its first kernel used, but graph
// launches where some kernel of the graph has them, or devices may launch it. Needs -rdc=true.
#include "Check.h"

__device__ int code;
__device__ cudaGraphExec_t none;
__device__ cudaGraphDeviceNode_t noNode;
__global__ void leaf() {}
__global__ void plain(bool) { code = 1; }
__global__ void asks(bool) {
  int device;
  code = 2 + cudaGetDevice(&device);
}
__global__ void forks(bool does) {
  if (does)
    leaf<<<1, 1>>>();
  code = 3;
}
__global__ void updates(bool does) {
  if (does)
    cudaGraphKernelNodeSetEnabled(noNode, false);
  code = 4;
}
__global__ void launches(bool does) {
  if (does)
    cudaGraphLaunch(none, cudaStreamGraphTailLaunch);
  code = 5;
}
__global__ void forksAndLaunches(bool does) {
  if (does) {
    cudaGraphLaunch(none, cudaStreamGraphTailLaunch);
    leaf<<<1, 1>>>();
  }
  code = 6;
}
__global__ void launchesAndUpdates(bool does) {
  if (does) {
    cudaGraphLaunch(none, cudaStreamGraphTailLaunch);
    cudaGraphKernelNodeSetEnabled(noNode, false);
  }
  code = 7;
}
__global__ void setsCondition(bool does) {
  if (does)
    cudaGraphSetConditional(cudaGraphConditionalHandle(0), 1);
  code = 8;
}
__global__ void usesHeap(bool does) {
  if (does)
    free(malloc(8));
  code = 9;
}

constexpr int kRuntime = 1, kLaunch = 2, kUpdates = 4;
static const struct Kernel {
  void (*function)(bool);
  int uses, code;
} kKernels[] = {{plain, 0, 1},
                {asks, kRuntime, 2},
                {forks, kRuntime, 3},
                {updates, kUpdates, 4},
                {launches, kLaunch, 5},
                {forksAndLaunches, kRuntime | kLaunch, 6},
                {launchesAndUpdates, kLaunch | kUpdates, 7},
                {setsCondition, 0, 8},
                {usesHeap, 0, 9}};

static bool does = false;
static void *arguments[] = {&does};
static cudaKernelNodeParams paramsOf(const Kernel &kernel) {
  cudaKernelNodeParams params = {};
  params.func = (void *)kernel.function;
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = arguments;
  return params;
}
static cudaGraph_t newGraph() {
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}
static cudaGraphNode_t add(cudaGraph_t graph, const Kernel &kernel,
                           cudaGraphNode_t after = nullptr) {
  cudaGraphNode_t node = nullptr;
  cudaKernelNodeParams params = paramsOf(kernel);
  OK(cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after != nullptr, &params));
  return node;
}
static void expectRun(cudaGraphExec_t exec, int expected) {
  int value = 0;
  OK(cudaMemcpyToSymbol(code, &value, sizeof value));
  OK(cudaGraphLaunch(exec, nullptr));
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpyFromSymbol(&value, code, sizeof value));
  EQUAL(expected, value);
}

static void inItsPlace(const Kernel &from, const Kernel &to, bool isForDevice) {
  cudaGraph_t graph = newGraph(), changed = newGraph();
  cudaGraphNode_t node = add(graph, from), other = add(changed, to);
  cudaGraphExec_t exec = nullptr, second = nullptr;
  const unsigned long long flags = isForDevice ? cudaGraphInstantiateFlagDeviceLaunch : 0;
  OK(cudaGraphInstantiate(&exec, graph, flags));
  OK(cudaGraphInstantiate(&second, graph, flags));
  const bool may = !(to.uses & ~(from.uses | (isForDevice ? kLaunch : 0)));
  cudaKernelNodeParams params = paramsOf(to), former = paramsOf(from);
  EXPECT(may ? cudaSuccess : cudaErrorInvalidValue,
         cudaGraphExecKernelNodeSetParams(exec, node, &params));
  expectRun(exec, may ? to.code : from.code);
  OK(cudaGraphExecKernelNodeSetParams(exec, node, &former)); // what it was it may be again
  cudaGraphExecUpdateResultInfo info = {};
  EXPECT(may ? cudaSuccess : cudaErrorGraphExecUpdateFailure,
         cudaGraphExecUpdate(second, changed, &info));
  EQUAL(may ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorUnsupportedFunctionChange,
        info.result);
  CHECK(info.errorNode == (may ? nullptr : other));
  expectRun(second, may ? to.code : from.code);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphExecDestroy(second));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(changed));
}

/// A plain node becomes `to` where another node is `beside`, in the graph itself or a child's.
static void besides(const Kernel &beside, const Kernel &to, bool inChild) {
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t node = nullptr;
  if (inChild) {
    cudaGraph_t inner = newGraph();
    cudaGraphNode_t child = nullptr;
    add(inner, beside);
    OK(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
    node = add(graph, kKernels[0], child);
    OK(cudaGraphDestroy(inner));
  } else {
    node = add(graph, kKernels[0], add(graph, beside));
  }
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  const bool may = !(to.uses & ~(beside.uses & kLaunch));
  cudaKernelNodeParams params = paramsOf(to);
  EXPECT(may ? cudaSuccess : cudaErrorInvalidValue,
         cudaGraphExecKernelNodeSetParams(exec, node, &params));
  expectRun(exec, may ? to.code : 1);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

/// A node of a graph that is not executable can be anything.
static void notExecutable() {
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t node = add(graph, kKernels[0]);
  for (const Kernel &kernel : kKernels) {
    cudaKernelNodeParams params = paramsOf(kernel);
    OK(cudaGraphKernelNodeSetParams(node, &params));
  }
  OK(cudaGraphDestroy(graph));
}

int main() {
  for (const Kernel &from : kKernels)
    for (const Kernel &to : kKernels) {
      inItsPlace(from, to, false);
      if (!(from.uses & kRuntime)) // which devices do not launch
        inItsPlace(from, to, true);
      besides(from, to, false);
      besides(from, to, true);
    }
  notExecutable();
  return finish("GraphDeviceChanges");
}
