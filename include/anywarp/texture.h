// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture functions on texture objects: tex1Dfetch, tex1D, tex2D, tex3D, layered, cubemap, with level
// of detail and gradients, and tex2Dgather. Each is one PTX instruction. Also the forms that tell
// whether texels of sparse arrays are there.
#ifndef ANYWARP_TEXTURE_H
#define ANYWARP_TEXTURE_H

#include "texture_types.h"
#include "vector_types.h"

namespace anywarp {

/// How a texel of type T is fetched: PTX gives four components of one of three types.
struct texel_kind {
  enum which { floating, signed_integer, unsigned_integer };
};

template <class T> struct texel {};
#define __AW_TEXEL(type, base, kind_, vector)                                                      \
  template <> struct texel<type> {                                                                 \
    static constexpr texel_kind::which kind = texel_kind::kind_;                                   \
    static __device__ type from(vector v) { return (type)v.x; }                                    \
  };                                                                                               \
  template <> struct texel<base##1> {                                                              \
    static constexpr texel_kind::which kind = texel_kind::kind_;                                   \
    static __device__ base##1 from(vector v) { return {(type)v.x}; }                               \
  };                                                                                               \
  template <> struct texel<base##2> {                                                              \
    static constexpr texel_kind::which kind = texel_kind::kind_;                                   \
    static __device__ base##2 from(vector v) { return {(type)v.x, (type)v.y}; }                    \
  };                                                                                               \
  template <> struct texel<base##4> {                                                              \
    static constexpr texel_kind::which kind = texel_kind::kind_;                                   \
    static __device__ base##4 from(vector v) {                                                     \
      return {(type)v.x, (type)v.y, (type)v.z, (type)v.w};                                         \
    }                                                                                              \
  };
__AW_TEXEL(signed char, char, signed_integer, int4)
__AW_TEXEL(unsigned char, uchar, unsigned_integer, uint4)
__AW_TEXEL(short, short, signed_integer, int4)
__AW_TEXEL(unsigned short, ushort, unsigned_integer, uint4)
__AW_TEXEL(int, int, signed_integer, int4)
__AW_TEXEL(unsigned int, uint, unsigned_integer, uint4)
__AW_TEXEL(float, float, floating, float4)
#undef __AW_TEXEL
template <> struct texel<char> : texel<signed char> {};

} // namespace anywarp

#define __AW_LIST(...) __VA_ARGS__
// name, instruction, type of the coordinates, operands after the texture, parameters, their names,
// and the asm inputs.
#define __AW_FETCH(name, instruction, coordinate, operands, parameters, names, inputs)             \
  template <class T>                                                                               \
  static __device__ __forceinline__ T name(cudaTextureObject_t texture, __AW_LIST parameters) {    \
    using namespace anywarp;                                                                       \
    if constexpr (texel<T>::kind == texel_kind::floating) {                                        \
      float4 v;                                                                                    \
      asm(instruction ".v4.f32." coordinate " {%0, %1, %2, %3}, [%4, " operands ";"                \
          : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)                                             \
          : "l"(texture), __AW_LIST inputs);                                                       \
      return texel<T>::from(v);                                                                    \
    } else if constexpr (texel<T>::kind == texel_kind::signed_integer) {                           \
      int4 v;                                                                                      \
      asm(instruction ".v4.s32." coordinate " {%0, %1, %2, %3}, [%4, " operands ";"                \
          : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)                                             \
          : "l"(texture), __AW_LIST inputs);                                                       \
      return texel<T>::from(v);                                                                    \
    } else {                                                                                       \
      uint4 v;                                                                                     \
      asm(instruction ".v4.u32." coordinate " {%0, %1, %2, %3}, [%4, " operands ";"                \
          : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)                                             \
          : "l"(texture), __AW_LIST inputs);                                                       \
      return texel<T>::from(v);                                                                    \
    }                                                                                              \
  }                                                                                                \
  template <class T>                                                                               \
  static __device__ __forceinline__ void name(T *out, cudaTextureObject_t texture,                 \
                                              __AW_LIST parameters) {                              \
    *out = name<T>(texture, __AW_LIST names);                                                      \
  }

