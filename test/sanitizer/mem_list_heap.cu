// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list on the device heap loses its first node, which is read after it was deleted.
struct Node {
  int value;
  Node *next;
};
__device__ Node *head;
__global__ void build() {
  for (int i = 0; i < 4; ++i)
    head = new Node{i, head};
}
__global__ void pop(int *value) {
  Node *first = head;
  *value = first->value;
  delete first;
  head = first->next; //! memcheck use-after-free heap read 8 x1
}
int main() {
  int *sum;
  cudaMalloc(&sum, 4);
  build<<<1, 1>>>();
  pop<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
