// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written deduction guides count in device code as in host code, with or without an execution space.
// RUN: nvcc %s -o %t && %t | FileCheck %s
// RUN: nvcc -std=c++20 %s -o %t && %t | FileCheck %s
#include <cstdio>

template <class T> struct Wrapped {
  T value;
  template <class U, class = decltype(T(U()))> __host__ __device__ explicit Wrapped(U &&u) : value(u) {}
};
template <class T> Wrapped(T) -> Wrapped<T>;

template <class... F> struct Overloaded : F... {
  using F::operator()...;
};
template <class... F> Overloaded(F...) -> Overloaded<F...>;

template <class T, int N> struct Array {
  T elements[N];
};
template <class T, class... U> Array(T, U...) -> Array<T, 1 + sizeof...(U)>;

__global__ void kernel() {
  Wrapped whole(3);
  Wrapped letter('a');
  Overloaded both{[](int i) { return i; }, [](double d) { return int(d * 10); }};
  Array four{1, 2, 3, 4};
  printf("%d %d %d %d\n", whole.value, letter.value, both(2) + both(2.5), int(sizeof(four)));
}

int main() {
  kernel<<<1, 1>>>();
  int error = cudaDeviceSynchronize(); // CHECK: 3 97 27 16
  Wrapped half(2.5);
  Array two{1.0, 2.0};
  printf("%g %zu\n", half.value, sizeof(two)); // CHECK: 2.5 16
  return error;
}
