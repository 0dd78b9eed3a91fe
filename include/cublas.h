/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS: the interface without handles, for old programs. New ones include cublas_v2.h. */
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h cannot be used together"
#endif

#include <cuda_runtime.h>

#include "cublas_api.h"

#define cublasStatus cublasStatus_t

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/cublas_legacy.h"
#ifdef __cplusplus
}
#endif

#endif
