// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of CUDA that Clang does not know reach the PTX.
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s
struct Big {
  int v[32];
};
// CHECK: {{^}}.global .attribute(.managed) .align 4 .u32 managed = 5;
__managed__ int managed = 5;

// CHECK-LABEL: .entry _Z6registPi(
// CHECK: .maxnreg 64
__global__ void __maxnreg__(64) regist(int *p) { *p = managed; }

// CHECK-LABEL: .entry _Z6boundsPi(
// CHECK: .maxntid 128
// CHECK: .minnctapersm 2
__global__ void __launch_bounds__(128, 2) bounds(int *p) { *p = 1; }

// The bounds may depend on template arguments, with commas of their own.
// CHECK-LABEL: .entry _Z9dependentILi32ELi3EEvPi(
// CHECK: .maxntid 96
// CHECK: .minnctapersm 3
// CHECK: .maxclusterrank 4
template <int A, int B> struct Policy {
  static constexpr int threads = A * B, blocks = B;
};
template <int A, int B>
__global__ void __launch_bounds__(Policy<A, B>::threads, Policy<A, B>::blocks, 4) dependent(int *p) { *p = 1; }
template __global__ void dependent<32, 3>(int *p);

// CHECK-LABEL: .entry _Z7clusterPi(
// CHECK: .explicitcluster
// CHECK-NEXT: .reqnctapercluster 2, 1, 1
// CHECK-NEXT: {
__global__ void __cluster_dims__(2, 1, 1) cluster(int *p) { *p = 1; }

// The parameter is not copied to local memory.
// CHECK-LABEL: .entry _Z8constant3BigPii(
// CHECK-NOT: .local
// CHECK: ret;
__global__ void constant(const __grid_constant__ Big big, int *p, int i) { *p = big.v[i]; }
