// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threadIdx, blockIdx, blockDim, gridDim with their documented types. They are never defined: the
// front end replaces them by special registers before anything is optimised.
#ifndef ANYWARP_BUILTIN_VARIABLES_H
#define ANYWARP_BUILTIN_VARIABLES_H

#include "vector_types.h"

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
static const __device__ __attribute__((unused)) int warpSize = 32;

#endif
