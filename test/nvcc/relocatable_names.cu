// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -rdc=true: what has internal linkage has names of its own in each file, as nvcc gives them; templates and inline
// kernels are one in all files; explicit instances are there for the other files.
// RUN: nvcc -rdc=true -DVALUE=1 -ptx %s -o - | FileCheck %s --check-prefix=PTX --implicit-check-not=__clang
// PTX-DAG: .const .align 4 .b8 [[P:__nv_static_[0-9]+__[0-9a-f]+_20_relocatable_names_cu_]]table[16]
// PTX-DAG: .global .align 4 .u32 [[P]]number
// PTX-DAG: .global .attribute(.managed) .align 4 .u32 [[P]]managed
// PTX-DAG: .entry [[P]]_Z8internalPi(
// PTX-DAG: .entry [[P]]_Z13ofHiddenTypesI
// PTX-DAG: .weak .entry _Z4sameIiEvPT_(
// PTX-DAG: .weak .func {{.*}}_Z6tripleIiET_S0_(
// The same names again, others for another file or other options.
// RUN: nvcc -rdc=true -DVALUE=1 -ptx %s -o %t.again && nvcc -rdc=true -DVALUE=1 -ptx %s -o - | diff - %t.again
// In a whole program they are those of public ones; nothing needs to be told apart.
// RUN: nvcc -DVALUE=2 -ptx %s -o - | FileCheck %s --check-prefix=WHOLE
// WHOLE-DAG: .const .align 4 .b8 table[16]
// WHOLE-DAG: .global .align 4 .u32 number
// WHOLE-DAG: .entry _Z8internalPi(
// RUN: nvcc -rdc=true -DVALUE=1 %s -c -o %t.1.o
// RUN: nvcc -rdc=true -DVALUE=2 %s -c -o %t.2.o
// RUN: nvcc -rdc=true -DMAIN %s %t.1.o %t.2.o -o %t && %t | FileCheck %s
// CHECK: 1: kernels 1 1 1 1, table 1, number 1, managed 1, hidden 1
// CHECK: 2: kernels 2 2 2 2, table 2, number 2, managed 2, hidden 2
// CHECK: same 7, triple 21
#include <cstdio>
template <class T> __global__ void same(T *out) { *out = 7; }
template <class T> __device__ T triple(T x);
#ifdef MAIN
__global__ void useTriple(int *out) { *out = triple(7); }
void run1();
void run2();
int main() {
  run1();
  run2();
  int *p;
  cudaMallocManaged(&p, 8);
  same<<<1, 1>>>(p);
  useTriple<<<1, 1>>>(p + 1);
  cudaDeviceSynchronize();
  std::printf("same %d, triple %d\n", p[0], p[1]);
}
#else
static __constant__ int table[4] = {VALUE, VALUE, VALUE, VALUE};
static __device__ int number;
static __managed__ int managed = VALUE;
namespace {
__device__ int hidden;
struct Type {};
__global__ void inNamespace(int *out) { *out = VALUE * table[0] / VALUE; }
} // namespace
static __global__ void internal(int *out) {
  *out = VALUE;
  hidden = number = managed = VALUE;
}
template <class T> __global__ void ofHiddenTypes(int *out, T) { *out = VALUE; }
template <class T> static __global__ void internalTemplate(int *out) { *out = VALUE; }
#if VALUE == 1
template <class T> __device__ T triple(T x) { return 3 * x; }
template __device__ int triple<int>(int);
#define RUN run1
#else
#define RUN run2
#endif
void RUN() {
  int *p, ofTable[4], ofNumber, ofHidden;
  cudaMallocManaged(&p, 16);
  internal<<<1, 1>>>(p);
  inNamespace<<<1, 1>>>(p + 1);
  ofHiddenTypes<<<1, 1>>>(p + 2, Type());
  internalTemplate<int><<<1, 1>>>(p + 3);
  cudaMemcpyFromSymbol(ofTable, table, sizeof ofTable);
  cudaMemcpyFromSymbol(&ofNumber, number, 4);
  cudaMemcpyFromSymbol(&ofHidden, hidden, 4);
  std::printf("%d: kernels %d %d %d %d, table %d, number %d, managed %d, hidden %d\n", VALUE, p[0], p[1], p[2], p[3],
              ofTable[3], ofNumber, managed, ofHidden);
  same<<<1, 1>>>(p);
}
#endif
