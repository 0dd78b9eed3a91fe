// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programmatic dependent launch from the device side; older architectures have no use for it.
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s
// RUN: nvcc -ptx -arch=sm_80 %s -o - | FileCheck %s --check-prefix=OLD
// RUN: nvcc -arch=sm_90 %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s --check-prefix=SUM
// CHECK: griddepcontrol.launch_dependents;
// CHECK: griddepcontrol.wait;
// OLD-NOT: griddepcontrol
// SUM: 4950
#include <cstdio>

__global__ void first(int *p) {
  cudaTriggerProgrammaticLaunchCompletion();
  p[threadIdx.x] = threadIdx.x;
}
__global__ void second(const int *p, int *sum) {
  cudaGridDependencySynchronize();
  atomicAdd(sum, p[threadIdx.x]);
}

int main() {
  int *p = nullptr, sum = -1;
  cudaMalloc(&p, 101 * sizeof(int));
  cudaMemset(p + 100, 0, sizeof(int));
  first<<<1, 100>>>(p);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 100;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, second, static_cast<const int *>(p), p + 100);
  cudaMemcpy(&sum, p + 100, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%d\n", sum);
}
