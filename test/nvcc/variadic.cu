// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variadic device functions.
// RUN: nvcc %s -o %t && %t | FileCheck %s
// RUN: nvcc -G %s -o %t && %t | FileCheck %s
// RUN: not nvcc -c -DWIDE %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WIDE
// CHECK: 1234567890273.001
// CHECK-NEXT: 1234 789
// CHECK-NEXT: 1 2.5 3 7.25 4 5 6 9 8.5 10 11 12
// CHECK-NEXT: 1 2.5 3 7.25 4 5 6 9 8.5 10 11 12
// WIDE: error: va_arg of 'Wide', which is aligned to more than 16 bytes, is not supported
#include <cstdarg>
#include <cstdio>
struct Pair {
  float a, b;
};
struct Bytes {
  char a[3];
};
// With padding, of several sizes, with bases: what Clang would pass member by member.
struct Padded {
  char a;
  double b;
  short c;
};
struct Tail {
  char a[5];
  short b;
};
union Either {
  char a;
  float b[3];
};
struct Derived : Pair {};
struct alignas(16) Aligned {
  long long a;
  char b;
};
struct alignas(32) Wide {
  int a;
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
template <class T> struct Printer {
  __device__ __noinline__ void print(T format, ...) const {
    va_list list;
    va_start(list, format);
    Padded padded = va_arg(list, Padded);
    double real = va_arg(list, double);
    Tail tail = va_arg(list, Tail);
    int number = va_arg(list, int);
    Either either = va_arg(list, Either);
    Derived derived = va_arg(list, Derived);
    Aligned aligned = va_arg(list, Aligned);
    printf(format, padded.a, padded.b, padded.c, real, tail.a[4], tail.b, number, int(either.b[2]),
           derived.b, int(derived.a), aligned.a, aligned.b);
#ifdef WIDE
    number = va_arg(list, Wide).a;
#endif
    va_end(list);
  }
};
__global__ void structures() {
  const char *format = "%d %.1f %d %.2f %d %d %d %d %.1f %d %lld %d\n";
  Padded padded{1, 2.5, 3};
  Tail tail{{0, 0, 0, 0, 4}, 5};
  Either either;
  either.b[2] = 9;
  Derived derived;
  derived.b = 8.5f, derived.a = 10;
  Aligned aligned{11, 12};
  Printer<const char *> printer;
  printer.print(format, padded, 7.25, tail, 6, either, derived, aligned);
  void (Printer<const char *>::*member)(const char *, ...) const = &Printer<const char *>::print;
  (printer.*member)(format, padded, 7.25, tail, 6, either, derived, aligned);
}
__global__ void kernel() {
  int v = 7;
  printf("%.3f\n", sum(1, 0.5, 1234567890123ll, Pair{10.5f, 2}, Bytes{{1, 2, 3}}, &v, 11, 1e-3));
  int (*pointer)(int, ...) = number;
  printf("%d %d\n", number(4, 1, 2, 3, char(4)), pointer(3, 7, short(8), 9));
}
int main() {
  kernel<<<1, 1>>>();
  structures<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
