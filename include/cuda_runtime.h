/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a CUDA C++ program sees: the runtime API, its C++ forms and, in a CUDA compile, the device side. */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "builtin_types.h"
#include "crt/host_defines.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
#include "vector_functions.h"
#if !defined(__CUDACC_RTC__)
#include "channel_descriptor.h"
#include "driver_functions.h"
#endif

#if defined(__AW_CUDA__)
#if !defined(__CUDACC_RTC__) /* whose prelude has it */
/* The compiler writes a call of this for kernel<<<grid, block, shared, stream>>>. */
extern "C" __host__ __device__ unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim = 1,
                                                                    size_t sharedMem = 0,
                                                                    struct CUstream_st *stream = 0);
#endif
#include "anywarp/device.h"
#include "device_launch_parameters.h"
#endif

#if defined(__cplusplus) && !defined(__CUDACC_RTC__)
#include "anywarp/runtime_templates.h"
#endif

#endif
