// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parameters of nodes that copy and fill: in graphs and in executable graphs.
#include "GraphRuns.h"

__device__ int variable[4];

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

int main() {
  makeStreamAndWords();
  copies();
  symbols();
  fills();
  return finish("GraphCopyNodes");
}
