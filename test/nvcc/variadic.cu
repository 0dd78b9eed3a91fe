// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variadic device functions.
// RUN: nvcc %s -o %t && %t | FileCheck %s
// RUN: nvcc -G %s -o %t && %t | FileCheck %s
// RUN: not nvcc -c -DPADDED %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PADDED
// CHECK: 1234567890273.001
// CHECK-NEXT: 1234 789
// PADDED: error: va_arg of 'Padded', which has padding, bases or parts of several sizes, is not supported
#include <cstdarg>
#include <cstdio>
struct Pair {
  float a, b;
};
struct Bytes {
  char a[3];
};
struct Padded {
  char a;
  double b;
};
__device__ __noinline__ double sum(int n, ...) {
  va_list a, b;
  va_start(a, n);
  va_copy(b, a);
  double r = va_arg(a, double);
  r += va_arg(a, long long);
  Pair pair = va_arg(a, Pair);
  r += pair.a * 10 + pair.b;
  Bytes bytes = va_arg(a, Bytes);
  r += bytes.a[0] + bytes.a[1] * 10 + bytes.a[2];
#ifdef PADDED
  r += va_arg(a, Padded).b;
#endif
  r += *va_arg(a, int *) + va_arg(a, int);
  r += va_arg(a, double) + va_arg(b, double);
  va_end(a);
  va_end(b);
  return r;
}
__device__ int digits(int n, va_list list) {
  int r = 0;
  while (n--)
    r = r * 10 + va_arg(list, int);
  return r;
}
__device__ __noinline__ int number(int n, ...) {
  va_list list;
  va_start(list, n);
  int r = digits(n, list);
  va_end(list);
  return r;
}
__global__ void kernel() {
  int v = 7;
  printf("%.3f\n", sum(1, 0.5, 1234567890123ll, Pair{10.5f, 2}, Bytes{{1, 2, 3}}, &v, 11, 1e-3));
  int (*pointer)(int, ...) = number;
  printf("%d %d\n", number(4, 1, 2, 3, char(4)), pointer(3, 7, short(8), 9));
}
int main() {
  kernel<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
