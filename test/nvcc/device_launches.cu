// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches in device code, in both passes: from templates, of templates, through pointers, by the functions of the device
// runtime.
// RUN: nvcc -std=c++17 -rdc=true %s -o %t && %t | FileCheck %s
#include <cstdio>

__device__ int sum, count;
__device__ void note(int x) {
  atomicAdd(&sum, x);
  atomicAdd(&count, 1);
}

template <class T> __global__ void kernel(T v) { note(int(v)); }
template <class T> __device__ void launch(T v) { kernel<T><<<1, 1>>>(v); }
template <class T> __global__ void nested(T v) {
  launch(v);
  kernel<<<1, 2>>>(v);
}
__global__ void overloaded(int x) { note(x); }
__global__ void overloaded(float x) { note(int(x) * 1000); }

__global__ void parent() {
  nested<<<1, 1>>>(2.5f); // 3 times 2
  launch('a');            // 97
  overloaded<<<1, 1>>>(10);
  overloaded<<<1, 1>>>(1.0f);
  auto pointer = kernel<int>;
  pointer<<<1, 1, 0, cudaStreamTailLaunch>>>(100);

  int *old = (int *)cudaGetParameterBuffer(alignof(int), sizeof(int));
  *old = 10000;
  if (cudaLaunchDevice((void *)kernel<int>, old, dim3(1), dim3(1), 0, nullptr) != cudaSuccess)
    note(-1);
  void *buffer = cudaGetParameterBufferV2((void *)kernel<int>, dim3(1), dim3(1), 0);
  *(int *)buffer = 100000;
  if (cudaLaunchDeviceV2(buffer, nullptr) != cudaSuccess)
    note(-1);
}

int main() {
  parent<<<1, 1>>>();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  // CHECK: no error
  int s, n;
  cudaMemcpyFromSymbol(&s, sum, sizeof s);
  cudaMemcpyFromSymbol(&n, count, sizeof n);
  printf("%d in %d\n", s, n);
  // CHECK: 111213 in 9
}
