/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The CUDA runtime API for C and C++. Functions are generated from spec/runtime. */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION

#include "builtin_types.h"
#include "crt/host_defines.h"

/* With CUDA_API_PER_THREAD_DEFAULT_STREAM the null stream means the calling thread's own stream. */
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#define __CUDART_API_PER_THREAD_DEFAULT_STREAM
#define __CUDART_API_PTDS(api) api##_ptds
#define __CUDART_API_PTSZ(api) api##_ptsz
#else
#define __CUDART_API_PTDS(api) api
#define __CUDART_API_PTSZ(api) api
#endif

#if defined(__cplusplus)
#define AW_DEFAULT(value) = value
#else
#define AW_DEFAULT(value)
#endif
#pragma push_macro("__CUDA_DEPRECATED")
#undef __CUDA_DEPRECATED
#if defined(CUDA_ENABLE_DEPRECATED) || !defined(__GNUC__)
#define __CUDA_DEPRECATED
#else
#define __CUDA_DEPRECATED __attribute__((deprecated))
#endif

#if !defined(__CUDACC_RTC__) /* there is no host at run time */
#if defined(__cplusplus)
extern "C" {
#endif
#include "anywarp/api/runtime_functions.h"

#if defined(__CUDART_API_PER_THREAD_DEFAULT_STREAM)
/* Launches that the compiler writes for <<<>>> say cudaLaunchKernel, whatever the macro makes of it. */
#undef cudaLaunchKernel
static __inline__ __host__ cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim,
                                                        dim3 blockDim, void **args,
                                                        size_t sharedMem, cudaStream_t stream) {
  return cudaLaunchKernel_ptsz(func, gridDim, blockDim, args, sharedMem, stream);
}
#define cudaLaunchKernel cudaLaunchKernel_ptsz
#undef cudaLaunchKernelExC
static __inline__ __host__ cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                                           const void *func, void **args) {
  return cudaLaunchKernelExC_ptsz(config, func, args);
}
#define cudaLaunchKernelExC cudaLaunchKernelExC_ptsz
#endif
#if defined(__cplusplus)
}
#endif
#endif

#pragma pop_macro("__CUDA_DEPRECATED")
#undef AW_DEFAULT

#endif
