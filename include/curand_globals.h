/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: constants and what its headers share. QUALIFIERS may be set before the
 * first of them is included: how the functions are declared. */
#ifndef CURAND_GLOBALS_H
#define CURAND_GLOBALS_H

#ifndef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif

#ifndef QUALIFIERS
#define QUALIFIERS static __forceinline__ __device__
#endif

/* A table that the functions read: it lies where they run. */
#ifdef __CUDA_ARCH__
#define __AW_CURAND_TABLE static __device__ const
#else
#define __AW_CURAND_TABLE static const
#endif

#define CURAND_2POW32 (4294967296.f)
#define CURAND_2POW32_DOUBLE (4294967296.)
#define CURAND_2POW32_INV (2.3283064e-10f)
#define CURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define CURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define CURAND_2PI (6.2831855f)
#define CURAND_2PI_DOUBLE (6.2831853071795860)
#define CURAND_2POW32_INV_2PI (2.3283064e-10f * 6.2831855f)
#define CURAND_2POW53_INV_2PI_DOUBLE (1.1102230246251565e-16 * 6.2831853071795860)
#define CURAND_PI_DOUBLE (3.1415926535897932)
#define CURAND_SQRT2 (-1.4142135f)
#define CURAND_SQRT2_DOUBLE (-1.4142135623730951)

struct normal_args_st {
  float mean;
  float stddev;
};
typedef struct normal_args_st normal_args_t;
struct normal_args_double_st {
  double mean;
  double stddev;
};
typedef struct normal_args_double_st normal_args_double_t;

#endif
