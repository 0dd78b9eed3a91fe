// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GNU C's builtins of mathematics in device code are the device's functions.
// RUN: nvcc %s -o %t && %t | FileCheck %s
// RUN: nvcc -ptx -use_fast_math %s -o - | FileCheck %s --check-prefix=FAST
// RUN: not nvcc -c -DLONG %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LONG
// CHECK: same
// FAST: sin.approx
// LONG: error: '__builtin_sinl' is for long double
#include <cstdio>
#define ONE(F)                                                                                     \
  bad += __builtin_##F(x) != F(x);                                                                 \
  bad += __builtin_##F##f(float(x)) != F##f(float(x));
#define TWO(F)                                                                                     \
  bad += __builtin_##F(x, y) != F(x, y);                                                           \
  bad += __builtin_##F##f(float(x), float(y)) != F##f(float(x), float(y));
__global__ void kernel(int *result, double x, double y) {
  int bad = 0, n = 0, m = 0;
  double a = 0, b = 0;
  float c = 0, d = 0;
  ONE(acos) ONE(asin) ONE(asinh) ONE(atan) ONE(atanh) ONE(cbrt) ONE(cos) ONE(cosh) ONE(erf) ONE(erfc)
  ONE(exp) ONE(exp10) ONE(exp2) ONE(expm1) ONE(ilogb) ONE(j0) ONE(j1) ONE(lgamma) ONE(llrint)
  ONE(llround) ONE(log) ONE(log10) ONE(log1p) ONE(log2) ONE(logb) ONE(lrint) ONE(lround) ONE(sin)
  ONE(sinh) ONE(sqrt) ONE(tan) ONE(tanh) ONE(tgamma) ONE(y0) ONE(y1) ONE(round) ONE(rint)
  TWO(atan2) TWO(fdim) TWO(fmod) TWO(hypot) TWO(nextafter) TWO(pow) TWO(remainder) TWO(fmax)
  bad += __builtin_acosh(1 / x) != acosh(1 / x);
  bad += __builtin_modf(y, &a) != modf(y, &b) || a != b;
  bad += __builtin_remquof(y, x, &n) != remquof(y, x, &m) || n != m;
  bad += __builtin_frexp(y, &n) != frexp(y, &m) || n != m;
  bad += __builtin_scalbn(x, 3) != x * 8 || __builtin_scalblnf(x, 3l) != float(x) * 8;
  bad += __builtin_ldexp(x, -1) != x / 2 || __builtin_powi(y, 2) != y * y;
  bad += __builtin_jn(2, x) != jn(2, x) || __builtin_ynf(2, x) != ynf(2, float(x));
  __builtin_sincosf(x, &c, &d);
  bad += c != sinf(x) || d != cosf(x);
  __sync_synchronize();
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
#ifdef LONG
  bad += __builtin_sinl(x) > 2;
#endif
  *result = bad;
}
int main() {
  int *bad;
  cudaMallocManaged(&bad, sizeof(int));
  *bad = -1;
  kernel<<<1, 1>>>(bad, 0.75, 2.5);
  cudaDeviceSynchronize();
  std::printf(*bad ? "%d differ\n" : "same\n", *bad);
}
