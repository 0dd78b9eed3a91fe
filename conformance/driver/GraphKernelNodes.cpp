// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel nodes: their parameters in graphs and in executable graphs, their attributes, and whether
// they are enabled.
#include "GraphCheck.h"

static const unsigned kMaxGridY = 65535;

static void adding() {
  CUgraph g = newGraph();
  CUgraphNode node = nullptr;
  Affine kernel(1, 1);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddKernelNode(nullptr, g, nullptr, 0, &kernel.params));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphAddKernelNode(&node, nullptr, nullptr, 0, &kernel.params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddKernelNode(&node, g, nullptr, 0, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddKernelNode(&node, g, nullptr, 1, &kernel.params));
  auto refused = [&](auto change) {
    Affine bad(1, 1);
    change(bad.params);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddKernelNode(&node, g, nullptr, 0, &bad.params));
  };
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.gridDimX = 0; });
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.gridDimZ = 0; });
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.gridDimY = kMaxGridY + 1; });
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.blockDimX = 0; });
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.blockDimX = 1025; });
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.blockDimZ = 65; });
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.blockDimX = params.blockDimY = 64; });
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.sharedMemBytes = 1 << 20; });
  refused([](CUDA_KERNEL_NODE_PARAMS &params) { params.kernelParams = nullptr; });
  kernel.params.func = nullptr;
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuGraphAddKernelNode(&node, g, nullptr, 0, &kernel.params)); // seen
  EQUAL(0, countOf(g));
  // The kernel of a library counts only if there is no function.
  kernel.params.func = affine;
  kernel.params.kern = reinterpret_cast<CUkernel>(affine);
  OK(cuGraphAddKernelNode(&node, g, nullptr, 0, &kernel.params));
  kernel.params.func = nullptr;
  kernel.params.kern = nullptr;
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuGraphKernelNodeSetParams(node, &kernel.params)); // seen
  CUgraphExec exec = instantiated(g);
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuGraphExecKernelNodeSetParams(exec, node, &kernel.params)); // seen
  fill(0);
  launch(exec);
  EQUAL(1, word());
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

