// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Correct programs are as quiet as with NVIDIA's nvcc 13.0 and g++ 12, which say nothing of this file, also with -Wall
// (but nvcc's own #177 on two unused variables):
// what only Clang warns of would end builds with -Werror. Asked for by name, it comes.
// RUN: nvcc -c -std=c++17 %s -o %t.o > %t.said 2>&1
// RUN: grep -c warning: %t.said | FileCheck %s --check-prefix=TWO
// RUN: FileCheck %s --check-prefix=UNUSED < %t.said
// TWO: {{^}}2{{$}}
// UNUSED-DAG: unused variable 'unused' [#177-D]
// UNUSED-DAG: unused variable 'unusedConstant' [#177-D]
// RUN: nvcc -c -std=c++17 -diag-suppress 177 -Xcompiler -Wall,-Wextra,-Werror %s -o %t.o 2>&1 | count 0
// RUN: nvcc -c -std=c++17 -Xcompiler -Wunused-lambda-capture %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NAMED
// NAMED: warning: lambda capture 'n' is not used
// RUN: nvcc -c -std=c++17 -diag-suppress 177 -DCONVERSION -Xcompiler -Wconversion %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CONVERSION
// RUN: nvcc -c -std=c++17 -diag-suppress 177 -DCONVERSION -Xcompiler -Wconversion,-Wsign-conversion %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=CONVERSION,SIGN
// RUN: nvcc -c -std=c++17 -DEFFECT %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: warning: {{.*}} [#174-D]
// What g++ warns of under -Wall comes under it here, too, and not without.
// RUN: nvcc -c -std=c++17 -diag-suppress 177 -DWALL %s -o %t.o 2>&1 | count 0
// RUN: nvcc -c -std=c++17 -DWALL -Xcompiler -Wall %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WALL
// The same in host code.
// RUN: nvcc -c -std=c++17 -diag-suppress 177 -DHOST -Xcompiler -Wextra %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PARAMETER
// PARAMETER: warning: unused parameter 'unusedParameter'
// PARAMETER-NOT: warning
// WALL: warning: enumeration value 'blue' not handled in switch
#include <cstdio>

#ifdef HOST
int host(int unusedParameter) { return 1; }
#endif

#ifdef CONVERSION
// CONVERSION-NOT: warning
// SIGN: warning: {{.*}}changes signedness
unsigned changesSign(int n) { return n; }
// CONVERSION: warning: {{.*}}'int' to 'short'
short losesBits(int n) { return n; }
#endif

enum Color { red, green, blue };

struct Base {
  virtual ~Base() {}
  virtual int f() { return 1; }
  virtual int g() { return 2; }
};
struct Derived : Base {
  int f() override { return 3; }
  virtual int g() { return 4; } // without override
};

class Holder {
  int unusedField;

public:
  Holder() : unusedField(1) {}
};

namespace {
const int unusedConstant = 3;
}

template <class T> struct Counter {
  static int count;
  static int next() { return ++count; } // defined elsewhere
};

struct Triple {
  int a[3];
};

int shown(Color c, int n, const char *text) {
#ifdef WALL
  switch (c) {
  case red:
    return 1;
  case green:
    break;
  }
#endif
  Triple braces = {1, 2, 3};
  auto lambda = [n, c] { return 1; };
  float big = 2147483647;
#ifndef WALL
  printf("%d %f\n", n << 2, double(big));
#endif
  return Counter<int>::next() + braces.a[0] + lambda() + Derived().f() + (text != nullptr) + c;
}

// The host compiler never sees kernels: -Wall is not about them.
template <class T> __device__ T device(T x, int unusedParameter) {
  auto lambda = [x](int notUsed) { return x; };
  return lambda(1);
}
__global__ void kernel(int *p, int n, int unusedParameter) {
  int unused;
  if (n == device(n, 2))
    return;
  float scale = 2147483647;
  *p = n << 2 + 1;
  while (atomicCAS(p, 0, 1) != 0); // the lock of a book
#ifdef EFFECT
  n + 1;
#endif
  for (int i = 0; i < n; i++, *p++)
    *p = int(scale);
}
