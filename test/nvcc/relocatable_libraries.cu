// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device link is closed: two shared libraries and a program, each with a device function, a static kernel and a
// template kernel of the same name, and a program that was compiled whole, with one runtime or with one in each.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: nvcc -rdc=true -Xcompiler -fPIC -DN=1 -DUSER -c %s -o 1.o && nvcc -rdc=true -Xcompiler -fPIC -DN=1 -c %s -o 1f.o
// RUN: nvcc -rdc=true -Xcompiler -fPIC -DN=2 -DUSER -c %s -o 2.o && nvcc -rdc=true -Xcompiler -fPIC -DN=2 -c %s -o 2f.o
// RUN: nvcc -rdc=true -DN=3 -DUSER -DMAIN -c %s -o 3.o && nvcc -rdc=true -DN=3 -c %s -o 3f.o
// RUN: nvcc -DN=3 -DUSER -DMAIN -DWHOLE -c %s -o whole.o
// RUN: nvcc -cudart shared -shared 1.o 1f.o -o lib1.so && nvcc -cudart shared -shared 2.o 2f.o -o lib2.so
// RUN: nvcc -cudart shared 3.o 3f.o -L. -l1 -l2 -Xlinker -rpath=%t -o program && ./program | FileCheck %s
// RUN: nvcc -cudart shared whole.o -L. -l1 -l2 -Xlinker -rpath=%t -o program && ./program | FileCheck %s
// RUN: nvcc -shared 1.o 1f.o -o lib1.so && nvcc -dlink 2.o 2f.o -Xcompiler -fPIC -o 2d.o && nvcc -shared 2.o 2f.o 2d.o -o lib2.so
// RUN: nvcc 3.o 3f.o -L. -l1 -l2 -Xlinker -rpath=%t -o program && ./program | FileCheck %s
// RUN: nvcc whole.o -L. -l1 -l2 -Xlinker -rpath=%t -o program && ./program | FileCheck %s
// CHECK: 11 21 12 22 13 23
#include <cstdio>
__device__ int number();
#if !defined(USER) || defined(WHOLE)
__device__ int number() { return 10 + N; }
#endif
#ifdef USER
static __global__ void kernel(int *out) { *out = number(); }
namespace {
template <class T> __global__ void ofTemplate(T *out) { *out = 10 + number(); }
} // namespace
#define JOIN(a, b) a##b
#define NAME(n) JOIN(run, n)
void NAME(N)() {
  int *p;
  cudaMallocManaged(&p, 8);
  kernel<<<1, 1>>>(p);
  ofTemplate<<<1, 1>>>(p + 1);
  if (cudaError_t error = cudaDeviceSynchronize())
    std::printf("%s ", cudaGetErrorName(error));
  std::printf("%d %d ", p[0], p[1]);
}
#ifdef MAIN
void run1();
void run2();
int main() {
  run1();
  run2();
  run3();
}
#endif
#endif
