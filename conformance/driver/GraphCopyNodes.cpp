// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes that copy: in graphs and in executable graphs.
#include "GraphCheck.h"

static CUDA_MEMCPY3D linear(CUdeviceptr to, const void *from, size_t bytes) {
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = from;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = to;
  copy.WidthInBytes = bytes;
  copy.Height = copy.Depth = 1;
  return copy;
}

static void copies() {
  CUgraph g = newGraph();
  unsigned host[kWords] = {1, 2, 3, 4}, back[kWords] = {};
  CUgraphNode to = nullptr, from = nullptr, node = nullptr;
  CUDA_MEMCPY3D in = linear(words, host, 16), out{}, seen{};
  OK(cuGraphAddMemcpyNode(&to, g, nullptr, 0, &in, context));
  EQUAL(CU_GRAPH_NODE_TYPE_MEMCPY, typeOf(to));
  // Rows of 4 bytes, from and to other pitches and offsets: words 1 and 3 become 5 and 8.
  out.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  out.srcDevice = words;
  out.srcXInBytes = 4;
  out.srcPitch = 8;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = back;
  out.dstPitch = 12;
  out.dstXInBytes = 8;
  out.dstY = 1;
  out.WidthInBytes = 4;
  out.Height = 2;
  out.Depth = 1;
  OK(cuGraphAddMemcpyNode(&from, g, &to, 1, &out, context));
  OK(cuGraphMemcpyNodeGetParams(from, &seen));
  CHECK(seen.srcDevice == words && seen.dstHost == back);
  EQUAL(4, seen.srcXInBytes);
  EQUAL(12, seen.dstPitch);
  EQUAL(1, seen.dstY);
  EQUAL(2, seen.Height);
  runOnce(g);
  EQUAL(2, back[5]);
  EQUAL(4, back[8]);
  EQUAL(0, back[2]);
  // An odd number of bytes.
  unsigned char odd[7] = {9, 9, 9, 9, 9, 9, 9};
  in = linear(words + 1, odd, 3);
  OK(cuGraphMemcpyNodeSetParams(to, &in));
  OK(cuGraphMemcpyNodeGetParams(to, &seen));
  EQUAL(3, seen.WidthInBytes);
  fill(0);
  runOnce(g);
  EQUAL(0x09090900, word());
  EQUAL(0, word(1));

  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemcpyNode(nullptr, g, nullptr, 0, &in, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemcpyNode(&node, nullptr, nullptr, 0, &in, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemcpyNode(&node, g, nullptr, 0, nullptr, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemcpyNode(&node, g, nullptr, 1, &in, context));
  auto refused = [&](auto change) {
    CUDA_MEMCPY3D bad = linear(words, host, 16);
    change(bad);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemcpyNode(&node, g, nullptr, 0, &bad, context));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeSetParams(to, &bad));
  };
  refused([](CUDA_MEMCPY3D &copy) { copy.dstMemoryType = CUmemorytype(9); });
  refused([](CUDA_MEMCPY3D &copy) { copy.srcMemoryType = CUmemorytype(0); });
  refused([](CUDA_MEMCPY3D &copy) { copy.dstPitch = 8, copy.Height = 2; }); // below the width
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeGetParams(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeGetParams(to, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeSetParams(nullptr, &in));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeSetParams(to, nullptr));
  OK(cuGraphAddEmptyNode(&node, g, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeGetParams(node, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeSetParams(node, &in));
  EQUAL(3, countOf(g));
  OK(cuGraphDestroy(g));
}

static void execCopies() {
  CUgraph g = newGraph();
  unsigned host[4] = {1, 2, 3, 4}, other[4] = {5, 6, 7, 8};
  CUgraphNode node = nullptr, flat = nullptr;
  CUDA_MEMCPY3D in = linear(words, host, 16), changed = linear(words + 8, other, 8);
  OK(cuGraphAddMemcpyNode(&node, g, nullptr, 0, &in, context));
  CUDA_MEMCPY3D rows = linear(words + 32, host, 4);
  rows.srcPitch = rows.dstPitch = 8;
  rows.Height = 2;
  OK(cuGraphAddMemcpyNode(&flat, g, nullptr, 0, &rows, context));
  CUgraphExec exec = instantiated(g);
  fill(0);
  launch(exec);
  EQUAL(3, word(2));
  EQUAL(3, word(10));
  OK(cuGraphExecMemcpyNodeSetParams(exec, node, &changed, context));
  fill(0);
  launch(exec);
  EQUAL(0, word(1));
  EQUAL(5, word(2));
  EQUAL(6, word(3));
  EQUAL(0, word(4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemcpyNodeSetParams(nullptr, node, &in, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemcpyNodeSetParams(exec, nullptr, &in, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemcpyNodeSetParams(exec, node, nullptr, context));
  // "Both the instantiation-time and call-time memory operations must be 1-dimensional."
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemcpyNodeSetParams(exec, flat, &in, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemcpyNodeSetParams(exec, node, &rows, context));
  // "Zero-length operations are not supported."
  CUDA_MEMCPY3D zero = linear(words, host, 0);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemcpyNodeSetParams(exec, node, &zero, context));
  // The kinds of memory have to stay.
  CUDA_MEMCPY3D backwards{};
  backwards.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  backwards.srcDevice = words;
  backwards.dstMemoryType = CU_MEMORYTYPE_HOST;
  backwards.dstHost = host;
  backwards.WidthInBytes = 16;
  backwards.Height = backwards.Depth = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemcpyNodeSetParams(exec, node, &backwards, context));
  CUgraphNodeParams params{};
  params.type = CU_GRAPH_NODE_TYPE_MEMCPY;
  params.memcpy.copyCtx = context;
  params.memcpy.copyParams = in;
  OK(cuGraphExecNodeSetParams(exec, node, &params));
  params.memcpy.flags = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecNodeSetParams(exec, node, &params));
  fill(0);
  launch(exec);
  EQUAL(1, word(0));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

int main() {
  setUpGraphs();
  copies();
  execCopies();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    copies();
    execCopies();
  });
  return finish("GraphCopyNodes");
}
