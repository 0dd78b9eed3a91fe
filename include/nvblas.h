/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nvBLAS: level 3 of the Fortran BLAS. Link with -lnvblas before another BLAS, or preload it. */
#ifndef NVBLAS_H_
#define NVBLAS_H_

#include <cuComplex.h>
#include <driver_types.h>

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/nvblas_functions.h"
#ifdef __cplusplus
}
#endif

#endif
