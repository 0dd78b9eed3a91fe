// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function declared with other execution spaces than before has all of them, as with nvcc 13,
// which warns where __host__ comes later.
// RUN: nvcc -arch=sm_90 %s -o %t 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: warning: a __device__ function ('later') redeclared with __host__ __device__ is a __host__ __device__ function
// CHECK-NOT: warning
// RUN: env ANYWARP_DEVICE=cpu %t | FileCheck %s --check-prefix=OUT
// OUT: 1 2 3 1
// OUT-NEXT: 1 2 3
// RUN: nvcc -diag-suppress 20036 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: {{.}}
// RUN: not nvcc -diag-error 20036 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: a __device__ function ('later') redeclared
// RUN: nvcc -arch=sm_90 -DNDEBUG -diag-suppress 20036 %s -o %t 2>&1 | count 0
// RUN: env ANYWARP_DEVICE=cpu %t | FileCheck %s --check-prefix=OUT
#include <cstdio>
#include <cuda_fp16.h>

# 1 "library.h" 1 3
// Of the C library, which device code has as well: what the library declares only without NDEBUG.
extern "C" __host__ __device__ void __assert_fail(const char *, const char *, unsigned,
                                                  const char *) noexcept __attribute__((noreturn));
# 32 "redeclared.cu" 2
__host__ __device__ void check(bool isTrue) {
  isTrue ? (void)0 : __assert_fail("not true", __FILE__, __LINE__, __func__);
}

extern __device__ bool __heq(__half, __half); // of a header, for both

__host__ __device__ int defined() { return 1; }
extern __device__ int defined();
__device__ int later();
__host__ __device__ int later() { return 2; }
template <class T> __host__ __device__ T both(T);
template <class T> __device__ T both(T x) { return x; }

__global__ void k() {
  check(true);
  printf("%d %d %d %d\n", defined(), later(), both(3), int(__heq(__half(1), __half(1))));
}
int main() {
  check(true);
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("%d %d %d\n", defined(), later(), both(3));
}
