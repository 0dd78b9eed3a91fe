/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The CUDA driver API: profiler control. */
#ifndef cuda_profiler_H
#define cuda_profiler_H

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/cuda_profiler_types.h"
#include "anywarp/api/cuda_profiler_functions.h"
#ifdef __cplusplus
}
#endif

#endif
