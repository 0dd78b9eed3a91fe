/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The CUDA runtime API: profiler control. */
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__

#include "driver_types.h"

#if defined(__cplusplus)
extern "C" {
#endif
#include "anywarp/api/runtime_profiler_functions.h"
#if defined(__cplusplus)
}
#endif

#endif
