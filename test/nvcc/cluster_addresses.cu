// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generic addresses in the shared windows of a cluster's blocks: whose they are (getctarank), and to which spaces they
// belong (isspacep). Asked by each lane for another block, and by all for the same one. As on an H100.
// RUN: nvcc -arch=sm_90 -std=c++17 %s -o %t
// RUN: %t
// RUN: env ANYWARP_SIMD_WIDTH=1 %t
// RUN: env ANYWARP_SIMD_WIDTH=8 %t
// Asking is a call, not a search with blocks of its own.
// RUN: nvcc -arch=sm_90 -std=c++17 -ptx %s -o %t.ptx
// RUN: ptx-opt %t.ptx --entry ask --pass FormWarps | FileCheck %s
// CHECK: call <32 x i32> @aw.cluster.rank.32(
// CHECK: define internal <32 x i32> @aw.cluster.rank.32(
#include <cooperative_groups.h>
#include <cstdio>

constexpr unsigned kBlocks = 4, kThreads = 64;
__device__ unsigned inGlobal;

__device__ unsigned spaces(const void *p) {
  unsigned own, cluster;
  asm volatile("{ .reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(own) : "l"(p));
  asm volatile("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(cluster) : "l"(p));
  return own | cluster << 1 | __isGlobal(p) << 2;
}
__device__ unsigned rankOf(const void *p) {
  unsigned rank;
  asm volatile("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(p));
  return rank;
}

extern "C" __global__ void __cluster_dims__(kBlocks, 1, 1) ask(uint2 *out) {
  __shared__ unsigned window[kThreads];
  auto cluster = cooperative_groups::this_cluster();
  window[threadIdx.x] = 1000 * cluster.block_rank() + threadIdx.x;
  cluster.sync();
  unsigned t = blockIdx.x * kThreads + threadIdx.x;
  const unsigned *there = cluster.map_shared_rank(window, threadIdx.x % kBlocks) + threadIdx.x;
  out[3 * t] = {rankOf(there) * 10 + spaces(there), *there};
  const unsigned *next = cluster.map_shared_rank(window, (cluster.block_rank() + 1) % kBlocks);
  out[3 * t + 1] = {rankOf(next) * 10 + spaces(next), *next};
  const unsigned *volatile global = &inGlobal;
  out[3 * t + 2] = {spaces(global), *global};
  cluster.sync();
}

int main() {
  constexpr unsigned kAll = 2 * kBlocks * kThreads;
  uint2 *out;
  cudaMallocManaged(&out, 3 * kAll * sizeof *out);
  ask<<<2 * kBlocks, kThreads>>>(out);
  if (cudaError_t error = cudaDeviceSynchronize()) {
    printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  int failures = 0;
  for (unsigned t = 0; t < kAll; ++t) {
    unsigned thread = t % kThreads, own = t / kThreads % kBlocks, other = thread % kBlocks, next = (own + 1) % kBlocks;
    const uint2 expected[] = {{other * 10 + (other == own ? 3 : 2), 1000 * other + thread}, {next * 10 + 2, 1000 * next}, {4, 0}};
    for (unsigned k = 0; k < 3; ++k)
      if (uint2 is = out[3 * t + k]; (is.x != expected[k].x || is.y != expected[k].y) && ++failures < 10)
        printf("thread %u, address %u: %u %u instead of %u %u\n", t, k, is.x, is.y, expected[k].x, expected[k].y);
  }
  printf("%s\n", failures ? "wrong" : "ok");
  return failures != 0;
}
