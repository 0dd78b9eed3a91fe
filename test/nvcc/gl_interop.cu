// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenGL: declared and linked, and refused.
// RUN: nvcc -I %S/inputs/gl %s -o %t && %t | FileCheck %s
// CHECK: cudaErrorNotSupported cudaErrorNotSupported cudaErrorNotSupported
#include <cstdio>
#include <cuda_gl_interop.h>
int main() {
  cudaGraphicsResource_t resource = nullptr;
  unsigned count;
  int device;
  std::printf("%s %s %s\n", cudaGetErrorName(cudaGraphicsGLRegisterBuffer(&resource, 1, cudaGraphicsRegisterFlagsNone)),
              cudaGetErrorName(cudaGraphicsGLRegisterImage(&resource, 1, 0x0DE1, cudaGraphicsRegisterFlagsNone)),
              cudaGetErrorName(cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll)));
}
