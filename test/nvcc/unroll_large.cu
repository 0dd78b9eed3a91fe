// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nested loops that are to be unrolled become straight code, whose array lies in registers.
// RUN: nvcc -arch=sm_90 -ptx %s -o - | FileCheck %s --implicit-check-not=.local --implicit-check-not=bra
// CHECK: .entry products
// CHECK-COUNT-1600: fma.rn.f32
// CHECK-NOT: fma.rn.f32
// CHECK: ret
// RUN: nvcc -arch=sm_90 -DLONG -ptx %s -o - | FileCheck %s --check-prefix=LONG
// What would be too large is unrolled by part.
// LONG: .entry longer
// LONG-COUNT-1024: fma.rn.f32
// LONG-NOT: fma.rn.f32
#ifdef LONG
extern "C" __global__ void longer(float *values, float factor) {
  float value = values[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 1 << 20; ++i)
    value = value * factor + i;
  values[threadIdx.x] = value;
}
#else
extern "C" __global__ void products(float *values) {
  constexpr int kCount = 40;
  float v[kCount];
#pragma unroll
  for (int i = 0; i < kCount; ++i)
    v[i] = values[i * 256 + threadIdx.x];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
#pragma unroll
    for (int i = 0; i < kCount; ++i)
      v[i] = v[i] * v[(i + k) % kCount] + v[(i + 7) % kCount];
  }
#pragma unroll
  for (int i = 0; i < kCount; ++i)
    values[i * 256 + threadIdx.x] = v[i];
}
#endif
