// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs about graphs share: sixteen words of device memory, a stream, and a kernel
// whose effect tells in which order its launches were.
#pragma once

#include "Check.h"

/// affine(p, m, a): *p = *p * m + a, by one thread.
inline const std::string kAffinePtx = std::string(kPtxHead) + R"(
.visible .entry affine(.param .u64 p, .param .u32 m, .param .u32 a) {
  .reg .u32 %r<4>; .reg .u64 %d;
  ld.param.u64 %d, [p];
  cvta.to.global.u64 %d, %d;
  ld.param.u32 %r1, [m];
  ld.param.u32 %r2, [a];
  ld.global.u32 %r3, [%d];
  mad.lo.u32 %r3, %r3, %r1, %r2;
  st.global.u32 [%d], %r3;
  ret;
}
)";

using Nodes = std::vector<CUgraphNode>;
inline constexpr unsigned kWords = 16;
// A thread's own: setUpGraphs() makes them.
inline thread_local CUcontext context;
inline thread_local CUfunction affine;
inline thread_local CUstream stream;
inline thread_local CUdeviceptr words;

inline void setUpGraphs() {
  context = usePrimary();
  affine = kernelOf(loadPtx(kAffinePtx), "affine");
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuMemAlloc(&words, kWords * 4));
}

/// onTwoThreads() with the words and the stream of this thread.
inline void shareWithTwoThreads(const std::function<void(int)> &body) {
  onTwoThreads([&, c = context, f = affine, s = stream, w = words](int i) {
    context = c, affine = f, stream = s, words = w;
    body(i);
  });
}

inline void fill(unsigned value) {
  OK(cuMemsetD32Async(words, value, kWords, stream));
  OK(cuStreamSynchronize(stream));
}
inline unsigned word(unsigned index = 0) {
  unsigned value = 0;
  OK(cuStreamSynchronize(stream));
  OK(cuMemcpyDtoH(&value, words + index * 4, 4));
  return value;
}

/// The parameters of a node that calls affine; they hold their arguments.
struct Affine {
  CUdeviceptr p;
  unsigned m, a;
  void *arguments[3] = {&p, &m, &a};
  CUDA_KERNEL_NODE_PARAMS params{};

  Affine(unsigned m, unsigned a, unsigned index = 0) : p(words + index * 4), m(m), a(a) {
    params.func = affine;
    params.gridDimX = params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
  }
  Affine(const Affine &) = delete;
};

inline CUgraphNode addAffine(CUgraph graph, const Nodes &after, unsigned m, unsigned a,
                             unsigned index = 0) {
  Affine kernel(m, a, index);
  CUgraphNode node = nullptr;
  OK(cuGraphAddKernelNode(&node, graph, after.data(), after.size(), &kernel.params));
  return node;
}

inline CUgraph newGraph() {
  CUgraph graph = nullptr;
  OK(cuGraphCreate(&graph, 0));
  return graph;
}
inline CUgraphExec instantiated(CUgraph graph) {
  CUgraphExec exec = nullptr;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  return exec;
}
inline void launch(CUgraphExec exec) {
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
}
inline void runOnce(CUgraph graph) {
  CUgraphExec exec = instantiated(graph);
  launch(exec);
  OK(cuGraphExecDestroy(exec));
}
inline CUgraphNodeType typeOf(CUgraphNode node) {
  CUgraphNodeType type = CUgraphNodeType(-1);
  OK(cuGraphNodeGetType(node, &type));
  return type;
}
inline size_t countOf(CUgraph graph) {
  size_t count = ~size_t(0);
  OK(cuGraphGetNodes(graph, nullptr, &count));
  return count;
}

inline CUgraphNode empty(CUgraph graph, const Nodes &after = {}) {
  CUgraphNode node = nullptr;
  OK(cuGraphAddEmptyNode(&node, graph, after.data(), after.size()));
  return node;
}

inline size_t edgesOf(CUgraph graph) {
  size_t count = ~size_t(0);
  OK(cuGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  return count;
}
