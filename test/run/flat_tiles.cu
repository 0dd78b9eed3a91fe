// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles that a flat index fills: element [i / c][i % c], also in three dimensions, by indices with and
// without sign, of 32 and 64 bits, and by such that begin below 0.
// RUN: nvcc -run %s -o %t | FileCheck %s
// CHECK: 0 wrong of 132000
#include <cstdio>

constexpr int kCount = 960, kMost = 2400;

enum Kind { Signed, Unsigned, Wide, Deep, Below };

// Place of element i in a tile whose rows of `columns` are `pitch` apart.
template <int columns, int pitch, Kind kind> __host__ __device__ int place(int i) {
  if (kind == Deep)
    return i / (columns * 4) * (4 * pitch) + i / columns % 4 * pitch + i % columns;
  return i / columns * pitch + i % columns;
}

template <int columns, int pitch, Kind kind> __global__ void fill(int *out) {
  __shared__ int tile[kMost];
  for (int i = threadIdx.x; i < kMost; i += blockDim.x)
    tile[i] = -1;
  __syncthreads();
  int *const middle = tile + kMost / 2;
  for (int i = threadIdx.x; i < kCount; i += blockDim.x) {
    if (kind == Signed || kind == Deep)
      tile[place<columns, pitch, kind>(i)] = i;
    if (kind == Unsigned) {
      unsigned u = i;
      (&tile[u / columns * pitch])[u % columns] = i;
    }
    if (kind == Wide) {
      long long w = i;
      (&tile[w / columns * pitch])[w % columns] = i;
    }
    if (kind == Below) { // both are rounded to 0
      int s = i - kCount / 2;
      (&middle[s / columns * pitch])[s % columns] = i;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kMost; i += blockDim.x)
    out[i] = tile[i];
}

int wrong = 0, all = 0;

template <int columns, int pitch, Kind kind> void check(int *out) {
  static int expected[kMost];
  for (int &x : expected)
    x = -1;
  for (int i = 0; i < kCount; ++i) {
    int s = i - kCount / 2;
    expected[kind == Below ? kMost / 2 + s / columns * pitch + s % columns : place<columns, pitch, kind>(i)] = i;
  }
  fill<columns, pitch, kind><<<1, 128>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    ++wrong;
  for (int i = 0; i < kMost; ++i, ++all)
    wrong += out[i] != expected[i];
}

template <int columns, int more> void checkKinds(int *out) {
  check<columns, columns + more, Signed>(out);
  check<columns, columns + more, Unsigned>(out);
  check<columns, columns + more, Wide>(out);
  check<columns, columns + more, Deep>(out);
  check<columns, columns + more, Below>(out);
}

template <int columns> void checkPitches(int *out) {
  checkKinds<columns, 0>(out);
  checkKinds<columns, columns == 7 ? 3 : 1>(out);
}

int main() {
  int *out;
  cudaMallocManaged(&out, kMost * sizeof(int));
  checkPitches<7>(out);
  checkPitches<20>(out);
  checkPitches<32>(out);
  checkPitches<34>(out);
  checkKinds<100, 0>(out);
  checkPitches<641>(out);
  printf("%d wrong of %d\n", wrong, all);
}
