// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory: one pointer for host and device; a __managed__ variable; a linked structure.
#include <cuda_runtime.h>

#include "check.h"

struct Node {
  int value;
  Node *next;
};

__managed__ int total = 5;

__global__ void sumList(const Node *first) {
  for (const Node *node = first; node; node = node->next)
    total += node->value;
}

__global__ void multiply(int *data, int n, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= factor;
}

int main() {
  const int n = 10000;
  int *data;
  CHECK(cudaMallocManaged(&data, n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    data[i] = i;
  multiply<<<(n + 63) / 64, 64>>>(data, n, 3);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    EXPECT(data[i] == 3 * i, "element %d is %d", i, data[i]);
    data[i] += 1;
  }
  multiply<<<(n + 63) / 64, 64>>>(data, n, 2);
  CHECK(cudaDeviceSynchronize());
  EXPECT(data[n - 1] == 2 * (3 * (n - 1) + 1), "last element is %d", data[n - 1]);
  CHECK(cudaFree(data));

  Node *nodes;
  CHECK(cudaMallocManaged(&nodes, 100 * sizeof(Node)));
  for (int i = 0; i < 100; ++i)
    nodes[i] = {i, i < 99 ? &nodes[i + 1] : nullptr};
  sumList<<<1, 1>>>(nodes);
  CHECK(cudaDeviceSynchronize());
  EXPECT(total == 5 + 4950, "total is %d", total);
  CHECK(cudaFree(nodes));
  std::puts("managed: ok");
}
