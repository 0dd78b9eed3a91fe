/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pointer types of the profiler's functions; cudaTypedefs.h has them with all others. */
#ifndef CUDAPROFILERTYPEDEFS_H
#define CUDAPROFILERTYPEDEFS_H

#include "cudaTypedefs.h"

#endif
