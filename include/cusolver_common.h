/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuSOLVER: what its parts share. Link with -lcusolver. */
#ifndef CUSOLVER_COMMON_H_
#define CUSOLVER_COMMON_H_

#include <inttypes.h>

#include <library_types.h>

#ifndef CUSOLVERAPI
#define CUSOLVERAPI
#endif

#include "anywarp/api/cusolver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cusolver_functions.h"

#ifdef __cplusplus
}
#endif

#endif
