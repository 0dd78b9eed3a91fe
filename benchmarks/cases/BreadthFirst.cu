// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Breadth-first search over neighbour lists: two kernels for each level, a byte of each node for each set.
#include <cuda_runtime.h>

#include "Kernels.h"

__global__ void visitNeighbours(const int *first, const int *target, unsigned char *frontier, unsigned char *reached,
                                const unsigned char *visited, int *cost, int nodes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nodes || !frontier[i])
    return;
  frontier[i] = 0;
  for (int e = first[i]; e < first[i + 1]; ++e) {
    int to = target[e];
    if (!visited[to]) {
      cost[to] = cost[i] + 1;
      reached[to] = 1;
    }
  }
}

__global__ void advance(unsigned char *frontier, unsigned char *reached, unsigned char *visited, int *more, int nodes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nodes && reached[i]) {
    frontier[i] = 1;
    visited[i] = 1;
    reached[i] = 0;
    *more = 1;
  }
}

namespace bench {

void breadthFirstCuda(const int *first, const int *target, unsigned char *frontier, unsigned char *reached,
                      unsigned char *visited, int *cost, int *more, int nodes) {
  const int blocks = (nodes + 511) / 512;
  do {
    *more = 0;
    visitNeighbours<<<blocks, 512>>>(first, target, frontier, reached, visited, cost, nodes);
    advance<<<blocks, 512>>>(frontier, reached, visited, more, nodes);
    cudaDeviceSynchronize();
  } while (*more);
}

} // namespace bench
