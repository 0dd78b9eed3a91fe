// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs of the time before Volta: lanes of a warp exchange words of volatile shared memory and have nothing between
// but that they are in step. At every width that is asked for the results are those of 32 lanes in lockstep.
// RUN: nvcc -O2 -Wno-deprecated-declarations %s -o %t
// RUN: %t | FileCheck %s
// RUN: env ANYWARP_SIMD_WIDTH=1 %t | FileCheck %s
// RUN: env ANYWARP_SIMD_WIDTH=8 %t | FileCheck %s
// RUN: env ANYWARP_SIMD_WIDTH=16 %t | FileCheck %s
// RUN: env ANYWARP_SIMD_WIDTH=32 %t | FileCheck %s
// CHECK: reduce ok
// CHECK: reduceCalled ok
// CHECK: reduceHalves ok
// CHECK: scan ok
// CHECK: rotate ok
// CHECK: announce ok
// CHECK: skip ok
// CHECK: tags ok
// CHECK: eliminate ok
#include <cstdio>
#include <vector>

constexpr int kThreads = 128, kBlocks = 3, kAll = kThreads * kBlocks;

/// reduce3 and later of the SDK's `reduction`: the last 64 values by one warp.
__global__ void reduce(const int *in, int *out) {
  __shared__ int sums[kThreads];
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int s = kThreads / 2; s > 32; s /= 2) {
    if (t < s)
      sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t < 32) {
    volatile int *v = sums;
    v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}
/// The same in a function that does not know the state space, every warp on its own.
__device__ __noinline__ void addUp(volatile int *sums, int lane) {
  for (int s = 16; s > 0; s /= 2)
    if (lane < s)
      sums[lane] += sums[lane + s];
}
__global__ void reduceCalled(const int *in, int *out) {
  __shared__ volatile int sums[kThreads];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  sums[t] = in[i];
  addUp(sums + t / 32 * 32, t % 32);
  if (t % 32 == 0)
    out[i / 32] = sums[t];
}
/// Rows of 16 threads.
__global__ void reduceHalves(const int *in, int *out) {
  __shared__ volatile int sums[8][16];
  const int x = threadIdx.x, y = threadIdx.y, i = (blockIdx.x * 8 + y) * 16 + x;
  sums[y][x] = in[i];
  if (x < 8)
    sums[y][x] += sums[y][x + 8];
  if (x < 4)
    sums[y][x] += sums[y][x + 4];
  if (x < 2)
    sums[y][x] += sums[y][x + 2];
  if (x < 1)
    sums[y][x] += sums[y][x + 1];
  if (x == 0)
    out[i / 16] = sums[y][0];
}
/// The SDK's `scan`: zeros before each warp.
__global__ void scan(const int *in, int *out) {
  __shared__ volatile int sums[2 * kThreads];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  int at = 2 * t - (t & 31);
  sums[at] = 0;
  at += 32;
  sums[at] = in[i];
  for (int d = 1; d < 32; d *= 2)
    sums[at] += sums[at - d];
  out[i] = sums[at];
}
/// Every lane reads before any writes.
__global__ void rotate(const int *in, int *out, int times) {
  __shared__ volatile int words[kThreads];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t, next = t / 32 * 32 + (t + 1) % 32;
  words[t] = in[i];
  for (int k = 0; k < times; ++k)
    words[t] = words[next];
  out[i] = words[t];
}
/// The last lane tells all.
__global__ void announce(const int *in, int *out) {
  __shared__ volatile int word[kThreads / 32];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  if (t % 32 == 31)
    word[t / 32] = in[i];
  out[i] = word[t / 32];
}
/// OpenMM's walk over tiles: a sorted list comes in 32 at a time, as soon as its last one is behind. Counts what is not
/// in the list.
__global__ void skip(const int *list, int n, int end, int *out) {
  __shared__ volatile int tiles[kThreads];
  const unsigned t = threadIdx.x, lane = t & 31, first = t - lane, warp = (blockIdx.x * blockDim.x + t) / 32;
  int base = 0, at = first, found = 0;
  tiles[t] = -1;
  for (int pos = warp; pos < end; ++pos) {
    while (tiles[first + 31] < pos) {
      if (base + lane < n)
        tiles[t] = list[base + lane];
      else
        tiles[t] = end;
      base += 32;
      at = first;
    }
    while (tiles[at] < pos)
      ++at;
    if (tiles[at] != pos)
      found += lane + 1;
  }
  out[warp * 32 + lane] = found;
}
/// The SDK's `histogram256` before there were atomics on shared memory: who finds its own mark has counted.
__global__ void tags(const int *in, int *out) {
  __shared__ volatile unsigned counts[kThreads / 32][8];
  const int t = threadIdx.x, lane = t % 32;
  volatile unsigned *mine = counts[t / 32];
  if (lane < 8)
    mine[lane] = 0;
  for (int k = 0; k < 4; ++k) {
    const int bin = in[(blockIdx.x * kThreads + t + 7 * k) % kAll] & 7;
    unsigned count;
    do {
      count = unsigned(lane) << 27 | ((mine[bin] & 0x07ffffff) + 1);
      mine[bin] = count;
    } while (mine[bin] != count);
  }
  if (lane < 8)
    out[(blockIdx.x * kThreads + t) / 32 * 8 + lane] = mine[lane] & 0x07ffffff;
}
/// Gauss and Jordan's elimination of 5 equations modulo a prime, an element a lane, as Gpufit has it.
__host__ __device__ int power(int base, int exponent, int prime) {
  long long value = 1, square = base;
  for (; exponent; exponent /= 2, square = square * square % prime)
    if (exponent % 2)
      value = value * square % prime;
  return int(value);
}
constexpr int kPrime = 32003;
__global__ void eliminate(const int *in, int *out) {
  __shared__ volatile int all[kThreads / 32][30];
  const int t = threadIdx.x, lane = t % 32, warp = (blockIdx.x * kThreads + t) / 32, row = lane / 6, column = lane % 6;
  volatile int *m = all[t / 32];
  if (lane >= 30)
    return;
  m[lane] = in[(warp * 30 + lane) % kAll] % kPrime;
  for (int k = 0; k < 5; ++k) {
    const int scaled = m[k * 6 + column] * power(m[k * 6 + k], kPrime - 2, kPrime) % kPrime;
    m[lane] = row == k ? scaled : (m[lane] + (kPrime - m[row * 6 + k]) * scaled) % kPrime;
  }
  if (column == 5)
    out[warp * 5 + row] = m[lane];
}

