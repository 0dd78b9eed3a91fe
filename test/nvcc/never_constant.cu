// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constexpr function of the device that is never constant is an ordinary function, as with nvcc
// 13; only where a constant is needed it is wrong. The host compiler keeps its own rule.
// RUN: nvcc -arch=sm_90 %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s --check-prefix=OUT
// OUT: 2.302585 2.0
// RUN: nvcc -cubin -DUSER %s -o %t.cubin 2>&1 | count 0
// RUN: not nvcc -c -DCONSTANT %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: static assertion expression is not an integral constant expression
// RUN: not nvcc -c -DHOST %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: error: constexpr function never produces a constant expression
#include <cstdio>
__device__ constexpr float inverse() { return 1.f / ::log(10.f); }
struct S {
  __device__ constexpr float root() const { return sqrtf(4.f); }
};
#ifdef CONSTANT
static_assert(inverse() > 0, "");
#endif
#ifdef USER
__device__ float plus1(float x) { return x + 1; }
__device__ constexpr float five() { return plus1(4.f); }
#endif
#ifdef HOST
int ordinary();
constexpr int f() { return ordinary(); }
#endif
__global__ void k() { printf("%f %.1f\n", 1 / inverse(), S().root()); }
int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
