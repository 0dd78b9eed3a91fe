// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list on the device heap is taken apart; a node is deleted when the next is known.
struct Node {
  int value;
  Node *next;
};
__device__ Node *head;
__global__ void build() {
  for (int i = 0; i < 4; ++i)
    head = new Node{i, head};
}
__global__ void destroy(int *sum) {
  int total = 0;
  for (Node *node = head; node;) {
    total += node->value;
    Node *next = node->next;
    delete node;
    node = next;
  }
  *sum = total;
}
int main() {
  int *sum;
  cudaMalloc(&sum, 4);
  build<<<1, 1>>>();
  destroy<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
