// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The macros of <nv/target>, their code with parentheses and without.
// RUN: anywarp run -X -arch=sm_80 -X %{few-of-cccl} %s | FileCheck %s
// CHECK: device 1 2 3 6 80 7
// CHECK: host 10 20 4 60 0 70
#include <cstdio>
#include <nv/target>

__host__ __device__ void answers(int *out) {
  NV_IF_TARGET(NV_IS_DEVICE, (out[0] = 1;), (out[0] = 10;))
  NV_IF_TARGET(NV_IS_DEVICE, out[1] = 2;, out[1] = 20;)
  out[2] = 4;
  NV_IF_TARGET(NV_IS_DEVICE, (int a = 1, b = 2; out[2] = a + b;))
  NV_IF_ELSE_TARGET(NV_IS_DEVICE, out[3] = 6;, out[3] = 60;)
  out[4] = 0;
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (out[4] = 90;), NV_PROVIDES_SM_80, (out[4] = 80;), NV_PROVIDES_SM_70, (out[4] = 70;))
}
// A block each: a switch may jump past what one declares.
__host__ __device__ int ofCase(int which) {
  switch (which) {
  case 0:
    NV_IF_TARGET(NV_IS_DEVICE, (int seven = 7; return seven;), (int seventy = 70; return seventy;))
  case 1:
    NV_IF_ELSE_TARGET(NV_IS_DEVICE, int a = 8; return a;, int a = 80; return a;)
  case 2:
    NV_DISPATCH_TARGET(NV_IS_HOST, (int b = 90; return b;), NV_IS_DEVICE, (int b = 9; return b;))
  default:
    return 0;
  }
}
__global__ void kernel(int *out) { answers(out), out[5] = ofCase(0); }

int main() {
  int host[6], *device;
  cudaMallocManaged(&device, sizeof host);
  kernel<<<1, 1>>>(device);
  cudaDeviceSynchronize();
  std::printf("device %d %d %d %d %d %d\n", device[0], device[1], device[2], device[3], device[4], device[5]);
  answers(host), host[5] = ofCase(0);
  std::printf("host %d %d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4], host[5]);
}
