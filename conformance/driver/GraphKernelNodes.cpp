// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel nodes: their parameters in graphs and in executable graphs.
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

int main() {
  setUpGraphs();
  adding();
  params();
  genericParams();
  execParams();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    adding();
    params();
    genericParams();
    execParams();
  });
  return finish("GraphKernelNodes");
}
