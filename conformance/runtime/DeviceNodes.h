// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel node that device code can change, kernels that change it, and what it runs with.
#pragma once
#include "Check.h"

struct Seen {
  int grid, first, second;
  bool operator==(const Seen &other) const {
    return grid == other.grid && first == other.first && second == other.second;
  }
};
__device__ Seen seen;
__device__ int code;
__device__ cudaGraphDeviceNode_t node;

__global__ void updated(int first, int second) {
  if (!threadIdx.x && !blockIdx.x && !blockIdx.y)
    seen = {int(gridDim.x), first, second};
}
__global__ void setTyped(size_t offset, int value) {
  code = cudaGraphKernelNodeSetParam(node, offset, value);
}
__global__ void setBytes(size_t offset, size_t size, int value) {
  code = cudaGraphKernelNodeSetParam(node, offset, &value, size);
}
__global__ void setGrid(unsigned x, unsigned y) {
  code = cudaGraphKernelNodeSetGridDim(node, dim3(x, y));
}
__global__ void setEnabled(bool isEnabled) {
  code = cudaGraphKernelNodeSetEnabled(node, isEnabled);
}

inline cudaGraph_t newGraph() {
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}
inline cudaKernelNodeParams paramsOf(const void *kernel, void **arguments, int blocks = 1) {
  cudaKernelNodeParams params = {};
  params.func = const_cast<void *>(kernel);
  params.gridDim = dim3(blocks);
  params.blockDim = dim3(1);
  params.kernelParams = arguments;
  return params;
}
constexpr auto kUpdatable = cudaLaunchAttributeDeviceUpdatableKernelNode;
inline cudaError_t make(cudaGraphNode_t kernel, int updatable, cudaGraphDeviceNode_t &handle) {
  cudaLaunchAttributeValue value = {};
  value.deviceUpdatableKernelNode.deviceUpdatable = updatable;
  cudaError_t result = cudaGraphKernelNodeSetAttribute(kernel, kUpdatable, &value);
  handle = value.deviceUpdatableKernelNode.devNode;
  return result;
}
/// With four blocks and the parameters 1 and 2; `node` is set to it.
inline cudaGraphNode_t addUpdated(cudaGraph_t graph, cudaGraphNode_t after = nullptr) {
  int first = 1, second = 2;
  void *arguments[] = {&first, &second};
  cudaKernelNodeParams params = paramsOf((void *)updated, arguments, 4);
  cudaGraphNode_t kernel = nullptr;
  cudaGraphDeviceNode_t handle = nullptr;
  OK(cudaGraphAddKernelNode(&kernel, graph, after ? &after : nullptr, after != nullptr, &params));
  OK(make(kernel, 1, handle));
  CHECK(handle != nullptr);
  OK(cudaMemcpyToSymbol(node, &handle, sizeof handle));
  return kernel;
}
inline cudaGraphExec_t made(cudaGraph_t graph, bool uploaded = true) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  if (uploaded)
    OK(cudaGraphUpload(exec, nullptr));
  return exec;
}
inline Seen nowSeen() {
  Seen value, none = {};
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpyFromSymbol(&value, seen, sizeof value));
  OK(cudaMemcpyToSymbol(seen, &none, sizeof none));
  return value;
}
/// What the last change answered, and what a launch runs with now.
inline void expect(cudaGraphExec_t exec, int expectedCode, Seen expected, int line) {
  int value = -1;
  OK(cudaGraphLaunch(exec, nullptr));
  Seen now = nowSeen();
  OK(cudaMemcpyFromSymbol(&value, code, sizeof value));
  if (value != expectedCode || !(now == expected)) {
    ++failures;
    std::printf("line %d: code %d, grid %d, parameters %d %d\n", line, value, now.grid, now.first,
                now.second);
  }
}
#define LAUNCH(exec, code, ...) expect(exec, code, Seen{__VA_ARGS__}, __LINE__)
