// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA_DISABLE_PTX_JIT=1: PTX does not load (programming guide, "CUDA Environment Variables"); CUDA_FORCE_PTX_JIT=1: it is
// what is taken.
// RUN: nvcc %s -o %t -lcuda && nvcc -rdc=true %s -o %t.linked -lcuda
// RUN: env CUDA_DISABLE_PTX_JIT=1 ANYWARP_DEVICE=cpu %t | FileCheck %s --check-prefix=DISABLED
// RUN: env CUDA_DISABLE_PTX_JIT=1 ANYWARP_DEVICE=cpu %t.linked | FileCheck %s --check-prefix=DISABLED
// DISABLED: launch cudaErrorJitCompilationDisabled, symbol cudaErrorJitCompilationDisabled
// DISABLED: module CUDA_ERROR_JIT_COMPILATION_DISABLED, library CUDA_ERROR_JIT_COMPILATION_DISABLED
// RUN: env CUDA_FORCE_PTX_JIT=1 CUDA_DISABLE_PTX_JIT=0 ANYWARP_DEVICE=cpu %t | FileCheck %s
// CHECK: launch cudaSuccess, symbol cudaSuccess
// CHECK: module CUDA_SUCCESS, library CUDA_SUCCESS
#include <cstdio>
#include <cuda.h>
__device__ int variable;
__global__ void kernel() { variable = 1; }
static const char *nameOf(CUresult result) {
  const char *name = "?";
  cuGetErrorName(result, &name);
  return name;
}
int main() {
  kernel<<<1, 1>>>();
  cudaError_t launch = cudaGetLastError();
  int value = 0;
  cudaError_t symbol = cudaMemcpyFromSymbol(&value, variable, sizeof value);
  std::printf("launch %s, symbol %s\n", cudaGetErrorName(launch), cudaGetErrorName(symbol));
  const char *ptx = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n";
  CUmodule module;
  CUlibrary library;
  CUresult loaded = cuModuleLoadData(&module, ptx);
  CUresult opened = cuLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0);
  if (opened == CUDA_SUCCESS) {
    CUkernel k;
    opened = cuLibraryGetKernel(&k, library, "k");
  }
  std::printf("module %s, library %s\n", nameOf(loaded), nameOf(opened));
}
