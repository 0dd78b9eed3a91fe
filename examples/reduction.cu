// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of an array in three ways: a tree in shared memory, shuffles inside warps, and one launch
// in which the last block to finish adds up the partial sums (__threadfence).
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

constexpr int kBlock = 256, kBlocks = 64;

__global__ void reduceShared(const int *in, int n, int *out) {
  __shared__ int partial[kBlock];
  int sum = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += kBlock * gridDim.x)
    sum += in[i];
  partial[threadIdx.x] = sum;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    atomicAdd(out, partial[0]);
}

__device__ int reduceWarp(int value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value; // in lane 0
}

__global__ void reduceShuffle(const int *in, int n, int *out) {
  __shared__ int ofWarp[kBlock / 32];
  int sum = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += kBlock * gridDim.x)
    sum += in[i];
  sum = reduceWarp(sum);
  if (threadIdx.x % 32 == 0)
    ofWarp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = reduceWarp(threadIdx.x < kBlock / 32 ? ofWarp[threadIdx.x] : 0);
    if (threadIdx.x == 0)
      atomicAdd(out, sum);
  }
}

__device__ unsigned int finished = 0;

__global__ void reduceLastBlock(const int *in, int n, volatile int *sums, int *out) {
  __shared__ int partial[kBlock];
  __shared__ bool isLast;
  int sum = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += kBlock * gridDim.x)
    sum += in[i];
  partial[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int i = 0; i < kBlock; ++i)
      total += partial[i];
    sums[blockIdx.x] = total;
    __threadfence(); // the sum is visible before the ticket is drawn
    isLast = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    int total = 0;
    for (int b = 0; b < gridDim.x; ++b)
      total += sums[b];
    *out = total;
    finished = 0;
  }
}

int main() {
  const int n = 1 << 20 | 77;
  std::vector<int> host(n);
  int expected = 0;
  for (int i = 0; i < n; ++i)
    expected += host[i] = i % 101 - 37;
  int *in, *out, *sums;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, 3 * sizeof(int)));
  CHECK(cudaMalloc(&sums, kBlocks * sizeof(int)));
  CHECK(cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(out, 0, 3 * sizeof(int)));
  reduceShared<<<kBlocks, kBlock>>>(in, n, out);
  reduceShuffle<<<kBlocks, kBlock>>>(in, n, out + 1);
  reduceLastBlock<<<kBlocks, kBlock>>>(in, n, sums, out + 2);
  CHECK(cudaGetLastError());
  int results[3];
  CHECK(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 3; ++i)
    EXPECT(results[i] == expected, "way %d gives %d, not %d", i, results[i], expected);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(sums));
  std::puts("reduction: ok");
}
