/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuSOLVER: sparse factorizations in steps. Link with -lcusolver. */
#ifndef CUSOLVERSP_LOWLEVEL_PREVIEW_H_
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include <cusolverSp.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cusolversp_low_functions.h"

#ifdef __cplusplus
}
#endif

#endif
