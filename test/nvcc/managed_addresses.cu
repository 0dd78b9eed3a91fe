// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses of managed variables in initialisers: dynamic on the host, where NVIDIA's nvcc has them,
// refused where it refuses.
// RUN: nvcc -std=c++17 %s -o %t && %t
// RUN: nvcc -std=c++17 -O2 -rdc=true %s -o %t.rdc && %t.rdc
// RUN: not nvcc -DDEVICE -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: [[@LINE+46]]:{{.*}} error: dynamic initialization is not supported
// DEVICE: [[@LINE+46]]:{{.*}} error: dynamic initialization is not supported
// DEVICE: [[@LINE+46]]:{{.*}} error: dynamic initialization is not supported
// RUN: not nvcc -DCONSTANT -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: constexpr variable 'c' must be initialized by a constant expression
#include <initializer_list>

__managed__ int t = 1, u = 2, a[2] = {3, 4};
__managed__ struct Pair {
  int x, y;
} pair = {5, 6};
int *pointer = &t, *member = &pair.y;
int &reference = t;
int &local() {
  static int &r = t;
  return r;
}
int *ofThread() {
  thread_local int *p = &u;
  return p;
}
int sum() {
  int *p[2] = {&a[0], &a[1]};
  return *p[0] + *p[1];
}
struct Holder {
  int *p;
  int *q = &u;
} holder = {&t};
const int *const table[] = {nullptr, &t, &a[1], &pair.x};
inline int *once = &u;
int *const &bound = &t;
std::initializer_list<int *> list = {&t, &u};
long apart = &pair.y - &pair.x;
int &chosen(bool first) { return first ? t : u; }
int *picked(int which) {
  int *p = nullptr;
  switch (which) {
  case 1: p = &t; break;
  case 2: p = &a[1]; break;
  }
  return p;
}
int given(int *p = &t) { return *p; }
__global__ void add() { ++t, ++u, ++a[0], ++a[1], ++pair.x, ++pair.y; }
#ifdef DEVICE
__managed__ int *m = &t;
__device__ int *d = &t;
__constant__ int *const c[2] = {nullptr, &a[1]};
#elif defined(CONSTANT)
constexpr int *c = &t;
#endif

int main() {
  add<<<1, 1>>>();
  if (cudaDeviceSynchronize())
    return 1;
  const bool isGood = *pointer == 2 && *member == 7 && &reference == &t && &local() == &t &&
                      *ofThread() == 3 && sum() == 9 && holder.p == &t && holder.q == &u &&
                      *table[1] == 2 && *table[2] == 5 && *table[3] == 6 && once == &u &&
                      bound == &t && **list.begin() == 2 && apart == 1 && &chosen(true) == &t &&
                      &chosen(false) == &u && !picked(0) && picked(1) == &t && picked(2) == a + 1 &&
                      given() == 2;
  return !isGood;
}
