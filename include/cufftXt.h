/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuFFT: transforms of any type, on several devices, and with functions of the program that load and
   store. Link with -lcufft. */
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_

#include "cudalibxt.h"
#include "cufft.h"

#include "anywarp/api/cufftxt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cufftxt_functions.h"

#ifdef __cplusplus
}
#endif

#endif
