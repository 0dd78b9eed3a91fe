// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The qualifiers and attributes of CUDA C++. In a CUDA compile (__CUDA__) they are Clang's attributes,
// or annotations that the front end understands; for a plain host compiler they vanish.
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

// NVRTC hides the compiler's own macros from what is no system header, and so from copies of ours. This
// one is set while the prelude is read, and stays.
#if defined(__CUDA__) && defined(__clang__)
#define __AW_CUDA__
#endif

#if defined(__AW_CUDA__)

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device)) __attribute__((annotate("cuda.managed")))
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))

// The host pass has no use for them. The arguments may be names of templates with commas in them.
#if defined(__CUDA_ARCH__)
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(...) __attribute__((annotate("cuda.maxnreg", __VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((annotate("cuda.cluster_dims", __VA_ARGS__)))
#define __grid_constant__ __attribute__((annotate("cuda.grid_constant")))
// Threads of a block, then blocks of a cluster, each in parentheses; the second may be left out.
#define __AW_THREE(...) __VA_ARGS__
#define __AW_BLOCK_SIZE(threads, blocks, ...)                                                      \
  __attribute__((annotate("cuda.block_size", __AW_THREE threads, __AW_THREE blocks)))
#define __block_size__(...) __AW_BLOCK_SIZE(__VA_ARGS__, (1, 1, 1), )
#else
#define __block_size__(...)
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#endif

#else

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __cluster_dims__(...)
#define __grid_constant__

#endif

#if defined(__GNUC__)
// Clang knows __noinline__ as a keyword in CUDA sources; a macro would break the standard library,
// which writes __attribute__((__noinline__)).
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __no_return__ __attribute__((noreturn))
#define __inline_hint__
#define __nv_pure__
#define __cudart_builtin__
#define __device_builtin__
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)
#define __specialization_static
#define __nv_weak__ __attribute__((weak))
// What uses deprecated names stands between these.
#define __NV_SILENCE_HOST_DEPRECATION_BEGIN                                                        \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define __NV_SILENCE_HOST_DEPRECATION_END _Pragma("GCC diagnostic pop")
#define __NV_SILENCE_DEPRECATION_BEGIN __NV_SILENCE_HOST_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END __NV_SILENCE_HOST_DEPRECATION_END
#endif

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

#endif // __HOST_DEFINES_H__
