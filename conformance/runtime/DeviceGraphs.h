// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs for device code to launch, and kernels that launch them and leave marks.
#pragma once

#include <cstdlib>
#include <vector>

#include "Check.h"

__device__ int marks[1024], marked, codes[512], left;
__device__ cudaGraphExec_t children[300];

__device__ void put(int value) { marks[atomicAdd(&marked, 1)] = value; }
__global__ void mark(int value) { put(value); }
__global__ void slow(int value) {
  unsigned long long now, end = 0; // in 10 ms
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    end = end ? end : now + 10000000;
  } while (now < end);
  put(value);
}
/// Launches `count` of the children into one stream.
__global__ void launches(int first, int count, cudaStream_t stream, int value) {
  put(value);
  for (int i = first; i < first + count; ++i)
    codes[i] = cudaGraphLaunch(children[i], stream);
  put(value + 1);
}
__global__ void launchesAgain(int value) {
  codes[0] = cudaGraphLaunch(children[0], cudaStreamGraphFireAndForget);
  codes[1] = cudaGraphLaunch(children[0], cudaStreamGraphFireAndForget);
  codes[2] = cudaGraphLaunch(children[1], cudaStreamGraphTailLaunch);
  codes[3] = cudaGraphLaunch(children[1], cudaStreamGraphTailLaunch);
  codes[4] = cudaGraphLaunch(children[0], nullptr);
  codes[5] = cudaGraphLaunch(nullptr, cudaStreamGraphTailLaunch);
  codes[6] = cudaGetCurrentGraphExec() == nullptr;
}
__global__ void repeats() {
  put(10);
  codes[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphFireAndForget);
  codes[1] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphFireAndForgetAsSibling);
  if (--left > 0) {
    codes[2] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
    codes[3] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
  }
}
__global__ void counts() {
  if (--left > 0)
    codes[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}
__device__ __noinline__ int indirectly() {
  return cudaGraphLaunch(children[0], cudaStreamGraphTailLaunch);
}
__device__ int (*volatile pointer)() = indirectly;
__global__ void mayLaunch(int really) { codes[0] = really ? pointer() : 5; }
__global__ void asks() { codes[0] = cudaGetCurrentGraphExec() ? 2 : 1; }
__global__ void launchesKernels() { mark<<<1, 1>>>(1); }
__global__ void usesRuntime() { codes[0] = cudaGetLastError(); }

inline cudaGraph_t newGraph() {
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}
/// `arguments`: pointers to them.
inline cudaGraphNode_t add(cudaGraph_t graph, const void *kernel,
                           std::initializer_list<const void *> arguments = {},
                           cudaGraphNode_t after = nullptr) {
  std::vector<void *> pointers;
  for (const void *argument : arguments)
    pointers.push_back(const_cast<void *>(argument));
  cudaKernelNodeParams params = {};
  params.func = const_cast<void *>(kernel);
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = pointers.data();
  cudaGraphNode_t node = nullptr;
  OK(cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after != nullptr, &params));
  return node;
}
inline cudaGraphExec_t forDevice(cudaGraph_t graph, bool uploaded = true) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
  if (uploaded)
    OK(cudaGraphUpload(exec, nullptr));
  return exec;
}
inline cudaGraphExec_t forHost(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  return exec;
}
inline void setChild(int i, cudaGraphExec_t exec) {
  OK(cudaMemcpyToSymbol(children, &exec, sizeof exec, i * sizeof exec));
}
/// Puts one value, or another one after a while.
inline cudaGraph_t putting(int value, int later = 0) {
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t first = add(graph, (void *)(later ? slow : mark), {&value});
  if (later)
    add(graph, (void *)mark, {&later}, first);
  return graph;
}
/// Launches, then puts 5.
inline cudaGraph_t launching(int first, int count, cudaStream_t stream, int value = 1,
                             int after = 5) {
  cudaGraph_t graph = newGraph();
  add(graph, (void *)mark, {&after},
      add(graph, (void *)launches, {&first, &count, &stream, &value}));
  return graph;
}

inline int code(int i) {
  int value;
  OK(cudaMemcpyFromSymbol(&value, codes, sizeof value, i * sizeof value));
  return value;
}
inline void setLeft(int value) { OK(cudaMemcpyToSymbol(left, &value, sizeof value)); }
inline std::vector<int> takeMarks() {
  OK(cudaDeviceSynchronize());
  int count = 0, none = 0, values[1024];
  OK(cudaMemcpyFromSymbol(&count, marked, sizeof count));
  OK(cudaMemcpyFromSymbol(values, marks, sizeof values));
  OK(cudaMemcpyToSymbol(marked, &none, sizeof none));
  return {values, values + count};
}
#define MARKS(...) CHECK((takeMarks() == std::vector<int>{__VA_ARGS__}))

inline const cudaStream_t kTail = cudaStreamGraphTailLaunch, kForget = cudaStreamGraphFireAndForget,
                          kSibling = cudaStreamGraphFireAndForgetAsSibling;
