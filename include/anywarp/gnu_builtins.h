// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What g++ has without a header, or in one of its own, and Clang 19 lacks.
#ifndef ANYWARP_GNU_BUILTINS_H
#define ANYWARP_GNU_BUILTINS_H

#if __cplusplus >= 201103L
// g++'s <stddef.h> has it at namespace scope, too.
typedef decltype(nullptr) nullptr_t;

// Permutation of vectors by a vector of indices, which count modulo the number of elements.
template <class Vector, class Mask>
__host__ __device__ __forceinline__ Vector __builtin_shuffle(const Vector &a, const Mask &mask) {
  return __builtin_shufflevector(a, mask);
}
template <class Vector, class Mask>
__host__ __device__ __forceinline__ Vector __builtin_shuffle(const Vector &a, const Vector &b,
                                                             const Mask &mask) {
  Mask second; // which elements come from b
  for (unsigned i = 0; i < sizeof(Mask) / sizeof(mask[0]); ++i)
    second[i] = mask[i] & (sizeof(Mask) / sizeof(mask[0]));
  return second != 0 ? __builtin_shufflevector(b, mask) : __builtin_shufflevector(a, mask);
}
#endif

#define __AW_GNU_BUILTIN(type, name, parameters, arguments)                                        \
  static inline __host__ __device__ type __builtin_##name parameters { return ::name arguments; }
__AW_GNU_BUILTIN(double, j0, (double x), (x))
__AW_GNU_BUILTIN(double, j1, (double x), (x))
__AW_GNU_BUILTIN(double, jn, (int n, double x), (n, x))
__AW_GNU_BUILTIN(double, y0, (double x), (x))
__AW_GNU_BUILTIN(double, y1, (double x), (x))
__AW_GNU_BUILTIN(double, yn, (int n, double x), (n, x))
__AW_GNU_BUILTIN(float, j0f, (float x), (x))
__AW_GNU_BUILTIN(float, j1f, (float x), (x))
__AW_GNU_BUILTIN(float, jnf, (int n, float x), (n, x))
__AW_GNU_BUILTIN(float, y0f, (float x), (x))
__AW_GNU_BUILTIN(float, y1f, (float x), (x))
__AW_GNU_BUILTIN(float, ynf, (int n, float x), (n, x))
__AW_GNU_BUILTIN(void, sincos, (double x, double *s, double *c), (x, s, c))
__AW_GNU_BUILTIN(void, sincosf, (float x, float *s, float *c), (x, s, c))
#undef __AW_GNU_BUILTIN

#endif
