/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuSOLVER: dense linear systems, eigenvalues, singular values. Link with -lcusolver. */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include <stdio.h>

#include <cuComplex.h>
#include <cublas_v2.h>
#include <cusolver_common.h>
#include <library_types.h>

#include "anywarp/api/cusolverdn_types.h"

/* What the logger calls: level, function, message. */
typedef void (*cusolverDnLoggerCallback_t)(int logLevel, const char *functionName, const char *message);

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cusolverdn_functions.h"

#ifdef __cplusplus
}
#endif

#endif
