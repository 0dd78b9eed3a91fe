// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of kernels that programs are made of. A transpose goes by tiles, a sum by halves, a sparse
// product by rows. The threads of a product have a square of results each. A stencil makes several
// steps in a tile with its halo.
#include <cuda_runtime.h>

#include "Kernels.h"

__global__ void transpose(const float *in, float *out, int n) {
  constexpr int kTile = 32, kRows = 8;
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows)
    tile[threadIdx.y + row][threadIdx.x] = in[size_t(y + row) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows)
    out[size_t(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}

__global__ void sumOfBlocks(const float *in, float *sums, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
    sum += in[i];
  part[t] = sum;
  __syncthreads();
  for (int half = 128; half; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = part[0];
}

__global__ void multiplyRows(const int *first, const int *column, const float *value,
                             const float *x, float *y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = first[row]; k < first[row + 1]; ++k)
    sum += value[k] * x[column[k]];
  y[row] = sum;
}

constexpr int kSide = 64, kDepth = 16, kOwn = 4;

__global__ void multiplySquares(const float *a, const float *b, float *c, int n) {
  __shared__ float as[kDepth][kSide], bs[kDepth][kSide];
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;
  float sum[kOwn][kOwn] = {};
  for (int k = 0; k < n; k += kDepth) {
    for (int i = t; i < kDepth * kSide; i += 256) {
      as[i % kDepth][i / kDepth] = a[size_t(top + i / kDepth) * n + k + i % kDepth];
      bs[i / kSide][i % kSide] = b[size_t(k + i / kSide) * n + left + i % kSide];
    }
    __syncthreads();
#pragma unroll
    for (int d = 0; d < kDepth; ++d)
#pragma unroll
      for (int y = 0; y < kOwn; ++y)
#pragma unroll
        for (int x = 0; x < kOwn; ++x)
          sum[y][x] += as[d][ty * kOwn + y] * bs[d][x * 16 + tx];
    __syncthreads();
  }
  for (int y = 0; y < kOwn; ++y)
    for (int x = 0; x < kOwn; ++x)
      c[size_t(top + ty * kOwn + y) * n + left + x * 16 + tx] = sum[y][x];
}

constexpr int kHalo = 2, kInner = 16 - 2 * kHalo;

__global__ void spreadHeat(const float *in, float *out, int width, int height) {
  __shared__ float now[16][16], next[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int left = blockIdx.x * kInner - kHalo, top = blockIdx.y * kInner - kHalo;
  const int x = left + tx, y = top + ty;
  const bool isInside = x >= 0 && x < width && y >= 0 && y < height;
  if (isInside)
    now[ty][tx] = in[y * width + x];
  __syncthreads();
  const int north = max(ty - 1, max(-top, 0)), south = min(ty + 1, min(15, height - 1 - top));
  const int west = max(tx - 1, max(-left, 0)), east = min(tx + 1, min(15, width - 1 - left));
  bool isComputed = false;
  for (int step = 0; step < kHalo; ++step) {
    isComputed = tx > step && tx < 15 - step && ty > step && ty < 15 - step && isInside;
    if (isComputed)
      next[ty][tx] = now[ty][tx] + 0.1f * (now[north][tx] + now[south][tx] + now[ty][west] +
                                           now[ty][east] - 4 * now[ty][tx]);
    __syncthreads();
    if (isComputed)
      now[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (isComputed)
    out[y * width + x] = now[ty][tx];
}

namespace bench {

void transposeCuda(const float *in, float *out, int n) {
  transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n);
  cudaDeviceSynchronize();
}

void sumCuda(const float *in, float *sums, int n, int blocks) {
  sumOfBlocks<<<blocks, 256>>>(in, sums, n);
  cudaDeviceSynchronize();
}

void sparseCuda(const int *first, const int *column, const float *value, const float *x, float *y,
                int rows) {
  multiplyRows<<<(rows + 255) / 256, 256>>>(first, column, value, x, y, rows);
  cudaDeviceSynchronize();
}

void matmulSquaresCuda(const float *a, const float *b, float *c, int n) {
  multiplySquares<<<dim3(n / kSide, n / kSide), dim3(16, 16)>>>(a, b, c, n);
  cudaDeviceSynchronize();
}

void heatCuda(const float *in, float *out, int width, int height) {
  const dim3 grid((width + kInner - 1) / kInner, (height + kInner - 1) / kInner);
  spreadHeat<<<grid, dim3(16, 16)>>>(in, out, width, height);
  cudaDeviceSynchronize();
}

} // namespace bench
