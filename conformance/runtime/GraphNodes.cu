// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parameters of nodes that call the host and run kernels: in graphs and in executable graphs.
#include <thread>

#include "GraphRuns.h"

__global__ void affine(int *p, int m, int a) { *p = *p * m + a; }

struct Affine {
  int *p, m, a;
  void *arguments[3] = {&p, &m, &a};
  cudaKernelNodeParams params = {};
  Affine(int m, int a, int index = 0) : p(d + index), m(m), a(a) {
    params.func = reinterpret_cast<void *>(affine);
    params.gridDim = params.blockDim = 1;
    params.kernelParams = arguments;
  }
  Affine(const Affine &) = delete;
};

static int sum;
static void CUDART_CB add(void *by) { sum += *static_cast<int *>(by); }
static void CUDART_CB times(void *by) { sum *= *static_cast<int *>(by); }

static void hostCalls() {
  cudaGraph_t g = newGraph();
  int five = 5;
  cudaHostNodeParams a = {add, &five}, b = {times, &five}, seen = {}, bad = {};
  cudaGraphNode_t node = nullptr, none = nullptr;
  OK(cudaGraphAddHostNode(&node, g, nullptr, 0, &a));
  OK(cudaGraphAddEmptyNode(&none, g, nullptr, 0));
  OK(cudaGraphHostNodeGetParams(node, &seen));
  CHECK(seen.fn == add && seen.userData == &five);
  OK(cudaGraphHostNodeSetParams(node, &b));
  OK(cudaGraphHostNodeGetParams(node, &seen));
  CHECK(seen.fn == times);
  sum = 3;
  runOnce(g);
  EQUAL(15, sum);
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeGetParams(nullptr, &seen));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeGetParams(node, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeGetParams(none, &seen));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeSetParams(nullptr, &a));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeSetParams(node, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeSetParams(node, &bad));
  EXPECT(cudaErrorInvalidValue, cudaGraphHostNodeSetParams(none, &a));
  OK(cudaGraphDestroy(g));
}

static void kernels() {
  cudaGraph_t g = newGraph();
  Affine first(0, 1), second(10, 2), changed(100, 7);
  cudaGraphNode_t a = nullptr, b = nullptr, none = nullptr;
  OK(cudaGraphAddKernelNode(&a, g, nullptr, 0, &first.params));
  OK(cudaGraphAddKernelNode(&b, g, &a, 1, &second.params));
  OK(cudaGraphAddEmptyNode(&none, g, nullptr, 0));
  OK(cudaGraphKernelNodeSetParams(b, &changed.params));
  cudaGraphExec_t exec = instantiated(g);
  launch(exec);
  EQUAL(107, value());
  changed.params.blockDim.x = 0;
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeSetParams(b, &changed.params));
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeSetParams(nullptr, &second.params));
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeSetParams(none, &second.params));
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeSetParams(b, nullptr));
  // The same by the functions for nodes of all types.
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = reinterpret_cast<void *>(affine);
  params.kernel.gridDim = params.kernel.blockDim = 1;
  params.kernel.kernelParams = second.arguments;
  OK(cudaGraphExecNodeSetParams(exec, b, &params));
  launch(exec);
  EQUAL(12, value());
  runOnce(g);
  EQUAL(107, value());
  OK(cudaGraphNodeSetParams(b, &params));
  runOnce(g);
  EQUAL(12, value());
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeSetParams(nullptr, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeSetParams(b, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeSetParams(none, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecNodeSetParams(nullptr, b, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecNodeSetParams(exec, nullptr, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecNodeSetParams(exec, b, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecNodeSetParams(exec, none, &params));

  cudaLaunchAttributeValue attribute = {}, seen = {};
  attribute.cooperative = 1;
  OK(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeCooperative, &attribute));
  OK(cudaGraphKernelNodeGetAttribute(a, cudaLaunchAttributeCooperative, &seen));
  EQUAL(1, seen.cooperative);
  OK(cudaGraphKernelNodeGetAttribute(b, cudaLaunchAttributeCooperative, &seen));
  EQUAL(0, seen.cooperative);
  OK(cudaGraphKernelNodeCopyAttributes(b, a));
  OK(cudaGraphKernelNodeGetAttribute(b, cudaLaunchAttributeCooperative, &seen));
  EQUAL(1, seen.cooperative);
  runOnce(g);
  EQUAL(12, value());
  EXPECT(cudaErrorInvalidValue,
         cudaGraphKernelNodeSetAttribute(nullptr, cudaLaunchAttributeCooperative, &attribute));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphKernelNodeSetAttribute(none, cudaLaunchAttributeCooperative, &attribute));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeID(99), &attribute));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphKernelNodeGetAttribute(nullptr, cudaLaunchAttributeCooperative, &seen));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphKernelNodeGetAttribute(a, cudaLaunchAttributeID(99), &seen));
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeCopyAttributes(nullptr, a));
  EXPECT(cudaErrorInvalidValue, cudaGraphKernelNodeCopyAttributes(a, none));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

/// Parameters change between launches to two streams; two threads do that with graphs of their own.
static void streamsAndThreads() {
  fill(0);
  auto work = [](int index) {
    cudaStream_t streams[2];
    for (cudaStream_t &made : streams)
      OK(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    cudaGraph_t g = newGraph();
    cudaGraphNode_t set = nullptr, run = nullptr;
    cudaMemsetParams params = {};
    params.dst = d + index;
    params.elementSize = 4;
    params.width = params.height = 1;
    OK(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &params));
    Affine kernel(10, 1, index);
    OK(cudaGraphAddKernelNode(&run, g, &set, 1, &kernel.params));
    cudaGraphExec_t exec = instantiated(g);
    for (int i = 0; i < 30; ++i) {
      params.value = index + i;
      OK(cudaGraphExecMemsetNodeSetParams(exec, set, &params));
      OK(cudaGraphLaunch(exec, streams[i % 2]));
    }
    for (cudaStream_t made : streams) {
      OK(cudaStreamSynchronize(made));
      OK(cudaStreamDestroy(made));
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(g));
  };
  std::thread one(work, 3), two(work, 4);
  one.join();
  two.join();
  EQUAL(321, value(3));
  EQUAL(331, value(4));
}

int main() {
  makeStreamAndWords();
  hostCalls();
  kernels();
  streamsAndThreads();
  return finish("GraphNodes");
}
