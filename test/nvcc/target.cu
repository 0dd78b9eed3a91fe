// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The macros of <nv/target>, their code with parentheses and without.
// RUN: anywarp run -X -arch=sm_80 %s | FileCheck %s
// CHECK: device 1 2 3 6 80
// CHECK: host 10 20 4 60 0
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
__global__ void kernel(int *out) { answers(out); }

int main() {
  int host[5], *device;
  cudaMallocManaged(&device, sizeof host);
  kernel<<<1, 1>>>(device);
  cudaDeviceSynchronize();
  std::printf("device %d %d %d %d %d\n", device[0], device[1], device[2], device[3], device[4]);
  answers(host);
  std::printf("host %d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4]);
}