static int failures;
static void verdict(const char *name, const std::vector<int> &expected, int *out) {
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  size_t i = 0;
  while (!failed && i < expected.size() && out[i] == expected[i])
    ++i;
  if (failed || i < expected.size()) {
    ++failures;
    std::printf("%s: %zu is %d, not %d\n", name, i, out[i], expected[i]);
  } else {
    std::printf("%s ok\n", name);
  }
  cudaMemset(out, 0x55, kAll * 4);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, kAll * 4);
  cudaMallocManaged(&out, kAll * 4);
  for (unsigned i = 0, x = 1; i < kAll; ++i, x = x * 1664525 + 1013904223)
    in[i] = x >> 16;
  auto sums = [&](int group) {
    std::vector<int> result;
    for (int i = 0; i < kAll; ++i)
      i % group ? void(result.back() += in[i]) : result.push_back(in[i]);
    return result;
  };
  reduce<<<kBlocks, kThreads>>>(in, out);
  verdict("reduce", sums(kThreads), out);
  reduceCalled<<<kBlocks, kThreads>>>(in, out);
  verdict("reduceCalled", sums(32), out);
  reduceHalves<<<kBlocks, dim3(16, 8)>>>(in, out);
  verdict("reduceHalves", sums(16), out);

  std::vector<int> expected(kAll);
  for (int i = 0; i < kAll; ++i)
    expected[i] = in[i] + (i % 32 ? expected[i - 1] : 0);
  scan<<<kBlocks, kThreads>>>(in, out);
  verdict("scan", expected, out);
  for (int i = 0; i < kAll; ++i)
    expected[i] = in[i / 32 * 32 + (i + 5) % 32];
  rotate<<<kBlocks, kThreads>>>(in, out, 5);
  verdict("rotate", expected, out);
  for (int i = 0; i < kAll; ++i)
    expected[i] = in[i | 31];
  announce<<<kBlocks, kThreads>>>(in, out);
  verdict("announce", expected, out);

  int *list, n = 0;
  constexpr int kEnd = 500;
  cudaMallocManaged(&list, kEnd * 4);
  for (int tile = 0; tile < kEnd; tile += 1 + in[tile % kAll] % 7)
    list[n++] = tile;
  for (int i = 0; i < kAll; ++i) {
    int found = 0;
    for (int pos = i / 32, at = 0; pos < kEnd; ++pos) {
      while (at < n && list[at] < pos)
        ++at;
      found += at == n || list[at] != pos;
    }
    expected[i] = found * (i % 32 + 1);
  }
  skip<<<kBlocks, kThreads>>>(list, n, kEnd, out);
  verdict("skip", expected, out);

  expected.assign(kAll / 4, 0);
  for (int i = 0; i < kAll; ++i)
    for (int k = 0; k < 4; ++k)
      ++expected[i / 32 * 8 + (in[(i + 7 * k) % kAll] & 7)];
  tags<<<kBlocks, kThreads>>>(in, out);
  verdict("tags", expected, out);

  expected.clear();
  for (int warp = 0; warp < kAll / 32; ++warp) {
    int m[5][6];
    for (int i = 0; i < 30; ++i)
      m[i / 6][i % 6] = in[(warp * 30 + i) % kAll] % kPrime;
    for (int k = 0; k < 5; ++k) {
      const int inverse = power(m[k][k], kPrime - 2, kPrime);
      for (int c = 5; c >= k; --c)
        m[k][c] = m[k][c] * inverse % kPrime;
      for (int r = 0; r < 5; ++r)
        for (int c = 5; c >= k && r != k; --c)
          m[r][c] = (m[r][c] + (kPrime - m[r][k]) * m[k][c]) % kPrime;
    }
    for (auto &row : m)
      expected.push_back(row[5]);
  }
  eliminate<<<kBlocks, kThreads>>>(in, out);
  verdict("eliminate", expected, out);
  return failures;
}
