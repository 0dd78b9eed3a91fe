/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The management library: which devices there are and what they are. Link with -lnvidia-ml. On a machine
   with NVIDIA's library the calls go there (ANYWARP_DEVICE). */
#ifndef __nvml_nvml__h__
#define __nvml_nvml__h__

#define NVML_API_VERSION 13
#define NVML_API_VERSION_STR "13"
#define DECLDIR

#include "anywarp/api/nvml_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/nvml_functions.h"

#ifdef __cplusplus
}
#endif

#endif
