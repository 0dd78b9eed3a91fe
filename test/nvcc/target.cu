// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nv/target: code with parentheses and without, with commas, in every form of choice.
// RUN: nvcc -std=c++17 -arch=sm_80 %s -o %t && %t | FileCheck %s
// CHECK: 2 70 5 60 | 1 0 6 7
#include <cstdio>
#include <nv/target>
__host__ __device__ int a() { NV_IF_TARGET(NV_IS_HOST, (return 1;), (return 2;)) return 0; }
__host__ __device__ int b() {
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_70, (return 70;), (return 0;)) return -1;
}
__host__ __device__ int c() { NV_IF_TARGET(NV_IS_DEVICE, return 5;) return 6; }
__host__ __device__ int d() {
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (return 90;), NV_PROVIDES_SM_60, return 60;
                     , NV_IS_HOST, (int x = 3, y = 4; return x + y;))
  return -1;
}
__global__ void k(int *p) {
  p[0] = a();
  p[1] = b();
  p[2] = c();
  p[3] = d();
}
int main() {
  int *p;
  cudaMallocManaged(&p, 16);
  k<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("%d %d %d %d | %d %d %d %d\n", p[0], p[1], p[2], p[3], a(), b(), c(), d());
}
