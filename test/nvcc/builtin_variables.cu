// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in variables have their documented types, may be copied, passed and captured.
// RUN: nvcc -ptx %s -o - | FileCheck %s
#include <type_traits>
static_assert(std::is_same<decltype(threadIdx), const uint3>::value, "");
static_assert(std::is_same<decltype(blockDim), const dim3>::value, "");

__device__ unsigned flat(uint3 i, dim3 d) { return (i.z * d.y + i.y) * d.x + i.x; }

// CHECK-LABEL: .visible .entry _Z4copyPj(
// CHECK-DAG: %tid.x
// CHECK-DAG: %tid.z
// CHECK-DAG: %nctaid.y
// CHECK-NOT: threadIdx
// CHECK-NOT: .local
__global__ void copy(unsigned *out) {
  auto t = threadIdx;
  const dim3 &grid = gridDim;
  auto rank = [=] { return flat(t, blockDim); };
  out[rank()] = grid.y + warpSize;
}
// Also unoptimised.
// RUN: nvcc -ptx -G %s -o - | FileCheck %s --check-prefix=DEBUG
// DEBUG: .target sm_75, debug
// DEBUG: %tid.x
// DEBUG-NOT: threadIdx
