/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Short vectors and dim3. Sizes and alignments are part of the device ABI: one memory access moves a
   whole vector, so 2- and 4-vectors are aligned to their size, up to 16 bytes. */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "crt/host_defines.h"

#define AW_VECTOR1(name, element)                                                                  \
  struct __device_builtin__ name {                                                                 \
    element x;                                                                                     \
  };                                                                                               \
  typedef __device_builtin__ struct name name;
#define AW_VECTOR2(name, element, alignment)                                                       \
  struct __device_builtin__ __align__(alignment) name {                                            \
    element x, y;                                                                                  \
  };                                                                                               \
  typedef __device_builtin__ struct name name;
#define AW_VECTOR3(name, element)                                                                  \
  struct __device_builtin__ name {                                                                 \
    element x, y, z;                                                                               \
  };                                                                                               \
  typedef __device_builtin__ struct name name;
#define AW_VECTOR4(name, element, alignment)                                                       \
  struct __device_builtin__ __align__(alignment) name {                                            \
    element x, y, z, w;                                                                            \
  };                                                                                               \
  typedef __device_builtin__ struct name name;

#define AW_VECTORS(stem, element, size)                                                            \
  AW_VECTOR1(stem##1, element)                                                                     \
  AW_VECTOR2(stem##2, element, 2 * size)                                                           \
  AW_VECTOR3(stem##3, element)

AW_VECTORS(char, signed char, 1)
AW_VECTOR4(char4, signed char, 4)
AW_VECTORS(uchar, unsigned char, 1)
AW_VECTOR4(uchar4, unsigned char, 4)
AW_VECTORS(short, short, 2)
AW_VECTOR4(short4, short, 8)
AW_VECTORS(ushort, unsigned short, 2)
AW_VECTOR4(ushort4, unsigned short, 8)
AW_VECTORS(int, int, 4)
AW_VECTOR4(int4, int, 16)
AW_VECTORS(uint, unsigned int, 4)
AW_VECTOR4(uint4, unsigned int, 16)
AW_VECTORS(float, float, 4)
AW_VECTOR4(float4, float, 16)

/* Four 8-byte elements come aligned to 16 (the plain name and _16a) and to 32 bytes (_32a). */
#define AW_VECTOR4_WIDE(stem, element)                                                             \
  AW_VECTOR4(stem##4, element, 16)                                                                 \
  AW_VECTOR4(stem##4_16a, element, 16)                                                             \
  AW_VECTOR4(stem##4_32a, element, 32)

AW_VECTORS(long, long, sizeof(long))
AW_VECTOR4_WIDE(long, long)
AW_VECTORS(ulong, unsigned long, sizeof(long))
AW_VECTOR4_WIDE(ulong, unsigned long)
AW_VECTORS(longlong, long long, 8)
AW_VECTOR4_WIDE(longlong, long long)
AW_VECTORS(ulonglong, unsigned long long, 8)
AW_VECTOR4_WIDE(ulonglong, unsigned long long)
AW_VECTORS(double, double, 8)
AW_VECTOR4_WIDE(double, double)

#undef AW_VECTOR1
#undef AW_VECTOR2
#undef AW_VECTOR3
#undef AW_VECTOR4
#undef AW_VECTOR4_WIDE
#undef AW_VECTORS

/* Shape of a grid or block; what is not given is 1. */
struct __device_builtin__ dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __host__ __device__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const {
    uint3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
  }
#endif
#endif
};
typedef __device_builtin__ struct dim3 dim3;

#endif
