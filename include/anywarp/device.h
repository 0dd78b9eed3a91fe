// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that device code finds without an include: built-in variables, intrinsics, mathematics.
// cuda_runtime.h includes it in CUDA compiles, after the types and functions of the runtime API.
//
// Much of it is Clang's own set of device headers, which are part of the compiler's package; ours add
// what they lack or have otherwise than CUDA.
#ifndef ANYWARP_DEVICE_H
#define ANYWARP_DEVICE_H

#include "crt/host_defines.h"

#if !defined(__AW_CUDA__)
#error "anywarp/device.h is for CUDA compiles"
#endif

#include "vector_types.h"
#include "vector_functions.h"
#include "anywarp/builtin_variables.h"

// The host pass parses device code, too: show it everything, as for the newest architecture.
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif
#pragma push_macro("CUDA_VERSION")

// For this version the SIMD functions (__vadd2 ...) are libdevice's, afterwards slow sequences.
#undef CUDA_VERSION
#define CUDA_VERSION 9010
#include <__clang_cuda_libdevice_declares.h>
// Signed where they are to be unsigned: atomics.h has them.
#define __uAtomicMin_block __aw_unused_umin_block
#define __uAtomicMin_system __aw_unused_umin_system
#define __uAtomicMax_block __aw_unused_umax_block
#define __uAtomicMax_system __aw_unused_umax_system
#define __ullAtomicMin_block __aw_unused_ullmin_block
#define __ullAtomicMin_system __aw_unused_ullmin_system
#define __ullAtomicMax_block __aw_unused_ullmax_block
#define __ullAtomicMax_system __aw_unused_ullmax_system
#define clock __aw_unused_clock // gives an int
#include <__clang_cuda_device_functions.h>
#undef clock
#undef __uAtomicMin_block
#undef __uAtomicMin_system
#undef __uAtomicMax_block
#undef __uAtomicMax_system
#undef __ullAtomicMin_block
#undef __ullAtomicMin_system
#undef __ullAtomicMax_block
#undef __ullAtomicMax_system
#undef CUDA_VERSION
#define CUDA_VERSION 13000

// Ours are __host__ __device__ (minmax.h) and would clash.
#pragma push_macro("min")
#pragma push_macro("max")
#define min __aw_unused_min
#define max __aw_unused_max
static __device__ __forceinline__ float __tanhf(float x) {
  float result;
  asm("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
// -prec-sqrt reaches the functions here only; -use_fast_math replaces more than Clang's own option.
#if defined(__AW_APPROXIMATE_SQRT) && defined(__AW_FLUSH_DENORMALS)
#define __nv_sqrtf __nvvm_sqrt_approx_ftz_f
#elif defined(__AW_APPROXIMATE_SQRT)
#define __nv_sqrtf __nvvm_sqrt_approx_f
#endif
#if defined(__USE_FAST_MATH__) && __USE_FAST_MATH__
#define __nv_expf __nv_fast_expf
#define __nv_exp10f __nv_fast_exp10f
#define __nv_log10f __nv_fast_log10f
#define __nv_powf __nv_fast_powf
#define __nv_tanf __nv_fast_tanf
#define __nv_tanhf __tanhf
#endif
#include <__clang_cuda_math.h>
#undef __nv_sqrtf
#undef __nv_expf
#undef __nv_exp10f
#undef __nv_log10f
#undef __nv_powf
#undef __nv_tanf
#undef __nv_tanhf
#pragma pop_macro("max")
#pragma pop_macro("min")

#include "anywarp/minmax.h"
#include "anywarp/math_extra.h"
#include "anywarp/integer_extra.h"
#include "anywarp/address_space.h"
#include <__clang_cuda_cmath.h>
// Clang 19 hands the reductions' operands over in the wrong order; ours are in intrinsics.h.
#define __reduce_add_sync __aw_unused_reduce_add
#define __reduce_min_sync __aw_unused_reduce_min
#define __reduce_max_sync __aw_unused_reduce_max
#define __reduce_or_sync __aw_unused_reduce_or
#define __reduce_and_sync __aw_unused_reduce_and
#define __reduce_xor_sync __aw_unused_reduce_xor
// Shuffles without a mask, which PTX has not had since sm_70: intrinsics.h says so where one is
// called.
#define __shfl __aw_unused_shfl
#define __shfl_up __aw_unused_shfl_up
#define __shfl_down __aw_unused_shfl_down
#define __shfl_xor __aw_unused_shfl_xor
// Without "volatile" and "memory" these vanish where nobody uses what they return: atomics.h has them.
#define atomicAdd __aw_unused_atomic_add
#define atomicAdd_block __aw_unused_atomic_add_block
#define atomicAdd_system __aw_unused_atomic_add_system
// A type of cuda.h, which a program may not have included; one for NVRTC defines uint32_t itself.
#define cuuint32_t __UINT32_TYPE__
#include <__clang_cuda_intrinsics.h>
#undef cuuint32_t
#undef atomicAdd
#undef atomicAdd_block
#undef atomicAdd_system
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_or_sync
#undef __reduce_and_sync
#undef __reduce_xor_sync
#undef __shfl
#undef __shfl_up
#undef __shfl_down
#undef __shfl_xor
#include "anywarp/intrinsics.h"
#include "anywarp/atomics.h"
#include "anywarp/nv_atomics.h"
#include "anywarp/packed.h"
#include "anywarp/lambda_traits.h"
#include "anywarp/cache_hints.h"
#include "anywarp/texture.h"
#include "anywarp/surface.h"
#include <__clang_cuda_complex_builtins.h>

#pragma pop_macro("CUDA_VERSION")
#pragma pop_macro("__CUDA_ARCH__")

#ifndef __CUDACC_RTC__
#include "anywarp/device_runtime.h"

// Device operator new and delete: the compiler's wrapper of <new>, which needs malloc and free.
#include <new>
#include "anywarp/aligned_new.h"
#endif

#endif
