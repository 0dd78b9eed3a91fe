// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parameters of nodes that copy, fill, call the host and run kernels: in graphs and in
// executable graphs.
#include "Check.h"

#include <thread>

__global__ void affine(int *p, int m, int a) { *p = *p * m + a; }
__device__ int variable[4];

static cudaStream_t s;
static int *d; // sixteen words of device memory

static int value(int index = 0) {
  int v = 0;
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(&v, d + index, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}
static void fill(int v) {
  int words[16];
  for (int &word : words)
    word = v;
  OK(cudaMemcpy(d, words, sizeof words, cudaMemcpyHostToDevice));
  OK(cudaDeviceSynchronize());
}
static cudaGraph_t newGraph() {
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}
static cudaGraphExec_t instantiated(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  return exec;
}
static void launch(cudaGraphExec_t exec) {
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
}
static void runOnce(cudaGraph_t graph) {
  cudaGraphExec_t exec = instantiated(graph);
  launch(exec);
  OK(cudaGraphExecDestroy(exec));
}

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

static cudaMemcpy3DParms linear(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = make_cudaPitchedPtr(const_cast<void *>(from), bytes, bytes, 1);
  parms.dstPtr = make_cudaPitchedPtr(to, bytes, bytes, 1);
  parms.extent = make_cudaExtent(bytes, 1, 1);
  parms.kind = kind;
  return parms;
}

static void copies() {
  cudaGraph_t g = newGraph();
  int host[4] = {1, 2, 3, 4}, other[4] = {5, 6, 7, 8};
  cudaGraphNode_t node = nullptr, none = nullptr;
  cudaMemcpy3DParms in = linear(d, host, 16, cudaMemcpyHostToDevice), seen = {};
  OK(cudaGraphAddMemcpyNode(&node, g, nullptr, 0, &in));
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(node, &type));
  EQUAL(cudaGraphNodeTypeMemcpy, type);
  OK(cudaGraphMemcpyNodeGetParams(node, &seen));
  CHECK(seen.dstPtr.ptr == d && seen.srcPtr.ptr == host);
  EQUAL(16, seen.extent.width);
  EQUAL(1, seen.extent.height);
  fill(0);
  runOnce(g);
  EQUAL(4, value(3));
  // Two rows of 4 bytes out of 8, one word further.
  in.srcPtr = make_cudaPitchedPtr(other, 8, 2, 2);
  in.dstPtr = make_cudaPitchedPtr(d, 12, 3, 2);
  in.dstPos.x = 4;
  in.extent = make_cudaExtent(4, 2, 1);
  OK(cudaGraphMemcpyNodeSetParams(node, &in));
  fill(0);
  runOnce(g);
  EQUAL(5, value(1));
  EQUAL(0, value(2));
  EQUAL(7, value(4));
  in = linear(d, host, 16, cudaMemcpyHostToDevice);
  OK(cudaGraphMemcpyNodeSetParams(node, &in));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemcpyNode(nullptr, g, nullptr, 0, &in));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemcpyNode(&none, nullptr, nullptr, 0, &in));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemcpyNode(&none, g, nullptr, 1, &in));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemcpyNode(&none, g, nullptr, 0, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams(nullptr, &in));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams(node, nullptr));
  cudaMemcpy3DParms bad = in;
  bad.kind = cudaMemcpyKind(9);
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaGraphAddMemcpyNode(&none, g, nullptr, 0, &bad));
  OK(cudaGraphAddEmptyNode(&none, g, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams(none, &in));

  cudaGraphExec_t exec = instantiated(g);
  cudaMemcpy3DParms changed = linear(d + 8, other, 8, cudaMemcpyHostToDevice);
  OK(cudaGraphExecMemcpyNodeSetParams(exec, node, &changed));
  fill(0);
  launch(exec);
  EQUAL(0, value(0));
  EQUAL(6, value(9));
  EQUAL(0, value(10));
  OK(cudaGraphExecMemcpyNodeSetParams1D(exec, node, d + 2, other + 1, 4, cudaMemcpyHostToDevice));
  fill(0);
  launch(exec);
  EQUAL(6, value(2));
  EQUAL(0, value(3));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams(nullptr, node, &in));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams(exec, nullptr, &in));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams(exec, node, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams(exec, none, &in));
  in.extent.height = 2; // no line
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams(exec, node, &in));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParams1D(nullptr, node, d, host, 4, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParams1D(exec, none, d, host, 4, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParams1D(exec, node, d, host, 0, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidValue, // memory of another kind
         cudaGraphExecMemcpyNodeSetParams1D(exec, node, host, d, 4, cudaMemcpyDeviceToHost));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

static void symbols() {
  cudaGraph_t g = newGraph();
  int in[4] = {1, 2, 3, 4}, other[4] = {5, 6, 7, 8}, out[4] = {};
  cudaGraphNode_t to = nullptr, from = nullptr, none = nullptr;
  OK(cudaGraphAddMemcpyNode1D(&to, g, nullptr, 0, d, in, 16, cudaMemcpyHostToDevice));
  OK(cudaGraphAddMemcpyNode1D(&from, g, &to, 1, out, d, 16, cudaMemcpyDeviceToHost));
  OK(cudaGraphAddEmptyNode(&none, g, nullptr, 0));
  OK(cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, in, 16, 0, cudaMemcpyHostToDevice));
  OK(cudaGraphMemcpyNodeSetParamsFromSymbol(from, out, variable, 8, 4, cudaMemcpyDeviceToHost));
  runOnce(g);
  EQUAL(2, out[0]);
  EQUAL(3, out[1]);
  EQUAL(0, out[2]);
  cudaGraphExec_t exec = instantiated(g);
  OK(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, variable, other, 4, 8,
                                              cudaMemcpyHostToDevice));
  OK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out, variable, 16, 0,
                                                cudaMemcpyDeviceToHost));
  launch(exec);
  EQUAL(1, out[0]);
  EQUAL(5, out[2]);
  EQUAL(4, out[3]);
  constexpr auto kIn = cudaMemcpyHostToDevice, kOut = cudaMemcpyDeviceToHost;
  EXPECT(cudaErrorInvalidValue,
         cudaGraphMemcpyNodeSetParamsToSymbol(nullptr, variable, in, 4, 0, kIn));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphMemcpyNodeSetParamsToSymbol(none, variable, in, 4, 0, kIn));
  EXPECT(cudaErrorInvalidSymbol, cudaGraphMemcpyNodeSetParamsToSymbol(to, in, in, 4, 0, kIn));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, in, 16, 4, kIn));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphMemcpyNodeSetParamsFromSymbol(nullptr, out, variable, 4, 0, kOut));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphMemcpyNodeSetParamsFromSymbol(none, out, variable, 4, 0, kOut));
  EXPECT(cudaErrorInvalidSymbol, cudaGraphMemcpyNodeSetParamsFromSymbol(from, out, in, 4, 0, kOut));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphMemcpyNodeSetParamsFromSymbol(from, out, variable, 4, 16, kOut));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsToSymbol(nullptr, to, variable, in, 4, 0, kIn));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, none, variable, in, 4, 0, kIn));
  EXPECT(cudaErrorInvalidSymbol,
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, in, in, 4, 0, kIn));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, variable, in, 16, 4, kIn));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsFromSymbol(nullptr, from, out, variable, 4, 0, kOut));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, none, out, variable, 4, 0, kOut));
  EXPECT(cudaErrorInvalidSymbol,
         cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out, in, 4, 0, kOut));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out, variable, 4, 16, kOut));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

