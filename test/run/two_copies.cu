// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two copies of our libraries where a loader looks: neither takes the other for NVIDIA's.
// RUN: rm -rf %t && mkdir -p %t/copy
// RUN: cp -L %{lib}/libcuda.so.1 %{lib}/libnvidia-ml.so.1 %t/copy
// RUN: nvcc -o %t/static %s -lnvidia-ml
// RUN: nvcc -cudart shared -o %t/shared %s -lnvidia-ml
// RUN: env -u ANYWARP_DEVICE LD_LIBRARY_PATH=%{lib}:%t/copy %t/static | FileCheck %s
// RUN: env -u ANYWARP_DEVICE LD_LIBRARY_PATH=%t/copy:%{lib} %t/static | FileCheck %s
// RUN: env -u ANYWARP_DEVICE LD_LIBRARY_PATH=%{lib}:%t/copy %t/shared | FileCheck %s
// CHECK: 41 no error, NVML 0
#include <cstdio>
#include <nvml.h>

__global__ void add(int *x) { *x += 40; }

int main() {
  int *x;
  cudaMallocManaged(&x, sizeof *x);
  *x = 1;
  add<<<1, 1>>>(x);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%d %s, NVML %d\n", *x, cudaGetErrorString(error), nvmlInit());
}
