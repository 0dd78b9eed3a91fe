// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix product, first with one thread per element reading global memory, then with square tiles in
// shared memory. A Matrix is a view with a stride, so that a tile is a Matrix as well.
#include <chrono>
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

struct Matrix {
  int width, height, stride; // in elements; row r starts at elements + r * stride
  float *elements;
};

constexpr int kTile = 16;

__device__ float get(const Matrix m, int row, int column) {
  return m.elements[row * m.stride + column];
}

__device__ void set(Matrix m, int row, int column, float value) {
  m.elements[row * m.stride + column] = value;
}

__device__ Matrix tileOf(Matrix m, int row, int column) {
  return {kTile, kTile, m.stride, &m.elements[m.stride * kTile * row + kTile * column]};
}

__global__ void multiplyNaive(Matrix a, Matrix b, Matrix c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < a.width; ++k)
    sum += get(a, row, k) * get(b, k, column);
  set(c, row, column, sum);
}

__global__ void multiplyTiled(Matrix a, Matrix b, Matrix c) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  Matrix target = tileOf(c, blockIdx.y, blockIdx.x);
  int row = threadIdx.y, column = threadIdx.x;
  float sum = 0;
  for (int t = 0; t < a.width / kTile; ++t) {
    as[row][column] = get(tileOf(a, blockIdx.y, t), row, column);
    bs[row][column] = get(tileOf(b, t, blockIdx.x), row, column);
    __syncthreads(); // the tiles are complete
    for (int k = 0; k < kTile; ++k)
      sum += as[row][k] * bs[k][column];
    __syncthreads(); // nobody reads them any more
  }
  set(target, row, column, sum);
}

static Matrix makeMatrix(int width, int height) {
  Matrix m{width, height, width, nullptr};
  CHECK(cudaMalloc(&m.elements, sizeof(float) * width * height));
  return m;
}

int main() {
  const int rows = 256, inner = 320, columns = 192; // multiples of the tile
  std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = float(i % 17) - 8;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = float(i % 13) - 6;
  std::vector<float> expected(c.size()); // small integers: the sums are exact in any order
  for (int r = 0; r < rows; ++r)
    for (int k = 0; k < inner; ++k)
      for (int j = 0; j < columns; ++j)
        expected[r * columns + j] += a[r * inner + k] * b[k * columns + j];

  Matrix da = makeMatrix(inner, rows), db = makeMatrix(columns, inner), dc = makeMatrix(columns, rows);
  CHECK(cudaMemcpy(da.elements, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db.elements, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  dim3 block(kTile, kTile), grid(columns / kTile, rows / kTile);
  for (auto *kernel : {multiplyNaive, multiplyTiled}) {
    CHECK(cudaMemset(dc.elements, 0xff, c.size() * sizeof(float)));
    kernel<<<grid, block>>>(da, db, dc); // the first launch compiles
    CHECK(cudaDeviceSynchronize());
    auto start = std::chrono::steady_clock::now();
    kernel<<<grid, block>>>(da, db, dc);
    CHECK(cudaDeviceSynchronize());
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    CHECK(cudaMemcpy(c.data(), dc.elements, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < c.size(); ++i)
      EXPECT(c[i] == expected[i], "element %zu is %g, not %g", i, c[i], expected[i]);
    std::printf("%s: %.1f GFLOP/s\n", kernel == multiplyNaive ? "naive" : "tiled",
                2e-9 * rows * inner * columns / time.count());
  }
  CHECK(cudaFree(da.elements));
  CHECK(cudaFree(db.elements));
  CHECK(cudaFree(dc.elements));
  std::puts("matmul: ok");
}
