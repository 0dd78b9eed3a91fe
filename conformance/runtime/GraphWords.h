// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels, and words in device memory, for the programs about graphs.
#pragma once

#include "Check.h"

__global__ void add(int *p, int v) { atomicAdd(p, v); }
__global__ void times(int *p, int v) { *p *= v; }
__global__ void set(int *p, int v) { *p = v; }

inline cudaStream_t s;
inline int *d; // sixteen words of device memory

inline int value(int index = 0) {
  int v = 0;
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(&v, d + index, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}
inline void clear() {
  OK(cudaMemset(d, 0, 64));
  OK(cudaDeviceSynchronize()); // the stream of the graphs does not wait for it
}

/// A graph of the node alone, launched once.
inline cudaGraphExec_t runOnce(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  return exec;
}

inline cudaGraphNode_t addKernel(cudaGraph_t graph, cudaGraphNode_t after, void (*f)(int *, int),
                                 int *p, int v) {
  void *args[] = {&p, &v};
  cudaKernelNodeParams params = {};
  params.func = (void *)f;
  params.gridDim = params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t node = nullptr;
  OK(cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &params));
  return node;
}

/// To be called first.
inline void makeStreamAndWords() {
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaMalloc(&d, 64));
}
