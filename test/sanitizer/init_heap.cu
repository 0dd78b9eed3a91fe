// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list on the device heap: a member is read that nobody has set.
#include <cstdio>
struct Node { int value; Node *next; int weight; };
__global__ void k(int *o) {
  Node *n = (Node *)malloc(sizeof(Node));
  n->value = threadIdx.x;
  n->next = nullptr;
  o[threadIdx.x] = n->value + n->weight; //! initcheck uninit global read 4 x8
  free(n);
}
int main() {
  int *o; cudaMalloc(&o, 32);
  k<<<1, 8>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
