// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes that are viewed as bool: each but 0 is true, and a copy is the byte itself, also as a number,
// with a sign. An H200 with nvcc 13 prints this, with and without -G. CuPy views arrays of int8 as arrays of bool.
// RUN: nvcc -arch=sm_90 %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s
// RUN: nvcc -arch=sm_90 -G %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s
// CHECK: chosen 0 1 1 1 1
// CHECK-NEXT: not 1 0 0 0 0
// CHECK-NEXT: counted 4
// CHECK-NEXT: copied 0 1 2 128 254
// CHECK-NEXT: kept 0 1 1 1 1
// CHECK-NEXT: widened 0 1 2 -128 -2
// Parameters are bytes, too (nvcc 13.0's PTX, seen).
// CHECK-NEXT: given 0 1 1 1 1
// CHECK-NEXT: number 0 1 2 -128 -2
// CHECK-NEXT: stored 0 1 2 128 254
#include <cstdio>
__global__ void choose(const bool *x, unsigned char *y) {
  bool b = x[threadIdx.x];
  y[threadIdx.x] = b ? 1 : 0;
}
__global__ void negate(const bool *x, bool *y) { y[threadIdx.x] = !x[threadIdx.x]; }
__global__ void count(const bool *x, int *sum) {
  if (x[threadIdx.x])
    atomicAdd(sum, 1);
}
__global__ void copy(const bool *x, bool *y) { y[threadIdx.x] = x[threadIdx.x]; }
__global__ void keep(const bool *x, int *y) { y[threadIdx.x] = x[threadIdx.x] && x[threadIdx.x]; }
__global__ void widen(const bool *x, int *y) { y[threadIdx.x] = x[threadIdx.x]; }
template <class T> __global__ void take(T b, int *chosen, int *number, bool *stored, int i) {
  chosen[i] = b ? 1 : 0;
  number[i] = b;
  stored[i] = b;
}
int main() {
  constexpr int n = 5;
  unsigned char bytes[n] = {0, 1, 2, 128, 254}, *x, *y;
  int *sum;
  cudaMallocManaged(&x, n);
  cudaMallocManaged(&y, n);
  cudaMallocManaged(&sum, n * sizeof(int));
  cudaMemcpy(x, bytes, n, cudaMemcpyDefault);
  auto *asBool = reinterpret_cast<const bool *>(x);
  auto print = [&](const char *name, auto *values) {
    cudaDeviceSynchronize();
    printf("%s", name);
    for (int i = 0; i < n; ++i)
      printf(" %d", values[i]);
    puts("");
  };
  choose<<<1, n>>>(asBool, y);
  print("chosen", y);
  negate<<<1, n>>>(asBool, reinterpret_cast<bool *>(y));
  print("not", y);
  count<<<1, n>>>(asBool, sum);
  cudaDeviceSynchronize();
  printf("counted %d\n", *sum);
  copy<<<1, n>>>(asBool, reinterpret_cast<bool *>(y));
  print("copied", y);
  keep<<<1, n>>>(asBool, sum);
  print("kept", sum);
  widen<<<1, n>>>(asBool, sum);
  print("widened", sum);
  int *number;
  cudaMallocManaged(&number, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    void *arguments[] = {&bytes[i], &sum, &number, &y, &i};
    cudaLaunchKernel(take<bool>, 1, 1, arguments, 0, nullptr);
  }
  print("given", sum);
  print("number", number);
  print("stored", y);
}
