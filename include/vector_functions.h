/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* make_TYPE(x, ...) for every vector type. */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define AW_MAKE static __inline__ __host__ __device__
#define AW_MAKE1(name, element)                                                                    \
  AW_MAKE name make_##name(element x) {                                                            \
    name v;                                                                                        \
    v.x = x;                                                                                       \
    return v;                                                                                      \
  }
#define AW_MAKE2(name, element)                                                                    \
  AW_MAKE name make_##name(element x, element y) {                                                 \
    name v;                                                                                        \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    return v;                                                                                      \
  }
#define AW_MAKE3(name, element)                                                                    \
  AW_MAKE name make_##name(element x, element y, element z) {                                      \
    name v;                                                                                        \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    v.z = z;                                                                                       \
    return v;                                                                                      \
  }
#define AW_MAKE4(name, element)                                                                    \
  AW_MAKE name make_##name(element x, element y, element z, element w) {                           \
    name v;                                                                                        \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    v.z = z;                                                                                       \
    v.w = w;                                                                                       \
    return v;                                                                                      \
  }
#define AW_MAKES(stem, element)                                                                    \
  AW_MAKE1(stem##1, element)                                                                       \
  AW_MAKE2(stem##2, element)                                                                       \
  AW_MAKE3(stem##3, element)                                                                       \
  AW_MAKE4(stem##4, element)
#define AW_MAKES_WIDE(stem, element)                                                               \
  AW_MAKES(stem, element)                                                                          \
  AW_MAKE4(stem##4_16a, element)                                                                   \
  AW_MAKE4(stem##4_32a, element)

AW_MAKES(char, signed char)
AW_MAKES(uchar, unsigned char)
AW_MAKES(short, short)
AW_MAKES(ushort, unsigned short)
AW_MAKES(int, int)
AW_MAKES(uint, unsigned int)
AW_MAKES_WIDE(long, long int)
AW_MAKES_WIDE(ulong, unsigned long int)
AW_MAKES(float, float)
AW_MAKES_WIDE(longlong, long long int)
AW_MAKES_WIDE(ulonglong, unsigned long long int)
AW_MAKES_WIDE(double, double)

#undef AW_MAKE
#undef AW_MAKE1
#undef AW_MAKE2
#undef AW_MAKE3
#undef AW_MAKE4
#undef AW_MAKES
#undef AW_MAKES_WIDE

#endif
