// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs for the newest architectures alone run where nobody asked for a device model, and those
// for one architecture or family too. A model that was asked for, and strict mode, refuse them.
// The default device has an H100's limits under its own number.
// RUN: nvcc -arch=sm_100 %s -o %t.100 && env -u ANYWARP_DEVICE_MODEL %t.100 | FileCheck %s
// RUN: nvcc -arch=sm_120 %s -o %t.120 && env -u ANYWARP_DEVICE_MODEL %t.120 | FileCheck %s
// RUN: nvcc -arch=sm_121a %s -o %t.121a && env -u ANYWARP_DEVICE_MODEL %t.121a | FileCheck %s
// RUN: nvcc -arch=sm_90a %s -o %t.90a && env -u ANYWARP_DEVICE_MODEL %t.90a | FileCheck %s
// RUN: env ANYWARP_DEVICE_MODEL=sm_121 %t.121a | FileCheck %s --check-prefix=MODEL
// RUN: not env ANYWARP_DEVICE_MODEL=sm_90 %t.100 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not env -u ANYWARP_DEVICE_MODEL ANYWARP_STRICT=1 %t.121a 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not env ANYWARP_DEVICE_MODEL=sm_121 %t.90a 2>&1 | FileCheck %s --check-prefix=REFUSED
// CHECK: device 12.0, 227 kB: 7 no error
// MODEL: device 12.1, 99 kB: 7 no error
// REFUSED: no PTX for a device of compute capability
// REFUSED: no kernel image is available
#include <cstdio>

__global__ void seven(int *out) { *out = 7; }

int main() {
  cudaDeviceProp device;
  int *out;
  cudaGetDeviceProperties(&device, 0);
  cudaMallocManaged(&out, sizeof *out);
  *out = 0;
  seven<<<1, 1>>>(out);
  cudaError_t error = cudaGetLastError();
  if (!error)
    error = cudaDeviceSynchronize();
  fprintf(error ? stderr : stdout, "device %d.%d, %zu kB: %d %s\n", device.major, device.minor,
          device.sharedMemPerBlockOptin >> 10, *out, cudaGetErrorString(error));
  return error != cudaSuccess;
}
