// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global alignment of two sequences (Needleman and Wunsch, 1970) by tiles of 16 × 16 cells and blocks of 16
// threads: the tiles of an antidiagonal at once, and in a tile its antidiagonals one after the other.
#include <cuda_runtime.h>

#include "Kernels.h"

constexpr int kTile = 16;

__global__ void alignTiles(const int *similarity, int *score, int width, int penalty, int diagonal, int firstRow) {
  __shared__ int cell[kTile + 1][kTile + 1], similar[kTile][kTile];
  int t = threadIdx.x, row = firstRow + blockIdx.x, column = diagonal - row;
  int corner = row * kTile * width + column * kTile;
  for (int y = 0; y < kTile; ++y)
    similar[y][t] = similarity[corner + width * (y + 1) + t + 1];
  cell[t + 1][0] = score[corner + width * (t + 1)];
  cell[0][t + 1] = score[corner + t + 1];
  if (t == 0)
    cell[0][0] = score[corner];
  __syncthreads();
  for (int d = 0; d < 2 * kTile - 1; ++d) {
    int y = d - t;
    if (y >= 0 && y < kTile)
      cell[y + 1][t + 1] = max(cell[y][t] + similar[y][t], max(cell[y + 1][t], cell[y][t + 1]) - penalty);
    __syncthreads();
  }
  for (int y = 0; y < kTile; ++y)
    score[corner + width * (y + 1) + t + 1] = cell[y + 1][t + 1];
}

namespace bench {

void alignCuda(const int *similarity, int *score, int length, int penalty) {
  const int tiles = length / kTile;
  for (int d = 0; d < 2 * tiles - 1; ++d) {
    int from = d < tiles ? 0 : d - tiles + 1, to = d < tiles ? d : tiles - 1;
    alignTiles<<<to - from + 1, kTile>>>(similarity, score, length + 1, penalty, d, from);
  }
  cudaDeviceSynchronize();
}

} // namespace bench
