// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// neg.f32 and abs.f32 of a NaN give 7fffffff, which an operation on the sign's bit would not (seen on an H200).
// RUN: nvcc -arch=sm_90 %s -o %t && %t | FileCheck %s
// CHECK: 7fffffff 7fffffff ffc00001
// RUN: nvcc -arch=sm_90 -ptx %s -o - | FileCheck %s --check-prefix=PTX
// PTX-DAG: abs.f32
// PTX-DAG: neg.f32
#include <cstdio>
__global__ void signs(const float *in, unsigned long long *out) {
  float x = in[threadIdx.x];
  out[0] = __float_as_uint(fabsf(x));
  out[1] = __float_as_uint(-x);
  out[2] = __float_as_uint(x);
}
int main() {
  unsigned nan = 0xffc00001;
  float *in;
  unsigned long long *out, bits[3];
  cudaMalloc(&in, 4);
  cudaMalloc(&out, sizeof bits);
  cudaMemcpy(in, &nan, 4, cudaMemcpyHostToDevice);
  signs<<<1, 1>>>(in, out);
  cudaMemcpy(bits, out, sizeof bits, cudaMemcpyDeviceToHost);
  printf("%llx %llx %llx\n", bits[0], bits[1], bits[2]);
}
