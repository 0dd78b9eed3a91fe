/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types, constants and error codes of the CUDA runtime API, generated from spec/runtime. */
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__

#ifndef __CUDACC_RTC__ /* whose prelude has what is needed */
#include <limits.h>
#include <stddef.h>
#endif

#include "crt/host_defines.h"
#include "vector_types.h"

/* Before C++11 a union may not hold a type with constructors. */
#if defined(__cplusplus) && __cplusplus < 201103L
#define dim3 uint3
#endif
#include "anywarp/api/runtime_types.h"
#undef dim3

#endif
