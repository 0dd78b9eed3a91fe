// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream, an event and a graph that are never destroyed.
#include <cstdio>
int main() {
  cudaStream_t stream; cudaEvent_t event; cudaGraph_t graph;
  cudaStreamCreate(&stream); //! leak handle
  cudaEventCreate(&event); //! leak handle
  cudaGraphCreate(&graph, 0); //! leak handle
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
