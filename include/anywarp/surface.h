// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surface functions on surface objects: surf1D, 2D, 3D, layered and cubemap reads and writes. The x
// coordinate is in bytes. Access is untyped, so only the size of T matters.
#ifndef ANYWARP_SURFACE_H
#define ANYWARP_SURFACE_H

#include "surface_types.h"

namespace anywarp {

/// An element as the instructions see it: `count` parts of `bytes` each. Clamping works on parts.
template <class T> struct surface_element {
  static constexpr unsigned bytes = sizeof(T), count = 1;
};
#define __AW_ELEMENT(base)                                                                         \
  template <> struct surface_element<base##2> {                                                    \
    static constexpr unsigned bytes = sizeof(base##2) / 2, count = 2;                              \
  };                                                                                               \
  template <> struct surface_element<base##4> {                                                    \
    static constexpr unsigned bytes = sizeof(base##4) / 4, count = 4;                              \
  };
__AW_ELEMENT(char)
__AW_ELEMENT(uchar)
__AW_ELEMENT(short)
__AW_ELEMENT(ushort)
__AW_ELEMENT(int)
__AW_ELEMENT(uint)
__AW_ELEMENT(float)
#undef __AW_ELEMENT
template <> struct surface_element<longlong2> {
  static constexpr unsigned bytes = 8, count = 2;
};
template <> struct surface_element<ulonglong2> : surface_element<longlong2> {};
template <> struct surface_element<double2> : surface_element<longlong2> {};

template <unsigned Bytes> struct surface_part {};
template <> struct surface_part<1> {
  using memory = unsigned char;
  using reg = unsigned short;
};
template <> struct surface_part<2> {
  using memory = unsigned short;
  using reg = unsigned short;
};
template <> struct surface_part<4> {
  using memory = unsigned int;
  using reg = unsigned int;
};
template <> struct surface_part<8> {
  using memory = unsigned long long;
  using reg = unsigned long long;
};

} // namespace anywarp

#define __AW_LIST(...) __VA_ARGS__
#define __AW_READ(type, bits, constraint, mode, place, inputs)                                     \
  if constexpr (E::count == 1)                                                                     \
    asm volatile("suld.b." type "." bits "." mode " %[a], [%[s], " place "];"                      \
                 : [a] "=" constraint(p[0])                                                        \
                 : [s] "l"(surface), __AW_LIST inputs                                              \
                 : "memory");                                                                      \
  else if constexpr (E::count == 2)                                                                \
    asm volatile("suld.b." type ".v2." bits "." mode " {%[a], %[b]}, [%[s], " place "];"           \
                 : [a] "=" constraint(p[0]), [b] "=" constraint(p[1])                              \
                 : [s] "l"(surface), __AW_LIST inputs                                              \
                 : "memory");                                                                      \
  else                                                                                             \
    asm volatile("suld.b." type ".v4." bits "." mode                                               \
                 " {%[a], %[b], %[c], %[d]}, [%[s], " place "];"                                   \
                 : [a] "=" constraint(p[0]), [b] "=" constraint(p[1]), [c] "=" constraint(p[2]),   \
                   [d] "=" constraint(p[3])                                                        \
                 : [s] "l"(surface), __AW_LIST inputs                                              \
                 : "memory")
#define __AW_WRITE(type, bits, constraint, mode, place, inputs)                                    \
  if constexpr (E::count == 1)                                                                     \
    asm volatile("sust.b." type "." bits "." mode " [%[s], " place "], %[a];" ::[a] constraint(    \
                     p[0]),                                                                        \
                 [s] "l"(surface), __AW_LIST inputs                                                \
                 : "memory");                                                                      \
  else if constexpr (E::count == 2)                                                                \
    asm volatile("sust.b." type ".v2." bits "." mode " [%[s], " place                              \
                 "], {%[a], %[b]};" ::[a] constraint(p[0]),                                        \
                 [b] constraint(p[1]), [s] "l"(surface), __AW_LIST inputs                          \
                 : "memory");                                                                      \
  else                                                                                             \
    asm volatile("sust.b." type ".v4." bits "." mode " [%[s], " place                              \
                 "], {%[a], %[b], %[c], %[d]};" ::[a] constraint(p[0]),                            \
                 [b] constraint(p[1]), [c] constraint(p[2]), [d] constraint(p[3]),                 \
                 [s] "l"(surface), __AW_LIST inputs                                                \
                 : "memory")
#define __AW_BY_SIZE(what, type, mode, place, inputs)                                              \
  if constexpr (E::bytes == 1) {                                                                   \
    what(type, "b8", "h", mode, place, inputs);                                                    \
  } else if constexpr (E::bytes == 2) {                                                            \
    what(type, "b16", "h", mode, place, inputs);                                                   \
  } else if constexpr (E::bytes == 4) {                                                            \
    what(type, "b32", "r", mode, place, inputs);                                                   \
  } else {                                                                                         \
    what(type, "b64", "l", mode, place, inputs);                                                   \
  }
#define __AW_BY_MODE(what, type, place, inputs)                                                    \
  if (mode == cudaBoundaryModeZero) {                                                              \
    __AW_BY_SIZE(what, type, "zero", place, inputs)                                                \
  } else if (mode == cudaBoundaryModeClamp) {                                                      \
    __AW_BY_SIZE(what, type, "clamp", place, inputs)                                               \
  } else {                                                                                         \
    __AW_BY_SIZE(what, type, "trap", place, inputs)                                                \
  }

// Names after surf, PTX geometry, operands, parameters, their names, asm inputs.
#define __AW_SURFACE(geometry, type, place, parameters, names, inputs)                             \
  template <class T>                                                                               \
  static __device__ __forceinline__ T surf##geometry##read(                                        \
      cudaSurfaceObject_t surface, __AW_LIST parameters,                                           \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    using E = anywarp::surface_element<T>;                                                         \
    using P = anywarp::surface_part<E::bytes>;                                                     \
    typename P::reg p[4];                                                                          \
    __AW_BY_MODE(__AW_READ, type, place, inputs)                                                   \
    typename P::memory m[4] = {(typename P::memory)p[0], (typename P::memory)p[1],                 \
                               (typename P::memory)p[2], (typename P::memory)p[3]};                \
    T value;                                                                                       \
    __builtin_memcpy(&value, m, sizeof(T));                                                        \
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
    using E = anywarp::surface_element<T>;                                                         \
    using P = anywarp::surface_part<E::bytes>;                                                     \
    typename P::memory m[4] = {};                                                                  \
    __builtin_memcpy(m, &value, sizeof(T));                                                        \
    typename P::reg p[4] = {m[0], m[1], m[2], m[3]};                                               \
    __AW_BY_MODE(__AW_WRITE, type, place, inputs)                                                  \
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
#undef __AW_BY_MODE
#undef __AW_BY_SIZE
#undef __AW_WRITE
#undef __AW_READ
#undef __AW_LIST

#endif
