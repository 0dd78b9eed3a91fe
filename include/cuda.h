/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The CUDA driver API. Types and functions are generated from spec/driver; this file sets the scene. */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include <stdint.h>
#include <stdlib.h>

#define CUDA_VERSION 13000

#if defined(CUDA_FORCE_API_VERSION)
#error "CUDA_FORCE_API_VERSION is not supported"
#endif

#ifdef _WIN32
#define CUDAAPI __stdcall
#define CUDA_CB __stdcall
#else
#define CUDAAPI
#define CUDA_CB
#endif

/* Old entry points stay callable without a warning for those who ask for them. */
#ifndef __CUDA_DEPRECATED
#if defined(__CUDA_API_VERSION_INTERNAL) || defined(CUDA_ENABLE_DEPRECATED) || !defined(__GNUC__)
#define __CUDA_DEPRECATED
#else
#define __CUDA_DEPRECATED __attribute__((deprecated))
#endif
#endif

/* With CUDA_API_PER_THREAD_DEFAULT_STREAM the null stream means the calling thread's own stream. */
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#define __CUDA_API_PER_THREAD_DEFAULT_STREAM
#define __CUDA_API_PTDS(api) api##_ptds
#define __CUDA_API_PTSZ(api) api##_ptsz
#else
#define __CUDA_API_PTDS(api) api
#define __CUDA_API_PTSZ(api) api
#endif

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/cuda_types.h"
#include "anywarp/api/cuda_functions.h"
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && !defined(__CUDA_API_VERSION_INTERNAL)
/* Look-ups of a program with per-thread default streams find the per-thread forms. */
static inline CUresult CUDAAPI cuGetProcAddress_v2_ptsz(const char *symbol, void **pfn,
                                                        int cudaVersion, cuuint64_t flags,
                                                        CUdriverProcAddressQueryResult *symbolStatus) {
  const cuuint64_t chosen =
      CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  if (!(flags & chosen))
    flags |= CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, symbolStatus);
}
#undef cuGetProcAddress
#define cuGetProcAddress cuGetProcAddress_v2_ptsz
#endif
#ifdef __cplusplus
}
#endif

#endif
