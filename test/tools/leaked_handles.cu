// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compute-sanitizer --leak-check full: handles that are never destroyed. NVIDIA's tool tells memory
// only.
// RUN: nvcc -o %t %s -lcuda
// RUN: compute-sanitizer --leak-check full %t keep 2>&1 | FileCheck %s --check-prefix=KEEP
// RUN: compute-sanitizer --leak-check full %t destroy 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: compute-sanitizer --leak-check full %t reset 2>&1 | FileCheck %s --check-prefix=RESET
// RUN: compute-sanitizer %t keep 2>&1 | FileCheck %s --check-prefix=CLEAN
#include <cstdio>
#include <cstring>
#include <cuda.h>

__global__ void k() {}

int main(int, char **argv) {
  const bool destroys = !strcmp(argv[1], "destroy");
  cudaStream_t stream;
  cudaEvent_t event;
  cudaGraph_t graph, child;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;
  CUmodule module;
  cudaStreamCreate(&stream);
  if (!strcmp(argv[1], "reset"))
    return cudaDeviceReset();
  cudaEventCreate(&event);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  k<<<1, 1, 0, stream>>>();
  cudaStreamEndCapture(stream, &child);
  cudaGraphCreate(&graph, 0);
  cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child);
  cudaGraphDestroy(child);
  cudaGraphInstantiate(&exec, graph, 0);
  k<<<1, 1, 0, cudaStreamPerThread>>>();
  const char *ptx = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry e() { ret; }";
  const bool isLoaded = cuModuleLoadData(&module, ptx) == CUDA_SUCCESS;
  cudaDeviceSynchronize();
  if (destroys) {
    cudaStreamDestroy(stream);
    cudaEventDestroy(event);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cuModuleUnload(module);
  }
  return !isLoaded;
}
// KEEP-DAG: Never destroyed: stream 0x{{[0-9a-f]+}}
// KEEP-DAG: Never destroyed: event 0x
// KEEP-DAG: Never destroyed: graph 0x
// KEEP-DAG: Never destroyed: executable graph 0x
// KEEP-DAG: Never destroyed: module 0x
// KEEP: LEAK SUMMARY: 0 bytes leaked in 0 allocations
// KEEP: ERROR SUMMARY: 5 errors
// CLEAN-NOT: {{Leaked|Never destroyed}}
// CLEAN: ERROR SUMMARY: 0 errors
// RESET: Never destroyed: stream 0x
// RESET: ERROR SUMMARY: 1 error
