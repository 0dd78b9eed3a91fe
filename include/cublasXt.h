/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLASXt: level 3 of matrices in host or device memory, over several devices. Link with -lcublas. */
#ifndef CUBLAS_XT_H_
#define CUBLAS_XT_H_

#include "cublas_v2.h"

#include "anywarp/api/cublasxt_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/cublasxt_functions.h"
#ifdef __cplusplus
}
#endif

#endif
