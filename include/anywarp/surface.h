// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surface functions on surface objects: surf1D, 2D, 3D, layered and cubemap reads and writes. The x
// coordinate is in bytes. Access is untyped, so only the size of T matters.
#pragma once

#include "surface_types.h"

namespace anywarp {
/// The bits of a surface element.
union surface_word {
  unsigned short half;
  unsigned int word;
  struct {
    unsigned long long low, high;
  };
};
} // namespace anywarp

#define __AW_LIST(...) __VA_ARGS__
#define __AW_READ(type, ptx, value, constraint, mode, place, inputs)                               \
  asm volatile("suld.b." type "." ptx "." mode " %[v], [%[s], " place "];"                         \
               : [v] "=" constraint(value)                                                         \
               : [s] "l"(surface), __AW_LIST inputs                                                \
               : "memory")
#define __AW_READ_MODE(type, mode, place, inputs)                                                  \
  if constexpr (sizeof(T) == 1)                                                                    \
    __AW_READ(type, "b8", bits.half, "h", mode, place, inputs);                                    \
  else if constexpr (sizeof(T) == 2)                                                               \
    __AW_READ(type, "b16", bits.half, "h", mode, place, inputs);                                   \
  else if constexpr (sizeof(T) == 4)                                                               \
    __AW_READ(type, "b32", bits.word, "r", mode, place, inputs);                                   \
  else if constexpr (sizeof(T) == 8)                                                               \
    __AW_READ(type, "b64", bits.low, "l", mode, place, inputs);                                    \
  else                                                                                             \
    asm volatile("suld.b." type ".v2.b64." mode " {%[v], %[w]}, [%[s], " place "];"                \
                 : [v] "=l"(bits.low), [w] "=l"(bits.high)                                         \
                 : [s] "l"(surface), __AW_LIST inputs                                              \
                 : "memory")
#define __AW_WRITE(type, ptx, value, constraint, mode, place, inputs)                              \
  asm volatile("sust.b." type "." ptx "." mode " [%[s], " place "], %[v];" ::[v] constraint(value),\
               [s] "l"(surface), __AW_LIST inputs                                                  \
               : "memory")
#define __AW_WRITE_MODE(type, mode, place, inputs)                                                 \
  if constexpr (sizeof(T) == 1)                                                                    \
    __AW_WRITE(type, "b8", bits.half, "h", mode, place, inputs);                                   \
  else if constexpr (sizeof(T) == 2)                                                               \
    __AW_WRITE(type, "b16", bits.half, "h", mode, place, inputs);                                  \
  else if constexpr (sizeof(T) == 4)                                                               \
    __AW_WRITE(type, "b32", bits.word, "r", mode, place, inputs);                                  \
  else if constexpr (sizeof(T) == 8)                                                               \
    __AW_WRITE(type, "b64", bits.low, "l", mode, place, inputs);                                   \
  else                                                                                             \
    asm volatile("sust.b." type ".v2.b64." mode " [%[s], " place "], {%[v], %[w]};" ::[v] "l"(     \
                     bits.low),                                                                    \
                 [w] "l"(bits.high), [s] "l"(surface), __AW_LIST inputs                            \
                 : "memory")

// Names after surf, PTX geometry, operands, parameters, their names, asm inputs.
#define __AW_SURFACE(geometry, type, place, parameters, names, inputs)                             \
  template <class T>                                                                               \
  static __device__ __forceinline__ T surf##geometry##read(                                        \
      cudaSurfaceObject_t surface, __AW_LIST parameters,                                           \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    static_assert(sizeof(T) <= 16, "an element of a surface has at most 16 bytes");                \
    anywarp::surface_word bits;                                                                    \
    if (mode == cudaBoundaryModeZero) {                                                            \
      __AW_READ_MODE(type, "zero", place, inputs);                                                 \
    } else if (mode == cudaBoundaryModeClamp) {                                                    \
      __AW_READ_MODE(type, "clamp", place, inputs);                                                \
    } else {                                                                                       \
      __AW_READ_MODE(type, "trap", place, inputs);                                                 \
    }                                                                                              \
    T value;                                                                                       \
    __builtin_memcpy(&value, &bits, sizeof(T));                                                    \
    return value;                                                                                  \
  }                                                                                                \
  template <class T>                                                                               \
  static __device__ __forceinline__ void surf##geometry##read(                                     \
      T *out, cudaSurfaceObject_t surface, __AW_LIST parameters,                                   \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    *out = surf##geometry##read<T>(surface, __AW_LIST names, mode);                                \
  }                                                                                                \
  template <class T>                                                                               \
  static __device__ __forceinline__ void surf##geometry##write(                                    \
      T value, cudaSurfaceObject_t surface, __AW_LIST parameters,                                  \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    static_assert(sizeof(T) <= 16, "an element of a surface has at most 16 bytes");                \
    anywarp::surface_word bits = {};                                                               \
    __builtin_memcpy(&bits, &value, sizeof(T));                                                    \
    if (mode == cudaBoundaryModeZero) {                                                            \
      __AW_WRITE_MODE(type, "zero", place, inputs);                                                \
    } else if (mode == cudaBoundaryModeClamp) {                                                    \
      __AW_WRITE_MODE(type, "clamp", place, inputs);                                               \
    } else {                                                                                       \
      __AW_WRITE_MODE(type, "trap", place, inputs);                                                \
    }                                                                                              \
  }

__AW_SURFACE(1D, "1d", "{%[x]}", (int x), (x), ([x] "r"(x)))
__AW_SURFACE(2D, "2d", "{%[x], %[y]}", (int x, int y), (x, y), ([x] "r"(x), [y] "r"(y)))
__AW_SURFACE(3D, "3d", "{%[x], %[y], %[z], %[z]}", (int x, int y, int z), (x, y, z),
             ([x] "r"(x), [y] "r"(y), [z] "r"(z)))
__AW_SURFACE(1DLayered, "a1d", "{%[l], %[x]}", (int x, int layer), (x, layer),
             ([x] "r"(x), [l] "r"(layer)))
__AW_SURFACE(2DLayered, "a2d", "{%[l], %[x], %[y], %[y]}", (int x, int y, int layer),
             (x, y, layer), ([x] "r"(x), [y] "r"(y), [l] "r"(layer)))
// The faces of a cube are layers.
__AW_SURFACE(Cubemap, "a2d", "{%[l], %[x], %[y], %[y]}", (int x, int y, int face), (x, y, face),
             ([x] "r"(x), [y] "r"(y), [l] "r"(face)))
__AW_SURFACE(CubemapLayered, "a2d", "{%[l], %[x], %[y], %[y]}", (int x, int y, int layerFace),
             (x, y, layerFace), ([x] "r"(x), [y] "r"(y), [l] "r"(layerFace)))

#undef __AW_SURFACE
#undef __AW_WRITE_MODE
#undef __AW_WRITE
#undef __AW_READ_MODE
#undef __AW_READ
#undef __AW_LIST
