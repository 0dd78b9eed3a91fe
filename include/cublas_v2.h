/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS: dense linear algebra. Link with -lcublas. */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_

#ifdef CUBLAS_H_
#error "cublas.h and cublas_v2.h cannot be used together"
#endif

#include "cublas_api.h"

#include "anywarp/api/cublas_names.h"

#endif
