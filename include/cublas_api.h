/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS by the names that the library exports. Programs include cublas_v2.h or cublas.h. */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include <stddef.h>
#include <stdint.h>

#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <driver_types.h>
#include <library_types.h>

#ifndef CUBLASWINAPI
#define CUBLASWINAPI
#endif
#ifndef CUDA_CB
#define CUDA_CB
#endif
#ifndef CUBLASAPI
#define CUBLASAPI
#endif

#include "anywarp/api/cublas_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/cublas_functions.h"
#ifdef __cplusplus
}
#endif

#endif
