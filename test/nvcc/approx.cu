// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_APPROX=exact: what a function with the pragma gives (device/builtins/FunctionUnitTest.cpp
// holds that against an H200), all functions give. Without it some bits differ.
// RUN: nvcc %s -o %t
// RUN: env ANYWARP_APPROX=exact %t | FileCheck %s --check-prefix=SAME
// RUN: %t | FileCheck %s --check-prefix=OTHER
// RUN: env ANYWARP_APPROX=fast %t | FileCheck %s --check-prefix=OTHER
// RUN: env ANYWARP_APPROX=Exact %t 2>&1 | FileCheck %s --check-prefix=TOLD
// SAME: {{^0 of 24576 differ}}
// OTHER: {{^[1-9][0-9]* of 24576 differ}}
// TOLD: ANYWARP_APPROX
#include <cstdio>
#include <cstring>

constexpr int kCount = 4096, kFunctions = 6;

__device__ void apply(float x, float *to) {
  to[0] = __sinf(x);
  to[1] = __cosf(x);
  to[2] = __logf(x);
  to[3] = __expf(x);
  to[4] = rsqrtf(x);
  asm("rcp.approx.f32 %0, %1;" : "=f"(to[5]) : "f"(x));
}
__device__ float argument() { return 0.01f + 0.0015f * threadIdx.x + 1.7e-3f * blockIdx.x; }

__global__ void usual(float *out) {
  apply(argument(), out + (blockIdx.x * blockDim.x + threadIdx.x) * kFunctions);
}
__global__ void exact(float *out) {
  asm volatile(".pragma \"anywarp_exact_approx\";");
  apply(argument(), out + (blockIdx.x * blockDim.x + threadIdx.x) * kFunctions);
}

int main() {
  float *out[2];
  for (float *&to : out)
    cudaMallocManaged(&to, kCount * kFunctions * sizeof(float));
  usual<<<kCount / 64, 64>>>(out[0]);
  exact<<<kCount / 64, 64>>>(out[1]);
  if (cudaDeviceSynchronize())
    return 2;
  int differ = 0;
  for (int i = 0; i < kCount * kFunctions; ++i)
    differ += memcmp(&out[0][i], &out[1][i], sizeof(float)) != 0;
  printf("%d of %d differ\n", differ, kCount * kFunctions);
}
