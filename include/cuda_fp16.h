// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half precision: __half and __half2, on the host in software, on the device by PTX.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#if defined(__cplusplus)
#include "cuda_runtime.h"
#include "anywarp/half/convert.h"

#define AW_T __half
#define AW_T2 __half2
#define AW_OTHER __nv_bfloat16
#define AW_WORD half
#define AW_PTX "f16"
#define AW_FORMAT ::anywarp::half_format
#define AW_ADD_ARCH 530
#define AW_FMA_ARCH 530
#define AW_TANH_ARCH 750
#define AW_ATOMIC_ARCH 700
#define AW_ATOMIC2_ARCH 600
#include "anywarp/half/type.inl"
#include "anywarp/half/convert.inl"
#include "anywarp/half/arithmetic.inl"
#include "anywarp/half/mathematics.inl"
#include "anywarp/half/memory.inl"
#include "anywarp/half/end.inl"

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#endif

#define __CUDA_FP16_TYPES_EXIST__

#endif // __CUDA_FP16_H__
