// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that host code uses come in one order, so that each run of nvcc makes the same device code.
// RUN: nvcc -std=c++17 -ptx -rdc=true %s -o %t.1.ptx
// RUN: nvcc -std=c++17 -ptx -rdc=true %s -o %t.2.ptx
// RUN: nvcc -std=c++17 -ptx -rdc=true %s -o %t.3.ptx
// RUN: cmp %t.1.ptx %t.2.ptx
// RUN: cmp %t.1.ptx %t.3.ptx
// RUN: FileCheck %s < %t.1.ptx
// CHECK: .global {{.*}}a1
// CHECK: .global {{.*}}d4
// CHECK: .global {{.*}}f6
// CHECK: .global {{.*}}b2
// CHECK: .global {{.*}}c3
// CHECK: .global {{.*}}e5
struct Next {
  constexpr __host__ __device__ int operator()(int x) const { return x + 1; }
};
__device__ constexpr Next f6{}, a1{}, d4{};
static __device__ int e5 = 5, c3 = 3, b2 = 2;
__host__ __device__ int walk(int x) { return a1(x) + d4(x) + f6(x); }
void host() {
  void *p;
  cudaGetSymbolAddress(&p, e5);
  cudaGetSymbolAddress(&p, b2);
  cudaGetSymbolAddress(&p, c3);
}
