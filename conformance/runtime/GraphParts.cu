// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of symbols in graphs, nodes of any type and the structure of graphs: what the functions
// do, and what they say to arguments that mean nothing. On two threads at once.
#include "GraphNodeTypes.h"

#include <vector>

/// The executable graph, each node changed in it.
static void symbolCopies(Nodes &n) {
  int in[4] = {1, 2, 3, n.thread}, out[4] = {};
  const size_t at = size_t(n.thread) * sizeof in;
  const auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
  cudaGraph_t g = nullptr;
  cudaGraphNode_t to = nullptr, from = nullptr;
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphCreate(&g, 0));
  OK(cudaGraphAddMemcpyNodeToSymbol(&to, g, nullptr, 0, variable, in, sizeof in, at, up));
  OK(cudaGraphAddMemcpyNodeFromSymbol(&from, g, &to, 1, out, variable, sizeof out, at, down));
  OK(cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, in, sizeof in, at, up));
  OK(cudaGraphMemcpyNodeSetParamsFromSymbol(from, out, variable, sizeof out, at, down));
  OK(cudaGraphInstantiate(&exec, g, 0));
  OK(cudaGraphLaunch(exec, n.s));
  OK(cudaStreamSynchronize(n.s));
  EQUAL(3, out[2]);
  EQUAL(n.thread, out[3]);
  in[0] = 7;
  OK(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, variable, in, 4, at + 8, up));
  OK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out, variable, 8, at + 8, down));
  OK(cudaGraphLaunch(exec, n.s));
  OK(cudaStreamSynchronize(n.s));
  EQUAL(7, out[0]);
  EQUAL(n.thread, out[1]);
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, variable, in, 33, 0, up));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out, variable, 33, 0, down));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

/// Nodes by the function for all types.
static void anyNode(Nodes &n) {
  cudaGraph_t g = nullptr;
  cudaGraphNode_t copy = nullptr, kernel = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNodeParams any{};
  int v = 5;
  void *arguments[] = {&n.d, &v};
  any.type = cudaGraphNodeTypeKernel;
  any.kernel.func = (void *)add;
  any.kernel.gridDim = any.kernel.blockDim = 1;
  any.kernel.kernelParams = arguments;
  OK(cudaMemset(n.d, 0, 64));
  OK(cudaStreamSynchronize(nullptr));
  OK(cudaGraphCreate(&g, 0));
  OK(cudaGraphAddNode(&kernel, g, nullptr, nullptr, 0, &any));
  OK(cudaGraphAddMemcpyNode(&copy, g, &kernel, 1, &n.box));
  OK(cudaGraphInstantiate(&exec, g, 0));
  OK(cudaGraphLaunch(exec, n.s));
  EQUAL(5, n.word(0));
  EQUAL(5, n.word(1));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

static void structure(Nodes &n) {
  cudaGraph_t g = nullptr;
  cudaGraphNode_t a = nullptr, b = nullptr, nodes[4];
  size_t count = 4;
  OK(cudaGraphCreate(&g, 0));
  OK(cudaGraphAddEmptyNode(&a, g, nullptr, 0));
  OK(cudaGraphAddEmptyNode(&b, g, nullptr, 0));
  OK(cudaGraphAddDependencies(g, &a, &b, nullptr, 1));
  OK(cudaGraphAddDependencies(g, nullptr, nullptr, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddDependencies(g, &a, &b, nullptr, 1)); // twice
  EXPECT(cudaErrorInvalidValue, cudaGraphAddDependencies(g, &a, &a, nullptr, 1)); // of itself
  EXPECT(cudaErrorInvalidValue, cudaGraphAddDependencies(nullptr, &a, &b, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddDependencies(g, nullptr, &b, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddDependencies(g, &a, nullptr, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddDependencies(g, &n.empty, &b, nullptr, 1));
  OK(cudaGraphGetNodes(g, nodes, &count));
  EQUAL(2, count);
  CHECK(nodes[0] == a && nodes[1] == b);
  OK(cudaGraphGetRootNodes(g, nodes, &(count = 4)));
  EQUAL(1, count);
  OK(cudaGraphNodeGetDependencies(b, nodes, nullptr, &(count = 4)));
  EQUAL(1, count);
  OK(cudaGraphNodeGetDependentNodes(a, nodes, nullptr, &(count = 4)));
  EQUAL(1, count);
  EXPECT(cudaErrorInvalidValue, cudaGraphGetNodes(nullptr, nodes, &count));
  EXPECT(cudaErrorInvalidValue, cudaGraphGetNodes(g, nodes, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphGetRootNodes(nullptr, nodes, &count));
  EXPECT(cudaErrorInvalidValue, cudaGraphGetRootNodes(g, nodes, nullptr));
  OK(cudaGraphRemoveDependencies(g, &a, &b, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphRemoveDependencies(g, &a, &b, nullptr, 1)); // none left
  EXPECT(cudaErrorInvalidValue, cudaGraphRemoveDependencies(nullptr, &a, &b, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphRemoveDependencies(g, nullptr, &b, nullptr, 1));
  OK(cudaGraphDestroyNode(b));
  EXPECT(cudaErrorInvalidValue, cudaGraphDestroyNode(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphDestroy(nullptr));

  cudaUserObject_t object = nullptr;
  OK(cudaUserObjectCreate(&object, nullptr, nothing, 2, cudaUserObjectNoDestructorSync));
  OK(cudaUserObjectRetain(object, 1));
  OK(cudaGraphRetainUserObject(g, object, 1, 0));
  OK(cudaGraphRetainUserObject(g, object, 1, cudaGraphUserObjectMove));
  OK(cudaGraphReleaseUserObject(g, object, 1));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectCreate(nullptr, nullptr, nothing, 1, 1));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectCreate(&object, nullptr, nullptr, 1, 1));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectCreate(&object, nullptr, nothing, 0, 1));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectCreate(&object, nullptr, nothing, 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectRetain(nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectRetain(object, 0));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectRelease(nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectRelease(object, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphRetainUserObject(nullptr, object, 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphRetainUserObject(g, nullptr, 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphRetainUserObject(g, object, 0, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphRetainUserObject(g, object, 1, 2));
  OK(cudaUserObjectRelease(object, 2));
  OK(cudaGraphDestroy(g));

  cudaGraphConditionalHandle handle;
  OK(cudaGraphCreate(&g, 0));
  OK(cudaGraphConditionalHandleCreate(&handle, g, 1, cudaGraphCondAssignDefault));
  EXPECT(cudaErrorInvalidValue, cudaGraphConditionalHandleCreate(nullptr, g, 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphConditionalHandleCreate(&handle, nullptr, 1, 0));
  OK(cudaGraphDestroy(g));
  unsigned long long bytes = 0;
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &bytes));
  OK(cudaDeviceGraphMemTrim(0));
  OK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &(bytes = 0)));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGraphMemTrim(99));
  EXPECT(cudaErrorInvalidDevice,
         cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemHigh, &bytes));
  EXPECT(cudaErrorInvalidDevice,
         cudaDeviceSetGraphMemAttribute(-1, cudaGraphMemAttrUsedMemHigh, &bytes));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttributeType(99), &bytes));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &bytes));
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int thread) {
    Nodes nodes(thread);
    symbolCopies(nodes);
    anyNode(nodes);
    structure(nodes);
  });
  return finish("GraphParts");
}
