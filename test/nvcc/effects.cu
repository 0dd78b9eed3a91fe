// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that have an effect keep it where nobody uses what they return, and minima of unsigned
// numbers are unsigned in every scope (the names and opcodes are those of NVIDIA's nvcc).
// RUN: nvcc -arch=sm_90 %s -o %t && %t | FileCheck %s --check-prefix=VALUES
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s
#include <cstdio>
#include <cuda_fp16.h>

// CHECK-LABEL: .entry _Z6floats
// CHECK: atom.global.add.v2.f32
// CHECK: atom.global.cta.add.v2.f32
// CHECK: atom.global.sys.add.v2.f32
// CHECK: atom.global.add.v4.f32
// CHECK: atom.global.cta.add.v4.f32
// CHECK: atom.global.sys.add.v4.f32
__global__ void floats(float2 *p, float4 *q) {
  atomicAdd(p, make_float2(1, 2));
  atomicAdd_block(p, make_float2(10, 20));
  atomicAdd_system(p, make_float2(100, 200));
  atomicAdd(q, make_float4(1, 2, 3, 4));
  atomicAdd_block(q, make_float4(10, 20, 30, 40));
  float4 old = atomicAdd_system(q, make_float4(100, 200, 300, 400));
  q[1] = old;
}

// CHECK-LABEL: .entry _Z7minimumPjPy
// CHECK: min.u32
// CHECK: atom.cta{{(.global)?}}.max.u32
// CHECK: atom.sys{{(.global)?}}.min.u32
// CHECK: atom.cta{{(.global)?}}.min.u64
// CHECK: atom.sys{{(.global)?}}.max.u64
__global__ void minimum(unsigned *u, unsigned long long *v) {
  atomicMin(u, 0x90000000u);
  atomicMax_block(u + 1, 0x90000000u);
  atomicMin_system(u + 2, 0x90000000u);
  atomicMin_block(v, 0x9000000000000000ull);
  atomicMax_system(v + 1, 0x9000000000000000ull);
}

// CHECK-LABEL: .entry _Z6clocksPl
// CHECK: %clock64
// CHECK: %clock64
__global__ void clocks(long *t) {
  static_assert(sizeof(clock()) == 8);
  t[0] = clock();
  t[1] = clock64();
}

// A NaN becomes the canonical one.
__global__ void signs(unsigned short *bits) {
  __half h = __ushort_as_half(bits[0]);
  bits[1] = __half_as_ushort(-h);
  bits[2] = __half_as_ushort(__habs(h));
}

int main() {
  float *f;
  unsigned *u;
  unsigned long long *v;
  unsigned short *s;
  cudaMallocManaged(&f, 48), cudaMallocManaged(&u, 12), cudaMallocManaged(&v, 16);
  cudaMallocManaged(&s, 6);
  for (int i = 0; i < 12; ++i)
    f[i] = 0;
  u[0] = u[1] = u[2] = 5, v[0] = v[1] = 5, s[0] = 0x7d01;
  floats<<<1, 1>>>(reinterpret_cast<float2 *>(f), reinterpret_cast<float4 *>(f + 4));
  minimum<<<1, 1>>>(u, v);
  signs<<<1, 1>>>(s);
  cudaDeviceSynchronize();
  // VALUES: 111 222
  printf("%g %g\n", f[0], f[1]);
  // VALUES-NEXT: 111 222 333 444, 11 22 33 44
  printf("%g %g %g %g, %g %g %g %g\n", f[4], f[5], f[6], f[7], f[8], f[9], f[10], f[11]);
  // VALUES-NEXT: 5 2415919104 5 5 10376293541461622784
  printf("%u %u %u %llu %llu\n", u[0], u[1], u[2], v[0], v[1]);
  // VALUES-NEXT: 7fff 7fff
  printf("%x %x\n", s[1], s[2]);
}
