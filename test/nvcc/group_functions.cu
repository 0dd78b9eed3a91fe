// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions as the operation of cooperative_groups::reduce and the scans.
// RUN: nvcc -std=c++17 %s -o %t && %t
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

struct Pair {
  int low, high;
};
__device__ Pair both(Pair a, Pair b) { return {min(a.low, b.low), max(a.high, b.high)}; }
__device__ int most(int a, int b) { return max(a, b); }

__global__ void kernel(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int mine = int(threadIdx.x * 13 % 32); // 0, 13, 26, 7, …
  const Pair pair = cg::reduce(tile, Pair{mine, mine}, both);
  const int scanned = cg::inclusive_scan(tile, mine, most), before = cg::exclusive_scan(tile, mine, most);
  if (threadIdx.x == 3) {
    out[0] = pair.low;
    out[1] = pair.high;
    out[2] = scanned;
    out[3] = before;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 16);
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() || out[0] != 0 || out[1] != 31 || out[2] != 26 || out[3] != 26;
}
