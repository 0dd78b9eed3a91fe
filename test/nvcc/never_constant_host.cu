// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// g++ asks what the body of a constexpr function says, not which values it would have. Accepted and
// refused here is what nvcc 13 with g++ 12 accepts and refuses.
// RUN: nvcc -std=c++17 -arch=sm_90 %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s --check-prefix=OUT
// OUT: inf inf
// OUT: 3 2
// RUN: not nvcc -std=c++17 -c -DREFUSED %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED-COUNT-5: error: constexpr function never produces a constant expression
// REFUSED-NOT: never produces
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>

struct Limits { // as in CuPy 14.2
  static __host__ __device__ constexpr __half infinity() {
    unsigned short bits = 0x7C00U;
    return *reinterpret_cast<__half *>(&bits);
  }
};
__host__ __device__ constexpr float infinity() {
  unsigned bits = 0x7f800000U;
  return *(float *)&bits;
}
constexpr size_t length(const char *text) { return strlen(text); }
constexpr int pointed() {
  int x = 2;
  void *p = &x;
  return *static_cast<int *>(p);
}

constexpr void *memory() { return malloc(1); }
constexpr size_t number(int *p) { return reinterpret_cast<size_t>(p); }
constexpr int *address(size_t number) { return reinterpret_cast<int *>(number); }
constexpr int ofNull() {
  int *p = nullptr;
  return *p;
}
constexpr int pastEnd() {
  int a[2] = {1, 2};
  int i = 2;
  return a[i];
}
constexpr int tooLarge() {
  int a = 2147483647;
  return a + 1;
}
constexpr int shifted() {
  int a = 40;
  return 1 << a;
}
union Both {
  int i;
  float x;
};
constexpr float other() {
  Both both = {1};
  return both.x;
}
int count, limit;
constexpr int set() {
  count = 1;
  return 1;
}
constexpr bool ordered() { return &count < &limit; }
struct Value {
  int bits;
  constexpr Value(float x) : bits(*reinterpret_cast<int *>(&x)) {}
};

struct Base {
  virtual int f();
};
struct Derived : Base {
  int f();
};
constexpr const Derived *derived(const Base *base) { return dynamic_cast<const Derived *>(base); }

#ifdef REFUSED
int ordinary();
constexpr int call() { return ordinary(); }
constexpr int read() { return count; }
constexpr int thrown(int x) { return throw 1, x; }
constexpr int *place() { return reinterpret_cast<int *>(16); }
constexpr const Derived &derived(const Base &base) { return dynamic_cast<const Derived &>(base); }
#endif

__global__ void k() { printf("%f %f\n", __half2float(Limits::infinity()), infinity()); }
int main() {
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("%zu %d\n", length("abc"), pointed());
}
