/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND: random numbers. Link with -lcurand. */
#ifndef CURAND_H_
#define CURAND_H_

#include <cuda_runtime.h>
#include <library_types.h>

#define CURANDAPI

#include "anywarp/api/curand_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/curand_functions.h"

#ifdef __cplusplus
}
#endif

#endif
