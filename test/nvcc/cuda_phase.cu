// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -cuda: a C++ file for the host compiler, of what nvcc would make an object of. The program runs from it.
// RUN: rm -rf %t && mkdir %t && cd %t && nvcc -cuda -O2 -arch=sm_80 %s && g++ -c cuda_phase.cu.cpp.ii && g++ cuda_phase.cu.cpp.o -L%{lib} -lcudart_static -lpthread -ldl -lrt -Wl,-rpath,%{lib} -o prog
// RUN: %t/prog | FileCheck %s
// RUN: nvcc %t/cuda_phase.cu.cpp.ii -o %t/whole && %t/whole | FileCheck %s
// RUN: nvcc -cuda -g -rdc=true -Xcompiler -fPIC %s -o %t/again.ii && g++ -O3 -c -x c++ %t/again.ii -o %t/again.o && nvcc -rdc=true %t/again.o -o %t/again && %t/again | FileCheck %s
// RUN: not nvcc -cuda -c %s 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: More than one compilation phase is specified
// CHECK: 1 "a\b" 42 11
#include <cstdio>
#include <string>
__constant__ int factor;
__managed__ int counter = 40;
template <class T> __global__ void kernel(T *p) { *p = factor + counter; }
struct Thrower {
  std::string text = "\"a\\b\"";
  ~Thrower() { std::printf("%s ", text.c_str()); }
};
static int number() {
  try {
    Thrower thrower;
    throw 11;
  } catch (int value) {
    return value;
  }
}
int main() {
  std::printf("1 ");
  int thrown = number(), two = 2, *p;
  cudaMallocManaged(&p, 4);
  cudaMemcpyToSymbol(factor, &two, 4);
  kernel<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", *p, thrown);
}
