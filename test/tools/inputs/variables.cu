// What gdb is to find in kernels of -G: see cuda_gdb_variables.test.
#include <cstdio>
namespace shapes {
enum Kind { Round, Square };
struct Base {
  int id;
};
struct Node : Base {
  float weight[3];
  Kind kind;
  const Node *next;
};
} // namespace shapes
using shapes::Node;
__device__ int twice(int value) {
  int result = value * 2;
  return result + 1; // in twice
}
template <typename T> __global__ void visit(int *out, int count, Node node, T factor) {
  __shared__ int tile[4];
  int index = threadIdx.x + blockIdx.x * blockDim.x;
  const Node *here = &node;
  double half = index * 0.5;
  tile[threadIdx.x] = index;
  __syncthreads();
  for (int step = 0; step < 2; ++step) {
    int index = 100 + step; // hides the other
    tile[3 - threadIdx.x] += index; // in the loop
  }
  __syncthreads();
  int sum = twice(index) + int(half * factor);
  if (index < count)
    out[index] = sum + here->id + tile[0]; // at the end
}
int main() {
  int *out;
  cudaMallocManaged(&out, 8 * sizeof *out);
  Node node{{7}, {1, 2, 3}, shapes::Square, nullptr};
  visit<<<2, 4>>>(out, 8, node, 3.0f);
  printf("result %d\n", cudaDeviceSynchronize());
  printf("last %d\n", out[7]);
}
