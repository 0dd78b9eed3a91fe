// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes that fill and call the host, and data that passes through a graph.
#include "GraphCheck.h"

static CUDA_MEMSET_NODE_PARAMS filling(CUdeviceptr to, unsigned value, unsigned size, size_t width,
                                       size_t height = 1, size_t pitch = 0) {
  CUDA_MEMSET_NODE_PARAMS params{};
  params.dst = to;
  params.value = value;
  params.elementSize = size;
  params.width = width;
  params.height = height;
  params.pitch = pitch;
  return params;
}

static void fills() {
  CUgraph g = newGraph();
  CUgraphNode node = nullptr, none = nullptr;
  CUDA_MEMSET_NODE_PARAMS params = filling(words + 4, 0x01020304, 4, 2), seen{};
  OK(cuGraphAddMemsetNode(&node, g, nullptr, 0, &params, context));
  EQUAL(CU_GRAPH_NODE_TYPE_MEMSET, typeOf(node));
  OK(cuGraphMemsetNodeGetParams(node, &seen));
  CHECK(seen.dst == words + 4);
  EQUAL(0x01020304, seen.value);
  EQUAL(4, seen.elementSize);
  EQUAL(2, seen.width);
  EQUAL(1, seen.height);
  fill(0);
  runOnce(g);
  EQUAL(0, word(0));
  EQUAL(0x01020304, word(1));
  EQUAL(0x01020304, word(2));
  EQUAL(0, word(3));
  // Smaller elements take the low bytes; rows.
  params = filling(words + 2, 0xabcd, 2, 3, 2, 16);
  OK(cuGraphMemsetNodeSetParams(node, &params));
  fill(0);
  runOnce(g);
  EQUAL(0xabcd0000, word(0));
  EQUAL(0xabcdabcd, word(1));
  EQUAL(0, word(2));
  EQUAL(0xabcd0000, word(4));
  params = filling(words + 1, 0x7f, 1, 1);
  OK(cuGraphMemsetNodeSetParams(node, &params));
  fill(0);
  runOnce(g);
  EQUAL(0x7f00, word(0));

  auto refused = [&](CUDA_MEMSET_NODE_PARAMS bad) {
    CUgraphNode added = nullptr;
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemsetNode(&added, g, nullptr, 0, &bad, context));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeSetParams(node, &bad));
  };
  refused(filling(words, 0, 3, 1));
  refused(filling(words, 0, 0, 1));
  refused(filling(words, 0, 8, 1));
  refused(filling(words + 2, 0, 4, 1));   // unaligned
  refused(filling(words, 0, 4, 2, 2, 4)); // the pitch is below the width
  refused(filling(0, 0, 4, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemsetNode(nullptr, g, nullptr, 0, &params, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphAddMemsetNode(&none, nullptr, nullptr, 0, &params, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemsetNode(&none, g, nullptr, 0, nullptr, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemsetNode(&none, g, nullptr, 1, &params, context));
  OK(cuGraphAddEmptyNode(&none, g, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeGetParams(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeGetParams(node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeGetParams(none, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeSetParams(nullptr, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeSetParams(node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeSetParams(none, &params));

  CUgraphExec exec = instantiated(g);
  CUDA_MEMSET_NODE_PARAMS changed = filling(words + 8, 6, 4, 2);
  OK(cuGraphExecMemsetNodeSetParams(exec, node, &changed, context));
  fill(0);
  launch(exec);
  EQUAL(0, word(0));
  EQUAL(6, word(3));
  CUDA_MEMSET_NODE_PARAMS rows = filling(words, 1, 4, 1, 2, 8);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemsetNodeSetParams(exec, node, &rows, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphExecMemsetNodeSetParams(nullptr, node, &changed, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphExecMemsetNodeSetParams(exec, nullptr, &changed, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemsetNodeSetParams(exec, node, nullptr, context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecMemsetNodeSetParams(exec, none, &changed, context));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

/// Many bytes, of an odd number.
static void large() {
  const size_t bytes = (1u << 25) + 3;
  CUdeviceptr a = 0, b = 0;
  OK(cuMemAlloc(&a, bytes));
  OK(cuMemAlloc(&b, bytes));
  CUgraph g = newGraph();
  CUgraphNode set = nullptr, change = nullptr, copy = nullptr, out = nullptr;
  CUDA_MEMSET_NODE_PARAMS all = filling(a, 0x5a, 1, bytes),
                          end = filling(a + bytes - 1, 0x66, 1, 1);
  OK(cuGraphAddMemsetNode(&set, g, nullptr, 0, &all, context));
  OK(cuGraphAddMemsetNode(&change, g, &set, 1, &end, context));
  CUDA_MEMCPY3D params{};
  params.srcMemoryType = params.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  params.srcDevice = a;
  params.dstDevice = b;
  params.WidthInBytes = bytes;
  params.Height = params.Depth = 1;
  OK(cuGraphAddMemcpyNode(&copy, g, &change, 1, &params, context));
  std::vector<unsigned char> host(bytes, 1);
  params.srcDevice = b;
  params.dstMemoryType = CU_MEMORYTYPE_HOST;
  params.dstHost = host.data();
  OK(cuGraphAddMemcpyNode(&out, g, &copy, 1, &params, context));
  runOnce(g);
  size_t wrong = 0;
  for (size_t i = 0; i + 1 < bytes; ++i)
    wrong += host[i] != 0x5a;
  EQUAL(0, wrong);
  EQUAL(0x66, host[bytes - 1]);
  OK(cuGraphDestroy(g));
  OK(cuMemFree(a));
  OK(cuMemFree(b));
}

static int sum;
static void CUDA_CB add(void *by) { sum += *static_cast<int *>(by); }
static void CUDA_CB times(void *by) { sum *= *static_cast<int *>(by); }

static void hostCalls() {
  CUgraph g = newGraph();
  CUgraphNode first = nullptr, second = nullptr, none = nullptr;
  int five = 5, ten = 10;
  CUDA_HOST_NODE_PARAMS a{}, b{}, seen{};
  a.fn = add, a.userData = &five;
  b.fn = times, b.userData = &ten;
  OK(cuGraphAddHostNode(&first, g, nullptr, 0, &a));
  OK(cuGraphAddHostNode(&second, g, &first, 1, &b));
  EQUAL(CU_GRAPH_NODE_TYPE_HOST, typeOf(first));
  OK(cuGraphHostNodeGetParams(second, &seen));
  CHECK(seen.fn == times && seen.userData == &ten);
  sum = 1;
  runOnce(g);
  EQUAL(60, sum);
  OK(cuGraphHostNodeSetParams(second, &a));
  sum = 1;
  CUgraphExec exec = instantiated(g);
  launch(exec);
  EQUAL(11, sum);
  OK(cuGraphExecHostNodeSetParams(exec, first, &b));
  sum = 1;
  launch(exec);
  EQUAL(15, sum);
  OK(cuGraphHostNodeGetParams(first, &seen)); // the graph's is as before
  CHECK(seen.fn == add);
  CUDA_HOST_NODE_PARAMS bad{};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddHostNode(&none, g, nullptr, 0, &bad));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeSetParams(first, &bad));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecHostNodeSetParams(exec, first, &bad));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddHostNode(nullptr, g, nullptr, 0, &a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddHostNode(&none, nullptr, nullptr, 0, &a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddHostNode(&none, g, nullptr, 0, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddHostNode(&none, g, nullptr, 1, &a));
  OK(cuGraphAddEmptyNode(&none, g, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeGetParams(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeGetParams(first, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeGetParams(none, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeSetParams(nullptr, &a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeSetParams(first, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeSetParams(none, &a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecHostNodeSetParams(nullptr, first, &a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecHostNodeSetParams(exec, nullptr, &a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecHostNodeSetParams(exec, first, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecHostNodeSetParams(exec, none, &a));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

/// Fill, kernel, copy in one graph each, from two threads, each launch to another stream.
static void streamsAndThreads() {
  auto work = [](unsigned index) {
    CUstream streams[2];
    for (CUstream &made : streams)
      OK(cuStreamCreate(&made, CU_STREAM_NON_BLOCKING));
    unsigned result = 0;
    CUgraph g = newGraph();
    CUgraphNode set = nullptr, copy = nullptr;
    CUDA_MEMSET_NODE_PARAMS params = filling(words + index * 4, index, 4, 1);
    OK(cuGraphAddMemsetNode(&set, g, nullptr, 0, &params, context));
    CUDA_MEMCPY3D out{};
    out.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    out.srcDevice = words + index * 4;
    out.dstMemoryType = CU_MEMORYTYPE_HOST;
    out.dstHost = &result;
    out.WidthInBytes = 4;
    out.Height = out.Depth = 1;
    CUgraphNode kernel = addAffine(g, {set}, 10, 1, index);
    OK(cuGraphAddMemcpyNode(&copy, g, &kernel, 1, &out, context));
    CUgraphExec exec = instantiated(g);
    for (unsigned i = 0; i < 20; ++i) {
      params.value = index + i;
      OK(cuGraphExecMemsetNodeSetParams(exec, set, &params, context));
      OK(cuGraphLaunch(exec, streams[i % 2]));
      if (i % 4 == 3) {
        OK(cuStreamSynchronize(streams[1]));
        EQUAL((index + i) * 10 + 1, result);
      }
    }
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(g));
    for (CUstream made : streams)
      OK(cuStreamDestroy(made));
  };
  shareWithTwoThreads([&](int thread) { work(unsigned(thread) + 5); });
}

int main() {
  setUpGraphs();
  fills();
  large();
  hostCalls();
  streamsAndThreads();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    fills();
  });
  return finish("GraphDataNodes");
}
