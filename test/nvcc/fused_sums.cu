// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The front end fuses a sum with a product that at most four sums use and nothing else does. The rest is left to the
// assembler, by instructions without a rounding. What may not be fused says .rn. All as in the PTX of NVIDIA's nvcc 13.
// RUN: nvcc -arch=sm_90 -ptx %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: nvcc -arch=sm_90 -fmad=false -ptx %s -o %t.ptx && FileCheck %s --check-prefix=EXACT < %t.ptx
// RUN: nvcc -arch=sm_90 -ftz=true -ptx %s -o %t.ptx && FileCheck %s --check-prefix=FTZ < %t.ptx

// CHECK-LABEL: .entry alone(
// CHECK-NOT: mul
// CHECK: fma.rn.f32
// EXACT-LABEL: .entry alone(
// EXACT: mul.rn.f32
// EXACT: add.rn.f32
extern "C" __global__ void alone(float *o, float a, float b, float c) { o[0] = a * b + c; }

// CHECK-LABEL: .entry difference(
// CHECK: mul.f32
// CHECK: sub.f32
extern "C" __global__ void difference(float *o, float a, float b, float c) { o[0] = a * b - c; }

// CHECK-LABEL: .entry stored(
// CHECK: mul.f32
// CHECK: add.f32
extern "C" __global__ void stored(float *o, float a, float b, float c) {
  float product = a * b;
  o[0] = product + c;
  o[1] = product;
}

// CHECK-LABEL: .entry four(
// CHECK-NOT: mul
// CHECK-COUNT-4: fma.rn.f64
extern "C" __global__ void four(double *o, double a, double b) {
  double product = a * b;
  for (int i = 4; i < 8; i++)
    o[i - 4] = product + o[i];
}

// CHECK-LABEL: .entry five(
// CHECK: mul.f64
// CHECK-COUNT-5: add.f64
extern "C" __global__ void five(double *o, double a, double b) {
  double product = a * b;
  for (int i = 5; i < 10; i++)
    o[i - 5] = product + o[i];
}

// CHECK-LABEL: .entry exactProduct(
// CHECK: mul.rn.f32
// CHECK-NOT: fma
// CHECK: ret
// FTZ-LABEL: .entry exactProduct(
// FTZ: mul.rn.ftz.f32
extern "C" __global__ void exactProduct(float *o, float a, float b, float c) {
  o[0] = __fmul_rn(a, b) + c;
  o[1] = __fmul_rn(a, c) - b;
}

// CHECK-LABEL: .entry exactSum(
// CHECK: add.rn.f32
// CHECK-NOT: fma
// CHECK: ret
extern "C" __global__ void exactSum(float *o, float a, float b, float c) { o[0] = __fadd_rn(a * b, c); }

// CHECK-LABEL: .entry exactDifference(
// CHECK-NOT: fma
// CHECK: add.rn.f32
// CHECK-NOT: fma
// CHECK: ret
extern "C" __global__ void exactDifference(float *o, float a, float b, float c) { o[0] = __fsub_rn(c, a * b); }