__AW_FETCH(tex1Dfetch, "tex.1d", "s32", "{%5}]",
           (int x), (x),
           ("r"(x)))
__AW_FETCH(tex1D, "tex.1d", "f32", "{%5}]",
           (float x), (x),
           ("f"(x)))
__AW_FETCH(tex1DLod, "tex.level.1d", "f32", "{%5}], %6",
           (float x, float level), (x, level),
           ("f"(x), "f"(level)))
__AW_FETCH(tex1DGrad, "tex.grad.1d", "f32", "{%5}], {%6}, {%7}",
           (float x, float dx, float dy), (x, dx, dy),
           ("f"(x), "f"(dx), "f"(dy)))
__AW_FETCH(tex2D, "tex.2d", "f32", "{%5, %6}]",
           (float x, float y), (x, y),
           ("f"(x), "f"(y)))
__AW_FETCH(tex2DLod, "tex.level.2d", "f32", "{%5, %6}], %7",
           (float x, float y, float level), (x, y, level),
           ("f"(x), "f"(y), "f"(level)))
__AW_FETCH(tex2DGrad, "tex.grad.2d", "f32", "{%5, %6}], {%7, %8}, {%9, %10}",
           (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
           ("f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
__AW_FETCH(tex3D, "tex.3d", "f32", "{%5, %6, %7, %7}]",
           (float x, float y, float z), (x, y, z),
           ("f"(x), "f"(y), "f"(z)))
__AW_FETCH(tex3DLod, "tex.level.3d", "f32", "{%5, %6, %7, %7}], %8",
           (float x, float y, float z, float level), (x, y, z, level),
           ("f"(x), "f"(y), "f"(z), "f"(level)))
__AW_FETCH(tex3DGrad, "tex.grad.3d", "f32", "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}",
           (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
           ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))
__AW_FETCH(texCubemap, "tex.cube", "f32", "{%5, %6, %7, %7}]",
           (float x, float y, float z), (x, y, z),
           ("f"(x), "f"(y), "f"(z)))
__AW_FETCH(texCubemapLod, "tex.level.cube", "f32", "{%5, %6, %7, %7}], %8",
           (float x, float y, float z, float level), (x, y, z, level),
           ("f"(x), "f"(y), "f"(z), "f"(level)))
__AW_FETCH(texCubemapGrad, "tex.grad.cube", "f32", "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}",
           (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
           ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))
__AW_FETCH(tex1DLayered, "tex.a1d", "f32", "{%5, %6}]",
           (float x, int layer), (x, layer),
           ("r"(layer), "f"(x)))
__AW_FETCH(tex1DLayeredLod, "tex.level.a1d", "f32", "{%5, %6}], %7",
           (float x, int layer, float level), (x, layer, level),
           ("r"(layer), "f"(x), "f"(level)))
__AW_FETCH(tex1DLayeredGrad, "tex.grad.a1d", "f32", "{%5, %6}], {%7}, {%8}",
           (float x, int layer, float dx, float dy), (x, layer, dx, dy),
           ("r"(layer), "f"(x), "f"(dx), "f"(dy)))
__AW_FETCH(tex2DLayered, "tex.a2d", "f32", "{%5, %6, %7, %7}]",
           (float x, float y, int layer), (x, y, layer),
           ("r"(layer), "f"(x), "f"(y)))
__AW_FETCH(tex2DLayeredLod, "tex.level.a2d", "f32", "{%5, %6, %7, %7}], %8",
           (float x, float y, int layer, float level), (x, y, layer, level),
           ("r"(layer), "f"(x), "f"(y), "f"(level)))
__AW_FETCH(tex2DLayeredGrad, "tex.grad.a2d", "f32", "{%5, %6, %7, %7}], {%8, %9}, {%10, %11}",
           (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, dx, dy),
           ("r"(layer), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
__AW_FETCH(texCubemapLayered, "tex.acube", "f32", "{%5, %6, %7, %8}]",
           (float x, float y, float z, int layer), (x, y, z, layer),
           ("r"(layer), "f"(x), "f"(y), "f"(z)))
__AW_FETCH(texCubemapLayeredLod, "tex.level.acube", "f32", "{%5, %6, %7, %8}], %9",
           (float x, float y, float z, int layer, float level), (x, y, z, layer, level),
           ("r"(layer), "f"(x), "f"(y), "f"(z), "f"(level)))
__AW_FETCH(texCubemapLayeredGrad, "tex.grad.acube", "f32", "{%5, %6, %7, %8}], {%9, %10, %11, %11}, {%12, %13, %14, %14}",
           (float x, float y, float z, int layer, float4 dx, float4 dy), (x, y, z, layer, dx, dy),
           ("r"(layer), "f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))

// Four texels around the point, one component of each.
__AW_FETCH(__aw_gather_r, "tld4.r.2d", "f32", "{%5, %6}]",
           (float x, float y), (x, y),
           ("f"(x), "f"(y)))
__AW_FETCH(__aw_gather_g, "tld4.g.2d", "f32", "{%5, %6}]",
           (float x, float y), (x, y),
           ("f"(x), "f"(y)))
__AW_FETCH(__aw_gather_b, "tld4.b.2d", "f32", "{%5, %6}]",
           (float x, float y), (x, y),
           ("f"(x), "f"(y)))
__AW_FETCH(__aw_gather_a, "tld4.a.2d", "f32", "{%5, %6}]",
           (float x, float y), (x, y),
           ("f"(x), "f"(y)))
template <class T>
static __device__ __forceinline__ T tex2Dgather(cudaTextureObject_t texture, float x, float y,
                                                int component = 0) {
  return component == 1   ? __aw_gather_g<T>(texture, x, y)
         : component == 2 ? __aw_gather_b<T>(texture, x, y)
         : component == 3 ? __aw_gather_a<T>(texture, x, y)
                          : __aw_gather_r<T>(texture, x, y);
}
template <class T>
static __device__ __forceinline__ void tex2Dgather(T *out, cudaTextureObject_t texture, float x,
                                                   float y, int component = 0) {
  *out = tex2Dgather<T>(texture, x, y, component);
}
// The same with a flag that tells whether all texels were in memory, as they may not be in a sparse
// array. Operands as above, moved on by one.
#define __AW_RESIDENT_AS(vector, register, type, instruction, coordinate, operands, inputs)        \
  vector v;                                                                                        \
  int all;                                                                                         \
  asm("{ .reg .pred resident; " instruction ".v4." type "." coordinate                             \
      " {%0, %1, %2, %3}|resident, [%5, " operands "; selp.s32 %4, 1, 0, resident; }"              \
      : register(v.x), register(v.y), register(v.z), register(v.w), "=r"(all)                      \
      : "l"(texture), __AW_LIST inputs);                                                           \
  *isResident = all != 0;                                                                          \
  return texel<T>::from(v);
#define __AW_RESIDENT(name, instruction, operands, parameters, names, inputs)                      \
  template <class T>                                                                               \
  static __device__ __forceinline__ T name(cudaTextureObject_t texture, __AW_LIST parameters,      \
                                           bool *isResident) {                                     \
    using namespace anywarp;                                                                       \
    if constexpr (texel<T>::kind == texel_kind::floating) {                                        \
      __AW_RESIDENT_AS(float4, "=f", "f32", instruction, "f32", operands, inputs)                  \
    } else if constexpr (texel<T>::kind == texel_kind::signed_integer) {                           \
      __AW_RESIDENT_AS(int4, "=r", "s32", instruction, "f32", operands, inputs)                    \
    } else {                                                                                       \
      __AW_RESIDENT_AS(uint4, "=r", "u32", instruction, "f32", operands, inputs)                   \
    }                                                                                              \
  }                                                                                                \
  template <class T>                                                                               \
  static __device__ __forceinline__ void name(T *out, cudaTextureObject_t texture,                 \
                                              __AW_LIST parameters, bool *isResident) {            \
    *out = name<T>(texture, __AW_LIST names, isResident);                                          \
  }

__AW_RESIDENT(tex2D, "tex.2d", "{%6, %7}]",
              (float x, float y), (x, y),
              ("f"(x), "f"(y)))
__AW_RESIDENT(tex2DLod, "tex.level.2d", "{%6, %7}], %8",
              (float x, float y, float level), (x, y, level),
              ("f"(x), "f"(y), "f"(level)))
__AW_RESIDENT(tex2DGrad, "tex.grad.2d", "{%6, %7}], {%8, %9}, {%10, %11}",
              (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
              ("f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
__AW_RESIDENT(tex3D, "tex.3d", "{%6, %7, %8, %8}]",
              (float x, float y, float z), (x, y, z),
              ("f"(x), "f"(y), "f"(z)))
__AW_RESIDENT(tex3DLod, "tex.level.3d", "{%6, %7, %8, %8}], %9",
              (float x, float y, float z, float level), (x, y, z, level),
              ("f"(x), "f"(y), "f"(z), "f"(level)))
__AW_RESIDENT(tex3DGrad, "tex.grad.3d", "{%6, %7, %8, %8}], {%9, %10, %11, %11}, {%12, %13, %14, %14}",
              (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
              ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))
__AW_RESIDENT(tex2DLayered, "tex.a2d", "{%6, %7, %8, %8}]",
              (float x, float y, int layer), (x, y, layer),
              ("r"(layer), "f"(x), "f"(y)))
__AW_RESIDENT(tex2DLayeredLod, "tex.level.a2d", "{%6, %7, %8, %8}], %9",
              (float x, float y, int layer, float level), (x, y, layer, level),
              ("r"(layer), "f"(x), "f"(y), "f"(level)))
__AW_RESIDENT(tex2DLayeredGrad, "tex.grad.a2d", "{%6, %7, %8, %8}], {%9, %10}, {%11, %12}",
              (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, dx, dy),
              ("r"(layer), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
__AW_RESIDENT(__aw_gather_r, "tld4.r.2d", "{%6, %7}]",
              (float x, float y), (x, y),
              ("f"(x), "f"(y)))
__AW_RESIDENT(__aw_gather_g, "tld4.g.2d", "{%6, %7}]",
              (float x, float y), (x, y),
              ("f"(x), "f"(y)))
__AW_RESIDENT(__aw_gather_b, "tld4.b.2d", "{%6, %7}]",
              (float x, float y), (x, y),
              ("f"(x), "f"(y)))
__AW_RESIDENT(__aw_gather_a, "tld4.a.2d", "{%6, %7}]",
              (float x, float y), (x, y),
              ("f"(x), "f"(y)))
template <class T>
static __device__ __forceinline__ T tex2Dgather(cudaTextureObject_t texture, float x, float y,
                                                bool *isResident, int component = 0) {
  return component == 1   ? __aw_gather_g<T>(texture, x, y, isResident)
         : component == 2 ? __aw_gather_b<T>(texture, x, y, isResident)
         : component == 3 ? __aw_gather_a<T>(texture, x, y, isResident)
                          : __aw_gather_r<T>(texture, x, y, isResident);
}
template <class T>
static __device__ __forceinline__ void tex2Dgather(T *out, cudaTextureObject_t texture, float x,
                                                   float y, bool *isResident, int component = 0) {
  *out = tex2Dgather<T>(texture, x, y, isResident, component);
}
#undef __AW_RESIDENT
#undef __AW_RESIDENT_AS
#undef __AW_FETCH
#undef __AW_LIST

#endif
