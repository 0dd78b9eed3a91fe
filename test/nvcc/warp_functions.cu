// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operand order and forms of warp instructions.
// RUN: nvcc -ptx -arch=sm_80 %s -o - | FileCheck %s
// CHECK-LABEL: .entry _Z6reducePijj(
// CHECK: ld.param.u32 [[VALUE:%r[0-9]+]], [_Z6reducePijj_param_1];
// CHECK: ld.param.u32 [[MASK:%r[0-9]+]], [_Z6reducePijj_param_2];
// CHECK: redux.sync.max.s32 {{%r[0-9]+}}, [[VALUE]], [[MASK]];
__global__ void reduce(int *p, unsigned value, unsigned mask) {
  *p = __reduce_max_sync(mask, (int)value);
}
// CHECK-LABEL: .entry _Z7shuffleP6float2d(
// CHECK-COUNT-2: shfl.sync.bfly.b32 {{.*}}, 1, 31, -1;
__global__ void shuffle(float2 *p, double d) { p->x = __shfl_xor_sync(~0u, d, 1); }
// CHECK-LABEL: .entry _Z5matchPjf(
// CHECK: match.any.sync.b32
__global__ void match(unsigned *p, float f) { *p = __match_any_sync(~0u, f); }
