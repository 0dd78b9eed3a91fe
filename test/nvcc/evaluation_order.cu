// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of host calls are evaluated as g++ does: from the right, except where the language fixes the order. The
// expectations were printed by g++ 12 -std=c++17 from the same file. Device code: from the left, as NVIDIA's compiler.
// RUN: nvcc -std=c++17 %s -o %t -ptx && FileCheck %s --check-prefix=PTX < %t
// RUN: nvcc -std=c++17 %s -o %t && %t | FileCheck %s
#include <cstdio>
#include <initializer_list>

extern "C" {
__device__ __noinline__ int first(int *p) { return atomicAdd(p, 1); }
__device__ __noinline__ int second(int *p) { return atomicAdd(p, 2); }
__device__ __noinline__ int both(int x, int y, int *p) { return atomicAdd(p, x - y); }
}
// PTX: .entry _Z6devicePi
// PTX: first,
// PTX: second,
// PTX: both,
__global__ void device(int *p) { both(first(p), second(p), p); }

static int next(const char *what) {
  printf("%s ", what);
  return 0;
}
struct Pair {
  Pair(int, int) {}
};
struct Heir : Pair {
  using Pair::Pair;
};
struct List {
  List(std::initializer_list<int>) {}
};
struct Plain {
  int a, b;
};
struct Object {
  Object f(int, int) { return *this; }
  int operator()(int, int) const { return 0; }
  Object &operator<<(int) { return *this; }
  Object &operator=(int) { return *this; }
};
static Object make(const char *what) {
  next(what);
  return {};
}
static void call(int, int, int) {}
template <class... T> static void pack(T... t) { call(t...); }

int main() {
  call(next("a"), next("b"), next("c")), puts("call");
  // CHECK: {{^}}c b a call
  pack(next("a"), next("b"), next("c")), puts("pack");
  // CHECK-NEXT: {{^}}c b a pack
  Pair parentheses(next("a"), next("b"));
  delete new Pair(next("c"), next("d"));
  Heir heir(next("e"), next("f"));
  puts("constructors");
  // CHECK-NEXT: {{^}}b a d c f e constructors
  Pair braces{next("a"), next("b")};
  List list{next("c"), next("d")};
  Plain plain{next("e"), next("f")};
  (void)plain;
  puts("braces");
  // CHECK-NEXT: {{^}}a b c d e f braces
  make("o").f(next("a"), next("b")).f(next("c"), next("d"));
  make("p")(next("e"), next("f"));
  puts("members");
  // CHECK-NEXT: {{^}}o b a d c p f e members
  make("o") << next("a") << next("b");
  make("p") = next("c");
  puts("operators");
  // CHECK-NEXT: {{^}}o a b c p operators
  int x = 0;
  auto set = [](int *p) {
    *p = 7;
    return 1;
  };
  printf("%d %d variable\n", x, set(&x));
  // CHECK-NEXT: 7 1 variable
}
