// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of two values of unsigned short wraps as an int before it is widened, on the device (seen) and on the host (g++).
// RUN: nvcc %s -o %t && %t | FileCheck %s
// RUN: nvcc -O0 %s -o %t && %t | FileCheck %s
// CHECK: device -327676 -3347214592 1599082517
// CHECK: host -327676 -3347214592 1599082517
#include <cstdio>

__host__ __device__ void products(const unsigned short *v, long long *o) {
  o[0] = v[0] * v[1];
  unsigned short a = v[2];
  o[1] = (long long)(a * v[3]) * 2;
  long long sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += v[i] * v[i];
  o[2] = sum;
}

__global__ void kernel(const unsigned short *v, long long *o) { products(v, o); }

int main() {
  unsigned short *v;
  long long *o;
  cudaMallocManaged(&v, 8);
  cudaMallocManaged(&o, 24);
  v[0] = 65535, v[1] = 65532, v[2] = 65534, v[3] = 40000;
  kernel<<<1, 1>>>(v, o);
  cudaDeviceSynchronize();
  std::printf("device %lld %lld %lld\n", o[0], o[1], o[2]);
  products(v, o);
  std::printf("host %lld %lld %lld\n", o[0], o[1], o[2]);
}
