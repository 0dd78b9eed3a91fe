// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores of global memory with a cache operator: __ldca __ldcg __ldcs __ldlu __ldcv,
// __stwb __stcg __stcs __stwt, for the scalar and vector types of the guide. (__ldg is Clang's.)
#ifndef ANYWARP_CACHE_HINTS_H
#define ANYWARP_CACHE_HINTS_H

// One row for each type: type, PTX type, constraint, register type.
#define __AW_CACHE_SCALARS(X, ...)                                                                 \
  X(char, "s8", "r", int, __VA_ARGS__)                                                             \
  X(signed char, "s8", "r", int, __VA_ARGS__)                                                      \
  X(unsigned char, "u8", "r", unsigned, __VA_ARGS__)                                               \
  X(short, "s16", "h", short, __VA_ARGS__)                                                         \
  X(unsigned short, "u16", "h", unsigned short, __VA_ARGS__)                                       \
  X(int, "s32", "r", int, __VA_ARGS__)                                                             \
  X(unsigned int, "u32", "r", unsigned, __VA_ARGS__)                                               \
  X(long, "s64", "l", long, __VA_ARGS__)                                                           \
  X(unsigned long, "u64", "l", unsigned long, __VA_ARGS__)                                         \
  X(long long, "s64", "l", long long, __VA_ARGS__)                                                 \
  X(unsigned long long, "u64", "l", unsigned long long, __VA_ARGS__)                               \
  X(float, "f32", "f", float, __VA_ARGS__)                                                         \
  X(double, "f64", "d", double, __VA_ARGS__)
#define __AW_CACHE_PAIRS(X, ...)                                                                   \
  X(char2, "s8", "r", int, __VA_ARGS__)                                                            \
  X(uchar2, "u8", "r", unsigned, __VA_ARGS__)                                                      \
  X(short2, "s16", "h", short, __VA_ARGS__)                                                        \
  X(ushort2, "u16", "h", unsigned short, __VA_ARGS__)                                              \
  X(int2, "s32", "r", int, __VA_ARGS__)                                                            \
  X(uint2, "u32", "r", unsigned, __VA_ARGS__)                                                      \
  X(longlong2, "s64", "l", long long, __VA_ARGS__)                                                 \
  X(ulonglong2, "u64", "l", unsigned long long, __VA_ARGS__)                                       \
  X(float2, "f32", "f", float, __VA_ARGS__)                                                        \
  X(double2, "f64", "d", double, __VA_ARGS__)
#define __AW_CACHE_QUADS(X, ...)                                                                   \
  X(char4, "s8", "r", int, __VA_ARGS__)                                                            \
  X(uchar4, "u8", "r", unsigned, __VA_ARGS__)                                                      \
  X(short4, "s16", "h", short, __VA_ARGS__)                                                        \
  X(ushort4, "u16", "h", unsigned short, __VA_ARGS__)                                              \
  X(int4, "s32", "r", int, __VA_ARGS__)                                                            \
  X(uint4, "u32", "r", unsigned, __VA_ARGS__)                                                      \
  X(float4, "f32", "f", float, __VA_ARGS__)

#define __AW_LOAD1(type, ptx, reg, var, name, op)                                                  \
  static __device__ __forceinline__ type name(const type *p) {                                     \
    var v;                                                                                         \
    asm volatile("ld.global." op "." ptx " %0, [%1];" : "=" reg(v) : "l"(p) : "memory");           \
    return (type)v;                                                                                \
  }
#define __AW_LOAD2(type, ptx, reg, var, name, op)                                                  \
  static __device__ __forceinline__ type name(const type *p) {                                     \
    var x, y;                                                                                      \
    asm volatile("ld.global." op ".v2." ptx " {%0, %1}, [%2];"                                     \
                 : "=" reg(x), "=" reg(y)                                                          \
                 : "l"(p)                                                                          \
                 : "memory");                                                                      \
    type v;                                                                                        \
    v.x = (decltype(v.x))x;                                                                        \
    v.y = (decltype(v.y))y;                                                                        \
    return v;                                                                                      \
  }
#define __AW_LOAD4(type, ptx, reg, var, name, op)                                                  \
  static __device__ __forceinline__ type name(const type *p) {                                     \
    var x, y, z, w;                                                                                \
    asm volatile("ld.global." op ".v4." ptx " {%0, %1, %2, %3}, [%4];"                             \
                 : "=" reg(x), "=" reg(y), "=" reg(z), "=" reg(w)                                  \
                 : "l"(p)                                                                          \
                 : "memory");                                                                      \
    type v;                                                                                        \
    v.x = (decltype(v.x))x;                                                                        \
    v.y = (decltype(v.y))y;                                                                        \
    v.z = (decltype(v.z))z;                                                                        \
    v.w = (decltype(v.w))w;                                                                        \
    return v;                                                                                      \
  }
#define __AW_STORE1(type, ptx, reg, var, name, op)                                                 \
  static __device__ __forceinline__ void name(type *p, type v) {                                   \
    asm volatile("st.global." op "." ptx " [%0], %1;" ::"l"(p), reg((var)v) : "memory");           \
  }
#define __AW_STORE2(type, ptx, reg, var, name, op)                                                 \
  static __device__ __forceinline__ void name(type *p, type v) {                                   \
    asm volatile("st.global." op ".v2." ptx " [%0], {%1, %2};" ::"l"(p), reg((var)v.x),            \
                 reg((var)v.y)                                                                     \
                 : "memory");                                                                      \
  }
#define __AW_STORE4(type, ptx, reg, var, name, op)                                                 \
  static __device__ __forceinline__ void name(type *p, type v) {                                   \
    asm volatile("st.global." op ".v4." ptx " [%0], {%1, %2, %3, %4};" ::"l"(p), reg((var)v.x),    \
                 reg((var)v.y), reg((var)v.z), reg((var)v.w)                                       \
                 : "memory");                                                                      \
  }
#define __AW_LOADS(name, op)                                                                       \
  __AW_CACHE_SCALARS(__AW_LOAD1, name, op)                                                         \
  __AW_CACHE_PAIRS(__AW_LOAD2, name, op)                                                           \
  __AW_CACHE_QUADS(__AW_LOAD4, name, op)
#define __AW_STORES(name, op)                                                                      \
  __AW_CACHE_SCALARS(__AW_STORE1, name, op)                                                        \
  __AW_CACHE_PAIRS(__AW_STORE2, name, op)                                                          \
  __AW_CACHE_QUADS(__AW_STORE4, name, op)

__AW_LOADS(__ldca, "ca")
__AW_LOADS(__ldcg, "cg")
__AW_LOADS(__ldcs, "cs")
__AW_LOADS(__ldlu, "lu")
__AW_LOADS(__ldcv, "cv")
__AW_STORES(__stwb, "wb")
__AW_STORES(__stcg, "cg")
__AW_STORES(__stcs, "cs")
__AW_STORES(__stwt, "wt")

#undef __AW_STORES
#undef __AW_LOADS
#undef __AW_STORE4
#undef __AW_STORE2
#undef __AW_STORE1
#undef __AW_LOAD4
#undef __AW_LOAD2
#undef __AW_LOAD1
#undef __AW_CACHE_QUADS
#undef __AW_CACHE_PAIRS
#undef __AW_CACHE_SCALARS

#endif
