// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that one lane has set and all lanes hand over, as the guide's aggregated atomics do: only the leader adds.
// RUN: anywarp run %s | FileCheck %s
// RUN: anywarp run -X -G %s | FileCheck %s
// CHECK: shfl 64
// CHECK: xor 64
// CHECK: tile 64
// CHECK: function 64
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void shfl(int *count) {
  unsigned mask = __activemask();
  int leader = __ffs(mask) - 1, base;
  if (threadIdx.x % 32 == leader)
    base = atomicAdd(count, __popc(mask));
  base = __shfl_sync(mask, base, leader);
  count[1 + threadIdx.x] = base;
}
__global__ void exclusive(int *count) {
  float base;
  if (threadIdx.x % 32 == 0)
    base = atomicAdd(count, 32);
  base = __shfl_xor_sync(~0u, base, 0);
  count[1 + threadIdx.x] = base;
}
__global__ void tile(int *count) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int base;
  if (warp.thread_rank() == 0)
    base = atomicAdd(count, 32);
  count[1 + threadIdx.x] = warp.shfl(base, 0);
}
__device__ __noinline__ int choose(int value, bool use) { return use ? value : 0; }
__global__ void function(int *count) {
  int base;
  if (threadIdx.x % 32 == 0)
    base = atomicAdd(count, 32);
  count[1 + threadIdx.x] = choose(base, threadIdx.x % 32 == 0);
}

int main() {
  int *count;
  cudaMallocManaged(&count, 4096);
  auto run = [&](const char *name, void (*kernel)(int *)) {
    *count = 0;
    kernel<<<1, 64>>>(count);
    cudaDeviceSynchronize();
    std::printf("%s %d\n", name, *count);
  };
  run("shfl", shfl);
  run("xor", exclusive);
  run("tile", tile);
  run("function", function);
}
