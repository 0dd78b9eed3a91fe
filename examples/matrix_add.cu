// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix addition with two-dimensional blocks and a two-dimensional grid.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

constexpr int kRows = 500, kColumns = 333;

__global__ void add(const int *a, const int *b, int *c) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < kRows && column < kColumns)
    c[row * kColumns + column] = a[row * kColumns + column] + b[row * kColumns + column];
}

int main() {
  const size_t bytes = sizeof(int) * kRows * kColumns;
  std::vector<int> a(kRows * kColumns), b(a.size()), c(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = int(i * 7919);
    b[i] = int(i) - 12345;
  }
  int *da, *db, *dc;
  CHECK(cudaMalloc(&da, bytes));
  CHECK(cudaMalloc(&db, bytes));
  CHECK(cudaMalloc(&dc, bytes));
  CHECK(cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(16, 16);
  dim3 grid((kColumns + block.x - 1) / block.x, (kRows + block.y - 1) / block.y);
  add<<<grid, block>>>(da, db, dc);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < c.size(); ++i)
    EXPECT(c[i] == a[i] + b[i], "element %zu is %d", i, c[i]);
  CHECK(cudaFree(da));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dc));
  std::puts("matrix_add: ok");
}
