/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pointer types of the functions for OpenGL; cudaTypedefs.h has them with all others. */
#ifndef CUDAGLTYPEDEFS_H
#define CUDAGLTYPEDEFS_H

#include "cudaGL.h"
#include "cudaTypedefs.h"

#endif
