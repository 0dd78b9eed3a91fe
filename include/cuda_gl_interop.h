/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers and images of OpenGL in the runtime API. Declarations: this implementation shares no memory
   with OpenGL, and the functions answer cudaErrorNotSupported. */
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime_api.h"
#include <GL/gl.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};
enum cudaGLMapFlags {
  cudaGLMapFlagsNone = 0,
  cudaGLMapFlagsReadOnly = 1,
  cudaGLMapFlagsWriteDiscard = 2
};

extern cudaError_t CUDARTAPI cudaGLGetDevices(unsigned int *pCudaDeviceCount, int *pCudaDevices,
                                              unsigned int cudaDeviceCount,
                                              enum cudaGLDeviceList deviceList);
extern cudaError_t CUDARTAPI cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource,
                                                         GLuint image, GLenum target,
                                                         unsigned int flags);
extern cudaError_t CUDARTAPI cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource,
                                                          GLuint buffer, unsigned int flags);

/* Deprecated. */
extern cudaError_t CUDARTAPI cudaGLSetGLDevice(int device);
extern cudaError_t CUDARTAPI cudaGLRegisterBufferObject(GLuint bufObj);
extern cudaError_t CUDARTAPI cudaGLMapBufferObject(void **devPtr, GLuint bufObj);
extern cudaError_t CUDARTAPI cudaGLUnmapBufferObject(GLuint bufObj);
extern cudaError_t CUDARTAPI cudaGLUnregisterBufferObject(GLuint bufObj);
extern cudaError_t CUDARTAPI cudaGLSetBufferObjectMapFlags(GLuint bufObj, unsigned int flags);
extern cudaError_t CUDARTAPI cudaGLMapBufferObjectAsync(void **devPtr, GLuint bufObj,
                                                        cudaStream_t stream);
extern cudaError_t CUDARTAPI cudaGLUnmapBufferObjectAsync(GLuint bufObj, cudaStream_t stream);

#if defined(__cplusplus)
}
#endif

#endif
