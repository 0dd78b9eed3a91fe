// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Backtracking: counts the placements of n queens that begin with each given pair of queens. `queens` keeps
// what it comes back to in local arrays of bit masks, `queensBoard` a byte for each row.
#include <cuda_runtime.h>

#include "Kernels.h"

constexpr int kMost = 16;

__global__ void queens(const int *pairs, int count, int n, unsigned *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned columns[kMost], left[kMost], right[kMost], open[kMost];
  const unsigned all = (1u << n) - 1, first = 1u << pairs[i] / n, second = 1u << pairs[i] % n;
  int row = 2;
  columns[2] = first | second;
  left[2] = (first << 2 | second << 1) & all;
  right[2] = first >> 2 | second >> 1;
  open[2] = all & ~(columns[2] | left[2] | right[2]);
  unsigned total = 0;
  while (row >= 2) {
    if (!open[row]) {
      --row;
      continue;
    }
    unsigned bit = open[row] & -open[row];
    open[row] ^= bit;
    if (row + 1 == n) {
      ++total;
      continue;
    }
    columns[row + 1] = columns[row] | bit;
    left[row + 1] = (left[row] | bit) << 1 & all;
    right[row + 1] = (right[row] | bit) >> 1;
    ++row;
    open[row] = all & ~(columns[row] | left[row] | right[row]);
  }
  found[i] = total;
}

__global__ void queensBoard(const int *pairs, int count, int n, unsigned *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  signed char board[kMost];
  board[0] = (signed char)(pairs[i] / n);
  board[1] = (signed char)(pairs[i] % n);
  unsigned total = 0;
  int row = 2;
  board[2] = -1;
  while (row >= 2) {
    if (++board[row] == n) {
      --row;
      continue;
    }
    bool safe = true;
    for (int k = 0; k < row && safe; ++k) {
      int d = board[row] - board[k];
      safe = d != 0 && d != row - k && d != k - row;
    }
    if (!safe)
      continue;
    if (row + 1 == n)
      ++total;
    else
      board[++row] = -1;
  }
  found[i] = total;
}

namespace bench {

void queensCuda(const int *pairs, int count, int n, unsigned *found, bool isBoard) {
  const int blocks = (count + 63) / 64;
  if (isBoard)
    queensBoard<<<blocks, 64>>>(pairs, count, n, found);
  else
    queens<<<blocks, 64>>>(pairs, count, n, found);
  cudaDeviceSynchronize();
}

} // namespace bench
