// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static shared memory ends where the dynamic one begins, at 16 bytes or more: seen on an H200 and in what ptxas -v prints.
// RUN: nvcc %s -o %t && env ANYWARP_DEVICE_MODEL=sm_90 %t | FileCheck %s
#include <cstdio>
extern __shared__ char dynamic[];

__global__ void both(int *o) {
  __shared__ double number[100];
  __shared__ char odd[3];
  number[threadIdx.x % 100] = 1;
  odd[threadIdx.x % 3] = 1;
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  *o = int(number[3]) + odd[1] + dynamic[5];
}

int main() {
  int *o;
  cudaMallocManaged(&o, 4);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, both);
  // CHECK: 816 48336
  std::printf("%zu %d\n", attributes.sharedSizeBytes, attributes.maxDynamicSharedSizeBytes);
  for (int bytes : {48000, 48336, 48337}) {
    both<<<1, 128, bytes>>>(o);
    std::printf("%d %s\n", bytes, cudaGetErrorName(cudaGetLastError()));
  }
  // CHECK: 48000 cudaSuccess
  // CHECK: 48336 cudaSuccess
  // CHECK: 48337 cudaErrorInvalidValue
  cudaDeviceSynchronize();
  std::printf("%d\n", *o);
  // CHECK: {{^}}3{{$}}
}
