// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine code for other devices alone is nothing to run in strict mode, as on a GPU; without it the
// text that it was made of is taken.
// RUN: nvcc -gencode arch=compute_80,code=sm_80 %s -o %t
// RUN: env ANYWARP_DEVICE_MODEL=sm_90 %t | FileCheck %s --check-prefix=RUNS
// RUN: env ANYWARP_DEVICE_MODEL=sm_90 ANYWARP_STRICT=1 %t 2>/dev/null | FileCheck %s --check-prefix=NONE
// RUN: env ANYWARP_DEVICE_MODEL=sm_86 ANYWARP_STRICT=1 %t | FileCheck %s --check-prefix=RUNS
// RUN: nvcc -gencode arch=compute_80,code=sm_80 -gencode arch=compute_80,code=compute_80 %s -o %t
// RUN: env ANYWARP_DEVICE_MODEL=sm_90 ANYWARP_STRICT=1 %t | FileCheck %s --check-prefix=RUNS
// RUN: nvcc -gencode arch=compute_80,code=[sm_86,sm_90] %s -o %t
// RUN: env ANYWARP_DEVICE_MODEL=sm_90 ANYWARP_STRICT=1 %t | FileCheck %s --check-prefix=RUNS
// RUN: env ANYWARP_DEVICE_MODEL=sm_80 ANYWARP_STRICT=1 %t 2>/dev/null | FileCheck %s --check-prefix=NONE
// RUN: nvcc -arch=compute_100 -code=sm_100 %s -o %t
// RUN: env ANYWARP_DEVICE_MODEL=sm_90 ANYWARP_STRICT=1 %t 2>/dev/null | FileCheck %s --check-prefix=NONE
#include <cstdio>
#include <cuda.h>

__global__ void kernel(int *out) { *out = 7; }

int main() {
  int *out;
  cudaMallocManaged(&out, 4);
  kernel<<<1, 1>>>(out);
  cudaError_t launched = cudaGetLastError();
  cudaDeviceSynchronize();
  // RUNS: cudaSuccess 7
  // NONE: cudaErrorNoKernelImageForDevice
  std::printf("%s %d\n", cudaGetErrorName(launched), *out);
}
