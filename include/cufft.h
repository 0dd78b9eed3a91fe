/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuFFT: Fourier transforms. They are not normalised: forward and inverse give the numbers times
   their count. Link with -lcufft. */
#ifndef _CUFFT_H_
#define _CUFFT_H_

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"

#ifndef CUFFTAPI
#define CUFFTAPI
#endif

#include "anywarp/api/cufft_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cufft_functions.h"

#ifdef __cplusplus
}
#endif

#endif
