// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a source for NVRTC sees without an include: the device side of CUDA C++ and nothing of the host.
// No standard header is read and namespace std stays as good as empty, because such sources bring their
// own <cstdint>, their own std::is_same and so on.
#ifndef ANYWARP_RTC_PRELUDE_H
#define ANYWARP_RTC_PRELUDE_H

#include "anywarp/dialect.h"

#include "anywarp/device_system.h"
#include <__clang_cuda_math_forward_declares.h>

#define assert(condition)                                                                          \
  ((condition) ? (void)0                                                                           \
               : __assertfail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
#ifdef NDEBUG
#undef assert
#define assert(condition) ((void)0)
#endif
typedef long clock_t; // of clock()

#include "builtin_types.h"
#include "crt/host_defines.h"
#include "vector_functions.h"

// Clang's <cmath> part asks two things of std::numeric_limits; the real one is left to the source.
namespace std {
template <class T> struct __aw_numeric_limits {
  static constexpr bool is_specialized = __is_arithmetic(T), is_integer = __is_integral(T);
};
} // namespace std
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define numeric_limits __aw_numeric_limits
#define _GLIBCXX_NUMERIC_LIMITS
#include "anywarp/device.h"
#undef _GLIBCXX_NUMERIC_LIMITS
#undef numeric_limits
#undef FP_NAN
#undef FP_INFINITE
#undef FP_ZERO
#undef FP_SUBNORMAL
#undef FP_NORMAL
#undef HUGE_VAL
#undef HUGE_VALF
#undef INT_MAX
#undef INT_MIN
#include "device_launch_parameters.h"
#include "device_types.h"
#include "anywarp/rtc_std.h"
#include "anywarp/nv_target.h" // NV_IF_TARGET and its queries
// Copies of NVIDIA's headers that a program brings along leave these functions' bodies out for
// NVIDIA's own library, unless told so.
#define __FORCE_INCLUDE_CUDA_FP16_HPP_FROM_FP16_H__
#define __FORCE_INCLUDE_CUDA_BF16_HPP_FROM_BF16_H__

#define CUDART_VERSION 13000

// The compiler writes a call of this for kernel<<<grid, block, shared, stream>>>.
extern "C" __host__ __device__ unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim = 1,
                                                                    size_t sharedMem = 0,
                                                                    struct CUstream_st *stream = 0);

// Placement and plain forms, as device code has them.
inline __device__ void *operator new(size_t size) { return malloc(size); }
inline __device__ void *operator new[](size_t size) { return malloc(size); }
inline __device__ void *operator new(size_t, void *place) noexcept { return place; }
inline __device__ void *operator new[](size_t, void *place) noexcept { return place; }
inline __device__ void operator delete(void *, void *) noexcept {}
inline __device__ void operator delete[](void *, void *) noexcept {}
inline __device__ void operator delete(void *p) noexcept { free(p); }
inline __device__ void operator delete[](void *p) noexcept { free(p); }
inline __device__ void operator delete(void *p, size_t) noexcept { free(p); }
inline __device__ void operator delete[](void *p, size_t) noexcept { free(p); }
#include "anywarp/aligned_new.h"

// Relocatable code may call the device runtime, as with NVRTC 13 (seen).
#ifdef __CUDACC_RDC__
#include "anywarp/device_runtime.h"
#endif

#endif
