// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Narrowing in braces is a warning (2361 of NVIDIA's nvcc 13.0, -Wnarrowing of g++), and no candidate of overload resolution.
// RUN: nvcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: nvcc -c -diag-suppress=2361 %s -o %t.o 2>&1 | count 0
// RUN: not nvcc -c -diag-error=2361 %s -o %t.o
// RUN: not nvcc -c -Werror all-warnings %s -o %t.o
__global__ void kernel(float *p, int n) {
  // CHECK: narrowing.cu:[[@LINE+1]]:{{.*}} warning: {{.*}}narrowed from type 'int' to 'float'
  float f{n};
  *p = f;
}
float host(int n) {
  // CHECK: narrowing.cu:[[@LINE+1]]:{{.*}} warning: {{.*}}narrowed from type 'int' to 'float'
  return float{n};
}
template <class T, class = decltype(T{1.5})> constexpr bool takes(int) { return true; }
template <class T> constexpr bool takes(long) { return false; }
static_assert(takes<double>(0) && !takes<int>(0), "");
