// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions, variables and files that do not exist, asked for by the driver's interface.
//flags -lcuda
#include <cuda.h>
__global__ void nothing() {}
int main() {
  cudaFree(nullptr);
  CUmodule module;
  CUdevice device;
  cuModuleLoad(&module, "/nowhere/at/all.cubin"); //! memcheck api CUDA_ERROR_FILE_NOT_FOUND
  cuDeviceGet(&device, 999); //! memcheck api CUDA_ERROR_INVALID_DEVICE
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
}
