/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every host header, as plain C and C++ compilers of several standards see it. */
#include <builtin_types.h>
#include <channel_descriptor.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cudaProfiler.h>
#include <cudaProfilerTypedefs.h>
#include <cudaTypedefs.h>
#include <cuda_device_runtime_api.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <device_types.h>
#include <driver_functions.h>
#include <driver_types.h>
#include <host_defines.h>
#include <library_types.h>
#include <nvFatbin.h>
#include <nvPTXCompiler.h>
#include <nv_decode.h>
#include <nvml.h>
#include <math_constants.h>
#include <surface_types.h>
#include <texture_types.h>
#include <vector_functions.h>
#include <vector_types.h>

#if CUDA_VERSION != 13000 || CUDART_VERSION != 13000
#error "wrong version"
#endif

/* Macros by which programs recognise headers. */
#if !defined(__cuda_cuda_h__) || !defined(__CUDA_RUNTIME_H__) ||                                   \
    !defined(__CUDA_RUNTIME_API_H__) || !defined(__DRIVER_TYPES_H__) || !defined(__VECTOR_TYPES_H__)
#error "missing include guard"
#endif

int main(void) {
  void *memory = 0;
  CUdeviceptr pointer = 0;
  dim3 grid;
  float4 v = make_float4(1, 2, 3, 4);
  struct cudaExtent extent = make_cudaExtent(1, 2, 3);
  PFN_cuMemAlloc_v3020 allocate = cuMemAlloc;
  grid.x = 1;
  return cudaMalloc(&memory, 4) == cudaSuccess && allocate(&pointer, 4) == CUDA_SUCCESS &&
                 cudaMemcpyAsync(memory, memory, 4, cudaMemcpyDefault, cudaStreamPerThread) ==
                     cudaSuccess &&
                 grid.x == 1 && v.w == 4 && extent.depth == 3
             ? 0
             : 1;
}
