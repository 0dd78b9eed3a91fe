// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bfloat16 types __nv_bfloat16 and __nv_bfloat162, on the host in software, on the device by PTX.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#if defined(__cplusplus)
#include "cuda_fp16.h"

#define AW_T __nv_bfloat16
#define AW_T2 __nv_bfloat162
#define AW_OTHER __half
#define AW_WORD bfloat16
#define AW_PTX "bf16"
#define AW_FORMAT ::anywarp::bfloat_format
#define AW_ADD_ARCH 900
#define AW_FMA_ARCH 800
#define AW_TANH_ARCH 900
#define AW_IS_BFLOAT
#define AW_ATOMIC_ARCH 900
#define AW_ATOMIC2_ARCH 900
#include "anywarp/half/type.inl"
#include "anywarp/half/convert.inl"
#include "anywarp/half/arithmetic.inl"
#include "anywarp/half/mathematics.inl"
#include "anywarp/half/memory.inl"
#include "anywarp/half/end.inl"

inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(const __half value)
    : __x(__rounded(value.__value())) {}
inline __host__ __device__ __half::__half(const __nv_bfloat16 value)
    : __x(__rounded(value.__value())) {}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
#endif

#define __CUDA_BF16_TYPES_EXIST__

#endif // __CUDA_BF16_H__
