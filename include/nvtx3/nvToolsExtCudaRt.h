/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names for objects of the runtime API. */
#ifndef NVTOOLSEXT_CUDART_V3
#define NVTOOLSEXT_CUDART_V3
#include "nvToolsExt.h"

#include "cuda_runtime_api.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NVTX_RESOURCE_CLASS_CUDART 5
typedef enum nvtxResourceCUDARTType_t {
  NVTX_RESOURCE_TYPE_CUDART_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDART, 0),
  NVTX_RESOURCE_TYPE_CUDART_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDART, 1),
  NVTX_RESOURCE_TYPE_CUDART_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDART, 2)
} nvtxResourceCUDARTType_t;

AW_NVTX2(void, nvtxNameCudaDeviceA, int, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCudaDeviceW, int, const wchar_t *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCudaStreamA, cudaStream_t, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCudaStreamW, cudaStream_t, const wchar_t *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCudaEventA, cudaEvent_t, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCudaEventW, cudaEvent_t, const wchar_t *, AW_NOTHING)

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif

#ifdef __cplusplus
}
#endif
#endif
