/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver API's functions for OpenGL, without OpenGL's own header: GLuint and GLenum are
   unsigned int. */
#ifndef ANYWARP_OPENGL_H
#define ANYWARP_OPENGL_H

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/cuda_gl_types.h"

#include "anywarp/api/cuda_gl_functions.h"
#ifdef __cplusplus
}
#endif

#endif
