// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %nwarpid is the greatest number of warps that a multiprocessor holds (PTX ISA, "Special Registers: %nwarpid"; the guide's
// table of compute capabilities), whatever the block is.
// RUN: nvcc %s -o %t
// RUN: env ANYWARP_DEVICE_MODEL=sm_90 %t | FileCheck %s --check-prefix=SM90
// RUN: env ANYWARP_DEVICE_MODEL=sm_86 %t | FileCheck %s --check-prefix=SM86
// RUN: env ANYWARP_DEVICE_MODEL=sm_75 %t | FileCheck %s --check-prefix=SM75
// SM90: 64 1 64 1
// SM86: 48 1 48 1
// SM75: 32 1 32 1
#include <cstdio>

__global__ void read(unsigned *o) {
  unsigned warps, warp;
  asm("mov.u32 %0, %%nwarpid;" : "=r"(warps));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  if (threadIdx.x == blockDim.x - 1) {
    o[0] = warps;
    o[1] = warp < warps;
  }
}

int main() {
  unsigned *o;
  cudaMallocManaged(&o, 16);
  read<<<1, 1>>>(o);
  read<<<1, 1024>>>(o + 2);
  cudaDeviceSynchronize();
  std::printf("%u %u %u %u\n", o[0], o[1], o[2], o[3]);
}