static void params() {
  CUgraph g = newGraph();
  CUgraphNode node = nullptr;
  CUDA_KERNEL_NODE_PARAMS seen{};
  {
    Affine kernel(7, 5, 3);
    kernel.params.gridDimX = 2;
    kernel.params.blockDimY = 3;
    kernel.params.sharedMemBytes = 64;
    OK(cuGraphAddKernelNode(&node, g, nullptr, 0, &kernel.params));
    kernel.m = kernel.a = 0; // the arguments were copied
  }
  EQUAL(CU_GRAPH_NODE_TYPE_KERNEL, typeOf(node));
  OK(cuGraphKernelNodeGetParams(node, &seen));
  CHECK(seen.func == affine && seen.kern == nullptr);
  EQUAL(2, seen.gridDimX);
  EQUAL(1, seen.gridDimY);
  EQUAL(3, seen.blockDimY);
  EQUAL(64, seen.sharedMemBytes);
  CHECK(seen.extra == nullptr);
  CHECK(seen.kernelParams && *static_cast<CUdeviceptr *>(seen.kernelParams[0]) == words + 12);
  EQUAL(7, *static_cast<unsigned *>(seen.kernelParams[1]));
  EQUAL(5, *static_cast<unsigned *>(seen.kernelParams[2]));
  // What was read can be written back, and to another node.
  CUgraphNode again = nullptr;
  OK(cuGraphAddKernelNode(&again, g, &node, 1, &seen));
  seen.gridDimX = seen.blockDimY = 1;
  OK(cuGraphKernelNodeSetParams(again, &seen));
  OK(cuGraphKernelNodeSetParams(node, &seen)); // the arrays were the node's, until now
  fill(1);
  runOnce(g);
  EQUAL(89, word(3)); // (1 * 7 + 5) * 7 + 5
  EQUAL(1, word(0));

  // The arguments in one buffer.
  struct {
    CUdeviceptr p;
    unsigned m, a;
  } packed{words, 0, 44};
  size_t size = sizeof packed;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  Affine kernel(1, 1);
  kernel.params.kernelParams = nullptr;
  kernel.params.extra = extra;
  OK(cuGraphKernelNodeSetParams(node, &kernel.params));
  fill(0);
  runOnce(g);
  EQUAL(44, word());
  kernel.params.kernelParams = kernel.arguments; // both
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetParams(node, &kernel.params));

  CUgraphNode none = nullptr;
  OK(cuGraphAddEmptyNode(&none, g, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(none, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetParams(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetParams(node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetParams(none, &seen));
  Affine empty(1, 1);
  empty.params.gridDimX = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetParams(node, &empty.params));
  OK(cuGraphDestroy(g));
}

/// The same by the functions for nodes of all types.
static void genericParams() {
  CUgraph g = newGraph();
  CUgraphNode node = nullptr, kept = nullptr;
  Affine first(0, 3), second(0, 4);
  CUgraphNodeParams params{};
  params.type = CU_GRAPH_NODE_TYPE_KERNEL;
  std::memcpy(&params.kernel, &first.params, sizeof params.kernel);
  OK(cuGraphAddNode(&node, g, nullptr, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(nullptr, g, nullptr, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&kept, nullptr, nullptr, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&kept, g, nullptr, nullptr, 0, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&kept, g, nullptr, nullptr, 1, &params));
  params.reserved0[1] = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&kept, g, nullptr, nullptr, 0, &params));
  params.reserved0[1] = 0;
  params.reserved2 = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&kept, g, nullptr, nullptr, 0, &params));
  params.reserved2 = 0;
  params.type = CUgraphNodeType(99);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&kept, g, nullptr, nullptr, 0, &params));
  params.type = CU_GRAPH_NODE_TYPE_KERNEL;
  CUgraphExec exec = instantiated(g);
  launch(exec);
  EQUAL(3, word());
  // The graph, and what was made of it, change apart.
  std::memcpy(&params.kernel, &second.params, sizeof params.kernel);
  OK(cuGraphNodeSetParams(node, &params));
  launch(exec);
  EQUAL(3, word());
  runOnce(g);
  EQUAL(4, word());
  OK(cuGraphExecNodeSetParams(exec, node, &params));
  launch(exec);
  EQUAL(4, word());
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetParams(nullptr, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetParams(node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecNodeSetParams(nullptr, node, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecNodeSetParams(exec, nullptr, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecNodeSetParams(exec, node, nullptr));
  params.type = CU_GRAPH_NODE_TYPE_MEMSET; // not the node's
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetParams(node, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecNodeSetParams(exec, node, &params));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

static void execParams() {
  CUgraph g = newGraph();
  CUgraphNode first = addAffine(g, {}, 0, 1), second = addAffine(g, {first}, 10, 2), node = nullptr;
  CUgraphExec exec = instantiated(g);
  Affine changed(100, 7);
  OK(cuGraphExecKernelNodeSetParams(exec, second, &changed.params));
  launch(exec);
  EQUAL(107, word());
  runOnce(g); // unchanged
  EQUAL(12, word());
  OK(cuGraphAddEmptyNode(&node, g, nullptr, 0)); // later than exec
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(nullptr, first, &changed.params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(exec, nullptr, &changed.params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(exec, first, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(exec, node, &changed.params));
  CUgraphNode late = addAffine(g, {}, 0, 1);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(exec, late, &changed.params));
  changed.params.blockDimX = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(exec, first, &changed.params));
  launch(exec); // as before
  EQUAL(107, word());
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

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
  adding();
  params();
  genericParams();
  execParams();
  enabling();
  attributes();
  streamsAndThreads();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    adding();
    params();
    genericParams();
    execParams();
    enabling();
    attributes();
  });
  return finish("GraphKernelNodes");
}
