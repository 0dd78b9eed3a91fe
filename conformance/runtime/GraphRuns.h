// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs that run in a stream on words of device memory.
#pragma once

#include "Check.h"

inline cudaStream_t s;
inline int *d; // sixteen words of device memory

inline int value(int index = 0) {
  int v = 0;
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(&v, d + index, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}
inline void fill(int v) {
  int words[16];
  for (int &word : words)
    word = v;
  OK(cudaMemcpy(d, words, sizeof words, cudaMemcpyHostToDevice));
  OK(cudaDeviceSynchronize());
}
inline cudaGraph_t newGraph() {
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}
inline cudaGraphExec_t instantiated(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  return exec;
}
inline void launch(cudaGraphExec_t exec) {
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
}
inline void runOnce(cudaGraph_t graph) {
  cudaGraphExec_t exec = instantiated(graph);
  launch(exec);
  OK(cudaGraphExecDestroy(exec));
}

/// To be called first.
inline void makeStreamAndWords() {
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaMalloc(&d, 64));
}
