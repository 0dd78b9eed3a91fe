/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuSPARSE: sparse linear algebra. Link with -lcusparse. */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_

#include <stdint.h>
#include <stdio.h>

#include <cuComplex.h>
#include <cuda_runtime_api.h>
#include <library_types.h>
#ifdef __cplusplus
#include <cuda_fp16.h>
#else
typedef struct __half __half;
#endif

#ifndef CUSPARSEAPI
#define CUSPARSEAPI
#endif
#ifndef CUDA_CB
#define CUDA_CB
#endif

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cusparse_types.h"

#include "anywarp/api/cusparse_functions.h"

#ifdef __cplusplus
}
#endif

#endif
