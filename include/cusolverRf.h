/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuSOLVER: factorizations of matrices of one pattern. Link with -lcusolver. */
#ifndef CUSOLVERRF_H_
#define CUSOLVERRF_H_

#include <cuComplex.h>
#include <cusolver_common.h>
#include <driver_types.h>

#include "anywarp/api/cusolverrf_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cusolverrf_functions.h"

#ifdef __cplusplus
}
#endif

#endif
