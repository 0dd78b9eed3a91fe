/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pointer types PFN_NAME_vVERSION for what cuGetProcAddress returns. */
#ifndef CUDATYPEDEFS_H
#define CUDATYPEDEFS_H

#include "anywarp/opengl.h"
#include "cudaProfiler.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/cuda_typedefs.h"
#ifdef __cplusplus
}
#endif

#endif
