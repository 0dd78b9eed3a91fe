/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers and images of OpenGL in the driver API. Declarations: this implementation shares no
   memory with OpenGL, and the functions answer CUDA_ERROR_NOT_SUPPORTED. */
#ifndef CUDAGL_H
#define CUDAGL_H

#include "anywarp/opengl.h"
#include <GL/gl.h>

#endif
