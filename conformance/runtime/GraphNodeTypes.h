// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph with a node of each type, for programs about all of them.
#pragma once

#include "Check.h"

__global__ void add(int *p, int v) { *p += v; }
__device__ int variable[2][4];
inline void noKernel() {}
inline int notVariable;

inline void CUDART_CB increment(void *number) { ++*static_cast<std::atomic<int> *>(number); }
inline void CUDART_CB nothing(void *) {}

/// A graph with a node of each type, and what they work on.
struct Nodes {
  int thread, *d = nullptr;
  cudaStream_t s = nullptr;
  cudaGraph_t graph = nullptr, child = nullptr;
  cudaEvent_t event = nullptr, other = nullptr;
  std::atomic<int> called = 0, alsoCalled = 0;
  cudaGraphNode_t empty, kernel, copy, set, host, record, wait, sub, alloc, free;
  cudaKernelNodeParams launch{};
  cudaMemsetParams fill{};
  cudaHostNodeParams call{};
  cudaMemcpy3DParms box{};
  cudaMemAllocNodeParams memory{};
  int *argument = nullptr, amount = 1;
  void *arguments[2] = {&argument, &amount};

  explicit Nodes(int thread_) : thread(thread_) {
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaMalloc(&d, 64));
    OK(cudaMemset(d, 0, 64));
    OK(cudaStreamSynchronize(nullptr));
    OK(cudaEventCreate(&event));
    OK(cudaEventCreate(&other));
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphCreate(&child, 0));
    OK(cudaGraphAddEmptyNode(&empty, child, nullptr, 0));
    OK(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
    argument = d;
    launch.func = (void *)add;
    launch.gridDim = launch.blockDim = 1;
    launch.kernelParams = arguments;
    OK(cudaGraphAddKernelNode(&kernel, graph, &empty, 1, &launch));
    OK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, d + 1, d, 4, cudaMemcpyDeviceToDevice));
    fill.dst = d + 2;
    fill.elementSize = 4;
    fill.value = 5;
    fill.width = fill.height = 1;
    OK(cudaGraphAddMemsetNode(&set, graph, &copy, 1, &fill));
    call = {increment, &called};
    OK(cudaGraphAddHostNode(&host, graph, &set, 1, &call));
    OK(cudaGraphAddEventRecordNode(&record, graph, &host, 1, event));
    OK(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, event));
    OK(cudaGraphAddChildGraphNode(&sub, graph, &wait, 1, child));
    memory.bytesize = 64;
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    cudaGraph_t own = nullptr; // graphs with memory are not cloned
    OK(cudaGraphCreate(&own, 0));
    OK(cudaGraphAddMemAllocNode(&alloc, own, nullptr, 0, &memory));
    OK(cudaGraphAddMemFreeNode(&free, own, &alloc, 1, memory.dptr));
    withMemory = own;
    box.srcPtr = make_cudaPitchedPtr(d, 4, 4, 1);
    box.dstPtr = make_cudaPitchedPtr(d + 1, 4, 4, 1);
    box.extent = make_cudaExtent(4, 1, 1);
    box.kind = cudaMemcpyDeviceToDevice;
  }
  ~Nodes() {
    OK(cudaGraphDestroy(withMemory));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphDestroy(child));
    OK(cudaEventDestroy(event));
    OK(cudaEventDestroy(other));
    OK(cudaFree(d));
    OK(cudaStreamDestroy(s));
  }
  int word(int index) {
    int value = -1;
    OK(cudaStreamSynchronize(s));
    OK(cudaMemcpy(&value, d + index, 4, cudaMemcpyDeviceToHost));
    return value;
  }
  cudaGraph_t withMemory = nullptr;
};
