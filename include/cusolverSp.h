/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuSOLVER: sparse linear systems, orderings, eigenvalues. Link with -lcusolver. */
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_

#include <cublas_v2.h>
#include <cusolver_common.h>
#include <cusparse.h>

#include "anywarp/api/cusolversp_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cusolversp_functions.h"

#ifdef __cplusplus
}
#endif

#endif
