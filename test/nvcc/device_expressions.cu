// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc refuses in device code where it stands: dynamic_cast, typeid, operands of asm that are not of
// their constraint's type.
// RUN: nvcc -c %s -o %t.o
// RUN: not nvcc -c -DOPERATORS %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OPERATORS
// OPERATORS: [[#@LINE + 21]]:{{.*}} error: the operator 'dynamic_cast' is not allowed in device code
// OPERATORS: [[#@LINE + 21]]:{{.*}} error: the operator 'typeid' is not allowed in device code
// OPERATORS: [[#@LINE + 21]]:{{.*}} error: the operator 'typeid' is not allowed in device code
// OPERATORS: 3 errors
// RUN: not nvcc -c -arch=sm_90 -DOPERANDS %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OPERANDS
// OPERANDS: error: the operand has 8 bytes, which the asm constraint 'r' does not take
// OPERANDS: error: the operand has 4 bytes, which the asm constraint 'q' does not take
// OPERANDS: error: the operand has 2 bytes, which the asm constraint 'r' does not take
// OPERANDS: error: the operand has 1 bytes, which the asm constraint 'h' does not take
// OPERANDS: error: the operand has 8 bytes, which the asm constraint 'f' does not take
// OPERANDS: error: the operand has 4 bytes, which the asm constraint 'r' does not take
// OPERANDS: error: the operand has 4 bytes, which the asm constraint 'l' does not take
// OPERANDS: error: an operand of asm must be a number or a pointer
// OPERANDS: 8 errors
#include <typeinfo>
struct A {
  __host__ __device__ virtual ~A() {}
};
struct B : A {};
#ifdef OPERATORS
// clang-format off
__device__ B *cast(A *a) { return dynamic_cast<B *>(a); }
__global__ void kernel(A *a, int *p) { *p = typeid(*a).hash_code(); }
template <class T> __device__ bool isInt() { return typeid(T).name() != nullptr; }
// clang-format on
__device__ bool asked() { return isInt<int>(); }
#elif defined(OPERANDS)
template <class T> __device__ void load(T value) { asm volatile("// %0" ::"l"(value)); }
__device__ void operands(long long l, int i, short s, char c, double d, float f, A *a) {
  asm volatile("// %0" : "=r"(l));
  asm volatile("// %0" ::"q"(i));
  asm volatile("// %0" ::"r"(s));
  asm volatile("// %0" ::"h"(c));
  asm volatile("// %0" : "+f"(d));
  asm volatile("// %0" ::"r"(f));
  load(i);
  load(dim3(1));
}
#endif
int main() {
  A *a = new B;
  return dynamic_cast<B *>(a) && typeid(*a) == typeid(B) ? 0 : 1;
}
__device__ void fine(long long l, int *p, unsigned short s, float f, double d, bool b) {
  asm volatile("// %0 %1 %2 %3 %4 %5" ::"l"(l), "l"(p), "h"(s), "f"(f), "d"(d), "r"(int(b)));
}
