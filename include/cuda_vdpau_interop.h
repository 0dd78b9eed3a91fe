/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Surfaces of VDPAU in the runtime API. Declarations: this implementation shares no memory with VDPAU,
   and the functions answer cudaErrorNotSupported. */
#ifndef __CUDA_VDPAU_INTEROP_H__
#define __CUDA_VDPAU_INTEROP_H__

#include "cuda_runtime_api.h"
#include <vdpau/vdpau.h>

#if defined(__cplusplus)
extern "C" {
#endif

extern cudaError_t CUDARTAPI cudaVDPAUGetDevice(int *device, VdpDevice vdpDevice,
                                                VdpGetProcAddress *vdpGetProcAddress);
extern cudaError_t CUDARTAPI cudaVDPAUSetVDPAUDevice(int device, VdpDevice vdpDevice,
                                                     VdpGetProcAddress *vdpGetProcAddress);
extern cudaError_t CUDARTAPI
cudaGraphicsVDPAURegisterVideoSurface(struct cudaGraphicsResource **resource,
                                      VdpVideoSurface vdpSurface, unsigned int flags);
extern cudaError_t CUDARTAPI
cudaGraphicsVDPAURegisterOutputSurface(struct cudaGraphicsResource **resource,
                                       VdpOutputSurface vdpSurface, unsigned int flags);

#if defined(__cplusplus)
}
#endif

#endif
