/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime functions that device code may call are those of cuda_runtime_api.h. */
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#include "cuda_runtime_api.h"
#endif
