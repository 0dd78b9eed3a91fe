// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls with two wrong arguments: which is told.
#include "Check.h"

__global__ void put(int *p, int value) { *p = value; }

int main() {
  char notKnown[8], source[64];
  char *memory;
  cudaArray_t array;
  const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
  cudaChannelFormatDesc none = {3, 3, 3, 3, cudaChannelFormatKindFloat};
  EXPECT(cudaErrorInvalidValue, cudaMallocArray(&array, &none, 0, 0));
  EXPECT(cudaErrorInvalidChannelDescriptor, cudaMallocArray(&array, &none, 16, 16));
  OK(cudaMalloc(&memory, 64));
  const auto noKind = cudaMemcpyKind(9);
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy2D(nullptr, 4, source, 4, 8, 8, noKind));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy2D(memory, 4, source, 4, 8, 8, noKind));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpy2D(memory, 8, source, 8, 8, 8, noKind));
  OK(cudaMallocArray(&array, &one, 16, 16));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2DFromArray(source, 4, array, 0, 0, 8, 1, noKind));
  OK(cudaFreeArray(array));
  EXPECT(cudaErrorInvalidSymbol, cudaGetSymbolAddress(nullptr, notKnown));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(nullptr, 99, 0));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecordWithFlags(nullptr, nullptr, 99));
  EXPECT(cudaErrorInvalidValue, cudaFuncSetAttribute(notKnown, cudaFuncAttribute(99), -1));
  // Beside a node's parameters, an `extra` that begins with its end is none.
  int *word, value = 7, seen = 0;
  OK(cudaMalloc(&word, sizeof *word));
  void *params[] = {&word, &value}, *extra[] = {nullptr};
  cudaKernelNodeParams node{};
  node.func = reinterpret_cast<void *>(put);
  node.gridDim = node.blockDim = dim3(1);
  node.kernelParams = params;
  node.extra = extra;
  cudaGraph_t graph;
  cudaGraphNode_t added;
  cudaGraphExec_t exec;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddKernelNode(&added, graph, nullptr, 0, &node));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, nullptr));
  OK(cudaMemcpy(&seen, word, sizeof seen, cudaMemcpyDeviceToHost));
  EQUAL(7, seen);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(word));
  OK(cudaFree(memory));
  return finish("WhichError");
}
