/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names for objects of the driver API. */
#ifndef NVTOOLSEXT_CUDA_V3
#define NVTOOLSEXT_CUDA_V3
#include "nvToolsExt.h"

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NVTX_RESOURCE_CLASS_CUDA 4
typedef enum nvtxResourceCUDAType_t {
  NVTX_RESOURCE_TYPE_CUDA_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDA, 1),
  NVTX_RESOURCE_TYPE_CUDA_CONTEXT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 2),
  NVTX_RESOURCE_TYPE_CUDA_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDA, 3),
  NVTX_RESOURCE_TYPE_CUDA_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 4)
} nvtxResourceCUDAType_t;

AW_NVTX2(void, nvtxNameCuDeviceA, CUdevice, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCuDeviceW, CUdevice, const wchar_t *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCuContextA, CUcontext, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCuContextW, CUcontext, const wchar_t *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCuStreamA, CUstream, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCuStreamW, CUstream, const wchar_t *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCuEventA, CUevent, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCuEventW, CUevent, const wchar_t *, AW_NOTHING)

#ifdef UNICODE
#define nvtxNameCuDevice nvtxNameCuDeviceW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuStream nvtxNameCuStreamW
#define nvtxNameCuEvent nvtxNameCuEventW
#else
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
#endif

#ifdef __cplusplus
}
#endif
#endif
