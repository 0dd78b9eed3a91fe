// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix sums of any length: an inclusive scan by shuffles inside each block, a scan of the block
// sums, and an addition; the exclusive scan is the inclusive one shifted by one element.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

constexpr int kBlock = 512;

__global__ void scanBlocks(const unsigned *in, unsigned *out, unsigned *sums, int n) {
  __shared__ unsigned ofWarp[kBlock / 32];
  int i = blockIdx.x * kBlock + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned value = i < n ? in[i] : 0;
  for (int d = 1; d < 32; d *= 2) {
    unsigned other = __shfl_up_sync(~0u, value, d);
    if (lane >= d)
      value += other;
  }
  if (lane == 31)
    ofWarp[warp] = value;
  __syncthreads();
  if (warp == 0) {
    unsigned total = lane < kBlock / 32 ? ofWarp[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      unsigned other = __shfl_up_sync(~0u, total, d);
      if (lane >= d)
        total += other;
    }
    if (lane < kBlock / 32)
      ofWarp[lane] = total;
  }
  __syncthreads();
  if (warp > 0)
    value += ofWarp[warp - 1];
  if (i < n)
    out[i] = value;
  if (threadIdx.x == kBlock - 1)
    sums[blockIdx.x] = value;
}

__global__ void addOffsets(unsigned *out, const unsigned *sums, int n) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  if (blockIdx.x > 0 && i < n)
    out[i] += sums[blockIdx.x - 1];
}

__global__ void shiftByOne(const unsigned *inclusive, unsigned *exclusive, int n) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n)
    exclusive[i] = i == 0 ? 0 : inclusive[i - 1];
}

static void inclusiveScan(const unsigned *in, unsigned *out, int n) {
  int blocks = (n + kBlock - 1) / kBlock;
  unsigned *sums;
  CHECK(cudaMalloc(&sums, blocks * sizeof(unsigned)));
  scanBlocks<<<blocks, kBlock>>>(in, out, sums, n);
  if (blocks > 1) {
    inclusiveScan(sums, sums, blocks);
    addOffsets<<<blocks, kBlock>>>(out, sums, n);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaFree(sums));
}

int main() {
  for (int n : {1, 31, 512, 513, 100000, 300007}) {
    std::vector<unsigned> host(n), inclusive(n), exclusive(n);
    for (int i = 0; i < n; ++i)
      host[i] = i * 2654435761u >> 20;
    const size_t bytes = n * sizeof(unsigned);
    unsigned *in, *out, *shifted;
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMalloc(&shifted, bytes));
    CHECK(cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice));
    inclusiveScan(in, out, n);
    shiftByOne<<<(n + kBlock - 1) / kBlock, kBlock>>>(out, shifted, n);
    CHECK(cudaMemcpy(inclusive.data(), out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(exclusive.data(), shifted, bytes, cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    for (int i = 0; i < n; ++i) {
      EXPECT(exclusive[i] == sum, "n %d, exclusive %d: %u, not %u", n, i, exclusive[i], sum);
      sum += host[i];
      EXPECT(inclusive[i] == sum, "n %d, inclusive %d: %u, not %u", n, i, inclusive[i], sum);
    }
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(shifted));
  }
  std::puts("scan: ok");
}
