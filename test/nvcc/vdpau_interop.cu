// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// VDPAU: declared and linked, and refused.
// RUN: nvcc -I %S/inputs/vdpau %s -o %t && %t | FileCheck %s
// RUN: nvcc -I %S/inputs/vdpau -x c -DC_ONLY -c %s -o %t.o
// CHECK: cudaErrorNotSupported cudaErrorNotSupported cudaErrorNotSupported cudaErrorNotSupported
#include <cuda_vdpau_interop.h>
#ifndef C_ONLY
#include <cstdio>
static VdpStatus address(VdpDevice, VdpFuncId, void **) { return 1; }
int main() {
  cudaGraphicsResource_t resource = nullptr;
  int device;
  std::printf("%s %s %s %s\n", cudaGetErrorName(cudaVDPAUGetDevice(&device, 1, address)),
              cudaGetErrorName(cudaVDPAUSetVDPAUDevice(0, 1, address)),
              cudaGetErrorName(cudaGraphicsVDPAURegisterVideoSurface(&resource, 1, cudaGraphicsRegisterFlagsNone)),
              cudaGetErrorName(cudaGraphicsVDPAURegisterOutputSurface(&resource, 1, cudaGraphicsRegisterFlagsNone)));
}
#endif
