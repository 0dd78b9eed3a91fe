// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors that others look at are moved at once, up to 16 bytes, as on a GPU: a flag and a value
// that are stored together are seen together (CUB's scans rely on it).
// RUN: nvcc -arch=sm_80 -std=c++17 %s -o %t
// RUN: env ANYWARP_WORKERS=4 %t
// RUN: env ANYWARP_WORKERS=4 ANYWARP_SIMD_WIDTH=1 %t
// RUN: env ANYWARP_WORKERS=4 ANYWARP_SIMD_WIDTH=8 %t
// RUN: env ANYWARP_WORKERS=4 ANYWARP_CPU=x86-64 %t
// RUN: nvcc -arch=sm_80 -std=c++17 -ptx %s -o %t.ptx
// RUN: ptx-opt %t.ptx --emit-device-ir --entry orders | FileCheck %s
#include <cstdio>

// CHECK-LABEL: define void @orders(
// CHECK: load atomic i64, {{.*}} monotonic, align 8
// CHECK: store atomic i64 {{.*}} monotonic, align 8
// CHECK: load atomic volatile i128, {{.*}} monotonic, align 16
// CHECK: store atomic volatile i128 {{.*}} monotonic, align 16
// CHECK: load atomic i128, {{.*}} acquire, align 16
// CHECK: store atomic i128 {{.*}} release, align 16
// CHECK: load i32, {{.*}} align 8
// CHECK: load i32, {{.*}} align 4
extern "C" __global__ void orders(uint4 *p) {
  unsigned x, y, z, w;
  asm volatile("ld.relaxed.gpu.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
  asm volatile("st.relaxed.gpu.v2.u32 [%0], {%1, %2};" ::"l"(p + 1), "r"(x), "r"(y) : "memory");
  asm volatile("ld.volatile.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
               : "l"(p + 2)
               : "memory");
  asm volatile("st.volatile.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p + 3), "r"(x), "r"(y), "r"(z),
               "r"(w)
               : "memory");
  unsigned long long a, b;
  asm volatile("ld.acquire.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(p + 4) : "memory");
  asm volatile("st.release.gpu.v2.u64 [%0], {%1, %2};" ::"l"(p + 5), "l"(a), "l"(b) : "memory");
  asm volatile("ld.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p + 6) : "memory");
  asm volatile("st.v2.u32 [%0], {%1, %2};" ::"l"(p + 7), "r"(x), "r"(y) : "memory");
}

constexpr int kRounds = 100000;

/// Block 0 writes vectors of equal parts, the others look whether the parts are equal.
__global__ void watch(ulonglong2 *wide, uint4 *four, uint2 *two, float2 *floats, int *torn) {
  const int lane = threadIdx.x;
  wide += lane, four += lane, two += lane, floats += lane;
  for (unsigned i = 1; i <= kRounds; ++i) {
    if (blockIdx.x == 0) {
      asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %1};" ::"l"(wide), "l"(i * 0x100000001ull)
                   : "memory");
      asm volatile("st.volatile.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(four), "r"(i) : "memory");
      asm volatile("st.relaxed.gpu.v2.u32 [%0], {%1, %1};" ::"l"(two), "r"(i) : "memory");
      asm volatile("st.global.cg.v2.f32 [%0], {%1, %1};" ::"l"(floats), "f"(float(i)) : "memory");
      continue;
    }
    unsigned long long a, b;
    unsigned x, y, z, w;
    float f, g;
    asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(wide) : "memory");
    int wrong = a != b;
    asm volatile("ld.volatile.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                 : "l"(four)
                 : "memory");
    wrong += x != y || y != z || z != w;
    asm volatile("ld.relaxed.gpu.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(two) : "memory");
    wrong += x != y;
    asm volatile("ld.global.cg.v2.f32 {%0, %1}, [%2];" : "=f"(f), "=f"(g) : "l"(floats) : "memory");
    wrong += f != g;
    if (wrong)
      atomicAdd(torn, wrong);
  }
}

int main() {
  ulonglong2 *wide;
  uint4 *four;
  uint2 *two;
  float2 *floats;
  int *torn;
  cudaMalloc(&wide, 32 * sizeof *wide);
  cudaMalloc(&four, 32 * sizeof *four);
  cudaMalloc(&two, 32 * sizeof *two);
  cudaMalloc(&floats, 32 * sizeof *floats);
  cudaMallocManaged(&torn, sizeof *torn);
  cudaMemset(wide, 0, 32 * sizeof *wide);
  cudaMemset(four, 0, 32 * sizeof *four);
  cudaMemset(two, 0, 32 * sizeof *two);
  cudaMemset(floats, 0, 32 * sizeof *floats);
  watch<<<4, 32>>>(wide, four, two, floats, torn);
  if (cudaError_t error = cudaDeviceSynchronize()) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  if (*torn)
    std::printf("%d vectors were seen in parts\n", *torn);
  return *torn != 0;
}
