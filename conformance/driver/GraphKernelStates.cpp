// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel nodes: their attributes, whether they are enabled, and changes between launches.
#include "GraphCheck.h"

static void enabling() {
  CUgraph g = newGraph();
  CUgraphNode first = addAffine(g, {}, 0, 1), second = addAffine(g, {first}, 10, 2),
              third = addAffine(g, {second}, 10, 3), none = nullptr;
  OK(cuGraphAddEmptyNode(&none, g, nullptr, 0));
  CUgraphExec exec = instantiated(g);
  unsigned enabled = 7;
  OK(cuGraphNodeGetEnabled(exec, second, &enabled));
  EQUAL(1, enabled);
  OK(cuGraphNodeSetEnabled(exec, second, 0));
  OK(cuGraphNodeGetEnabled(exec, second, &enabled));
  EQUAL(0, enabled);
  launch(exec); // the third still comes after the first
  EQUAL(13, word());
  Affine changed(10, 5);
  OK(cuGraphExecKernelNodeSetParams(exec, second, &changed.params)); // stays disabled
  launch(exec);
  EQUAL(13, word());
  OK(cuGraphNodeSetEnabled(exec, second, 2)); // whatever is not 0
  OK(cuGraphNodeGetEnabled(exec, second, &enabled));
  EQUAL(1, enabled);
  launch(exec);
  EQUAL(153, word());
  for (CUgraphNode node : {first, second, third})
    OK(cuGraphNodeSetEnabled(exec, node, 0));
  fill(9);
  launch(exec);
  EQUAL(9, word());
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetEnabled(nullptr, first, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetEnabled(exec, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetEnabled(exec, none, 0)); // no such type
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetEnabled(nullptr, first, &enabled));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetEnabled(exec, nullptr, &enabled));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetEnabled(exec, first, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetEnabled(exec, none, &enabled));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

static void attributes() {
  CUgraph g = newGraph();
  CUgraphNode a = addAffine(g, {}, 0, 1), b = addAffine(g, {a}, 10, 2), none = nullptr;
  OK(cuGraphAddEmptyNode(&none, g, nullptr, 0));
  CUkernelNodeAttrValue value{}, seen{};
  std::memset(&seen, 1, sizeof seen);
  OK(cuGraphKernelNodeGetAttribute(a, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &seen));
  EQUAL(0, seen.cooperative);
  value.cooperative = 1;
  OK(cuGraphKernelNodeSetAttribute(a, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
  OK(cuGraphKernelNodeGetAttribute(a, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &seen));
  EQUAL(1, seen.cooperative);
  int least = 0, greatest = 0;
  OK(cuCtxGetStreamPriorityRange(&least, &greatest));
  value.priority = greatest;
  OK(cuGraphKernelNodeSetAttribute(a, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
  OK(cuGraphKernelNodeGetAttribute(a, CU_LAUNCH_ATTRIBUTE_PRIORITY, &seen));
  EQUAL(greatest, seen.priority);
  OK(cuGraphKernelNodeGetAttribute(b, CU_LAUNCH_ATTRIBUTE_PRIORITY, &seen));
  EQUAL(0, seen.priority);
  value.accessPolicyWindow = {reinterpret_cast<void *>(words), 64, 0.5f,
                              CU_ACCESS_PROPERTY_PERSISTING, CU_ACCESS_PROPERTY_STREAMING};
  OK(cuGraphKernelNodeSetAttribute(a, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value));
  OK(cuGraphKernelNodeCopyAttributes(b, a));
  OK(cuGraphKernelNodeGetAttribute(b, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &seen));
  EQUAL(1, seen.cooperative);
  OK(cuGraphKernelNodeGetAttribute(b, CU_LAUNCH_ATTRIBUTE_PRIORITY, &seen));
  EQUAL(greatest, seen.priority);
  OK(cuGraphKernelNodeGetAttribute(b, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &seen));
  EQUAL(64, seen.accessPolicyWindow.num_bytes);
  CHECK(seen.accessPolicyWindow.base_ptr == reinterpret_cast<void *>(words));
  EQUAL(CU_ACCESS_PROPERTY_STREAMING, seen.accessPolicyWindow.missProp);
  runOnce(g);
  EQUAL(12, word());

  auto window = value;
  window.accessPolicyWindow.hitRatio = 2;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphKernelNodeSetAttribute(a, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &window));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphKernelNodeSetAttribute(nullptr, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphKernelNodeSetAttribute(none, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphKernelNodeSetAttribute(a, CUkernelNodeAttrID(99), &value));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphKernelNodeGetAttribute(nullptr, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphKernelNodeGetAttribute(none, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetAttribute(a, CUkernelNodeAttrID(99), &seen));
  if (!onNvidia()) {
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuGraphKernelNodeSetAttribute(a, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, nullptr));
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuGraphKernelNodeGetAttribute(a, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, nullptr));
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeCopyAttributes(nullptr, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeCopyAttributes(a, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeCopyAttributes(none, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeCopyAttributes(a, none));
  OK(cuGraphDestroy(g));
}

/// A launch works with the parameters of its time, and threads may change graphs of their own.
static void streamsAndThreads() {
  CUgraph g = newGraph();
  CUgraphNode node = addAffine(g, {}, 1, 1);
  CUgraphExec exec = instantiated(g);
  CUstream second;
  OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  fill(0);
  unsigned sum = 0;
  for (unsigned i = 0; i < 60; ++i) {
    Affine kernel(1, i);
    OK(cuGraphExecKernelNodeSetParams(exec, node, &kernel.params));
    OK(cuGraphLaunch(exec, i % 2 ? second : stream));
    sum += i;
  }
  OK(cuStreamSynchronize(second));
  EQUAL(sum, word());
  OK(cuStreamDestroy(second));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));

  fill(0);
  auto work = [](unsigned index) {
    CUgraph own = newGraph();
    CUgraphNode at = addAffine(own, {}, 1, 1, index);
    CUgraphExec made = instantiated(own);
    CUstream mine;
    OK(cuStreamCreate(&mine, CU_STREAM_NON_BLOCKING));
    for (unsigned i = 0; i < 50; ++i) {
      Affine kernel(1, index, index);
      OK(cuGraphExecKernelNodeSetParams(made, at, &kernel.params));
      OK(cuGraphNodeSetEnabled(made, at, i % 2));
      OK(cuGraphLaunch(made, mine));
    }
    OK(cuStreamSynchronize(mine));
    OK(cuStreamDestroy(mine));
    OK(cuGraphExecDestroy(made));
    OK(cuGraphDestroy(own));
  };
  shareWithTwoThreads([&](int thread) { work(unsigned(thread) + 3); });
  EQUAL(75, word(3));
  EQUAL(100, word(4));
}

int main() {
  setUpGraphs();
  enabling();
  attributes();
  streamsAndThreads();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    enabling();
    attributes();
  });
  return finish("GraphKernelStates");
}