static void fills() {
  cudaGraph_t g = newGraph();
  cudaGraphNode_t node = nullptr, none = nullptr;
  cudaMemsetParams params = {}, seen = {};
  params.dst = d + 1;
  params.value = 0x0102;
  params.elementSize = 2;
  params.width = 3;
  params.height = 1;
  OK(cudaGraphAddMemsetNode(&node, g, nullptr, 0, &params));
  OK(cudaGraphAddEmptyNode(&none, g, nullptr, 0));
  OK(cudaGraphMemsetNodeGetParams(node, &seen));
  CHECK(seen.dst == d + 1);
  EQUAL(0x0102, seen.value);
  EQUAL(2, seen.elementSize);
  EQUAL(3, seen.width);
  fill(0);
  runOnce(g);
  EQUAL(0x01020102, value(1));
  EQUAL(0x0102, value(2));
  params.elementSize = 4;
  params.value = 9;
  params.width = 1;
  OK(cudaGraphMemsetNodeSetParams(node, &params));
  cudaGraphExec_t exec = instantiated(g);
  fill(0);
  launch(exec);
  EQUAL(9, value(1));
  EQUAL(0, value(2));
  params.value = 8;
  params.width = 2;
  OK(cudaGraphExecMemsetNodeSetParams(exec, node, &params));
  fill(0);
  launch(exec);
  EQUAL(8, value(2));
  cudaMemsetParams bad = params;
  bad.elementSize = 3;
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeSetParams(node, &bad));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(exec, node, &bad));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeGetParams(nullptr, &seen));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeGetParams(node, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeGetParams(none, &seen));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeSetParams(nullptr, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeSetParams(node, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemsetNodeSetParams(none, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(nullptr, node, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(exec, nullptr, &params));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(exec, node, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(exec, none, &params));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

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
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaMalloc(&d, 64));
  copies();
  symbols();
  fills();
  hostCalls();
  kernels();
  streamsAndThreads();
  return finish("GraphNodes");
}
