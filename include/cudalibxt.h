/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory on several devices, as cuFFT and cuBLAS hand it out. */
#ifndef _CUDA_LIB_XT_H_
#define _CUDA_LIB_XT_H_

#include <cuda_runtime.h>

#include "anywarp/api/cudalibxt_types.h"

#endif
