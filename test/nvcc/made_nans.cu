// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NaNs of constants are those that a processor or a GPU makes, as with NVIDIA's nvcc 13.0 and g++ on an H200:
// not LLVM's positive ones. Conversions that are out of range are the device's.
// RUN: nvcc -std=c++17 -arch=sm_90 %s -o %t && %t | FileCheck %s
// CHECK: device fff8000000000000 7fffffff 7fffffff 7fffffff fff8000000000000 7ff8000000000000 7fc00000
// CHECK-NEXT: variables fff8000000000000 ffc00000
// CHECK-NEXT: printed -nan nan -nan
// CHECK-NEXT: integers 2147483647 9223372036854775807 0 -9223372036854775808 2147483648 2147483647 0 -1
// CHECK-NEXT: short 4464 44 56
// CHECK-NEXT: host -nan -nan -nan nan fff8000000000000 ffc00000 2147483647
#include <cmath>
#include <cstdio>
#include <cstring>
typedef unsigned long long Long;
__host__ __device__ Long bits(double d) {
  Long r;
  memcpy(&r, &d, 8);
  return r;
}
__host__ __device__ unsigned bits(float f) {
  unsigned r;
  memcpy(&r, &f, 4);
  return r;
}
__device__ double variable = 0.0 / 0.0;
__device__ float single = 0.0f / 0.0f;
template <class T> __device__ T ratio(T a, T b) { return a / b; }
__global__ void kernel(int n) {
  const float inf = INFINITY;
  printf("device %llx %x %x %x %llx %llx %x\n", bits(0.0 / 0.0), bits(0.0f / 0.0f), bits(inf * 0.0f),
         bits(inf - inf), bits(ratio(0.0, double(n - n))), bits(nan("")), bits(NAN));
  printf("variables %llx %x\n", bits(variable), bits(single));
  printf("printed %f %f %f\n", 0.0 / 0.0, inf - inf, ratio(0.0, 0.0));
  printf("integers %d %lld %d %lld %u %d %u %d\n", int(1e10f), (long long)1e30, int(0.0f / 0.0f),
         (long long)(0.0 / 0.0), unsigned(0.0 / 0.0), int(inf), unsigned(-inf), short(inf));
  printf("short %d %d %d\n", short(70000.0f), (unsigned char)300.0f, (signed char)-200.0f);
}
int main() {
  kernel<<<1, 1>>>(3);
  cudaDeviceSynchronize();
  constexpr double inf = INFINITY;
  static const float zero = 0.0f / 0.0f;
  printf("host %f %f %f %f %llx %x %d\n", 0.0 / 0.0, inf - inf, double(zero), NAN, bits(inf * 0), bits(zero),
         int(1e20));
}
