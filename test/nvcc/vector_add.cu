// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first kernel of everybody: special registers, one guarded access, nothing else.
// RUN: nvcc -ptx %s -o - | FileCheck %s
// CHECK: .version 8.5
// CHECK: .target sm_75
// CHECK-LABEL: .visible .entry _Z4vaddPKfS0_Pfi(
// CHECK-DAG: mov.u32 {{.*}}, %ntid.x;
// CHECK-DAG: mov.u32 {{.*}}, %ctaid.x;
// CHECK-DAG: mov.u32 {{.*}}, %tid.x;
// CHECK: mad.lo.s32
// CHECK: ld.global.f32
// CHECK: add{{(.rn)?}}.f32
// CHECK: st.global.f32
// CHECK-NOT: .local
__global__ void vadd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
