// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches with braces for the dimensions, and with spaces within the brackets. The expected lines are those of
// nvcc 13's object on the same driver.
// RUN: nvcc %s -o %t && %t | FileCheck %s
// RUN: nvcc -E %s | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: kt<T> << <1, n >> >(n);
// CHECK: 1: 1 2, 3 4 5
// CHECK-NEXT: 2: 1 1, 2 1 1
// CHECK-NEXT: 3: 3 1, 2 1 1
// CHECK-NEXT: 4: 1 1, 2 1 1
// CHECK-NEXT: 5: 1 1, 2 1 1
// CHECK-NEXT: 6 2
// CHECK-NEXT: 6 2
// CHECK-NEXT: 9: 2 2, 3 1 1
// CHECK-NEXT: 9: 2 2, 3 1 1
// CHECK-NEXT: 8: 1 2, 3 1 1
// CHECK-NEXT: 7: 2 2, 2 1 1
// CHECK-NEXT: 2 2
// CHECK-NEXT: 2 2
// CHECK-NEXT: 5: 2 2, 4 1 1
// CHECK-NEXT: 4
#include <cstdio>
// clang-format off
__global__ void k(int n) {
  if (!threadIdx.x && !threadIdx.y && !threadIdx.z && !blockIdx.x && !blockIdx.y)
    printf("%d: %d %d, %d %d %d\n", n, gridDim.x, gridDim.y, blockDim.x, blockDim.y, blockDim.z);
}
template <class T> __global__ void kt(T n) {
  if (!threadIdx.x)
    printf("%d %d\n", int(n), blockDim.x);
}
template <int N> struct A { static const int v = N; };
// An operator with template arguments is no launch.
template <class T> struct Stream;
template <class T> int operator<< (int n, Stream<T>) { return n; }
template <class T> struct Stream { friend int operator<< <>(int, Stream); };
template <class T> void instance(T n) {
  k<<<{n, n}, {n}>>>(7);
  cudaDeviceSynchronize();
  kt<T><<<{1}, {n, 1}>>>(n);
  kt<T> << <1, n >> >(n);
}
#define LAUNCH(f, a, b) f<<<{a, a}, b>>>(9)
#define LAUNCH_SPACED(f, a, b) f << <{a, a}, b >> >(9)
struct Member {
  void go() { k<<<{1, 2}, {3}, {0}, {}>>>(8); cudaDeviceSynchronize(); }
};
int main() {
  k<<<{1, 2}, {3, 4, 5}>>>(1); cudaDeviceSynchronize();
  k << < 1, 2 >> > (2); cudaDeviceSynchronize();
  k<< <A<3>::v, A<(4 >> 1)>::v>>>(3); cudaDeviceSynchronize();
  k<<<1, 2 >> >(4); cudaDeviceSynchronize();
  k<<<{}, {2}, 0, 0>>>(5); cudaDeviceSynchronize();
  kt << <1, 2>> >(6); cudaDeviceSynchronize();
  kt<int> <<<1, {2, 1}>>>(6); cudaDeviceSynchronize();
  LAUNCH(k, 2, 3); cudaDeviceSynchronize();
  LAUNCH_SPACED(k, 2, 3); cudaDeviceSynchronize();
  Member().go();
  instance(2u); cudaDeviceSynchronize();
  auto lambda = [](int n) { k << <dim3{2u, 2u}, 1 << 2 >> >(n); };
  lambda(5); cudaDeviceSynchronize();
  printf("%d\n", (8 >> 1) > 3 ? 1 << 2 : 3);
}
