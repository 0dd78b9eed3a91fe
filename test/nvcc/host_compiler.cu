// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code as g++ sees it: its version, its pragmas, attributes, builtins and words.
// RUN: nvcc %s -o %t 2>%t.messages && %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNED < %t.messages
// RUN: g++ -dumpfullversion > %t.version && %t | grep -qFx -f %t.version
// RUN: nvcc -E -DVERSION_ONLY %s | FileCheck %s --check-prefix=MACROS
// RUN: nvcc -D__GNUC__=99 -E -DVERSION_ONLY %s | FileCheck %s --check-prefix=OWN
// WARNED: warning: ISO C++17 does not allow 'register'
// CHECK: clones 2, alias 2, ifunc 2
// CHECK-NEXT: shuffle 4 1, 8 1
// CHECK-NEXT: sum 12
// MACROS: gnuc {{[1-9][0-9]}}
// OWN: gnuc 99
#ifdef VERSION_ONLY
gnuc __GNUC__
#else
#include <cstdio>
#include <stddef.h>
#if __GNUC__ < 9 || __GNUG__ != __GNUC__
#error "the host compiler is older than any that nvcc takes"
#endif
void takesNull(nullptr_t) {}
typedef int Four __attribute__((vector_size(16)));

__attribute__((target_clones("default", "avx2"))) int clones(int x) { return x + 1; }
extern "C" int real(int x) { return x + 1; }
extern "C" int other(int x) __attribute__((alias("real")));
extern "C" int (*resolve())(int) { return real; }
extern "C" int chosen(int x) __attribute__((ifunc("resolve")));

#pragma GCC push_options
#pragma GCC target("avx2,fma")
#pragma GCC target("bmi")
#include <immintrin.h>
#if !defined(__AVX2__) || !defined(__FMA__) || !defined(__BMI__)
#error "the pragma defines macros"
#endif
static int sum(const int *p) {
  auto add = [](__m256i a, __m256i b) { return _mm256_add_epi32(a, b); };
  __m256i v = add(_mm256_set1_epi32(p[0]), _mm256_set1_epi32(p[1]));
  return _mm256_extract_epi32(v, 0) + _mm256_extract_epi32(v, 7);
}
#pragma GCC pop_options
#ifdef __AVX2__
#error "and takes them back"
#endif
__attribute__((target("avx2"))) __m256i byAttribute(__m256i a) { return _mm256_abs_epi32(a); }

int main() {
  register int number = 5;
  takesNull(nullptr);
  std::printf("%s\n", __VERSION__);
  std::printf("clones %d, alias %d, ifunc %d\n", clones(1), other(1), chosen(1));
  Four a = {1, 2, 3, 4}, b = {5, 6, 7, 8}, back = {3, 2, 5, 4}, both = {7, 0, 12, 3};
  Four one = __builtin_shuffle(a, back), two = __builtin_shuffle(a, b, both);
  std::printf("shuffle %d %d, %d %d\n", one[0], one[3], two[0], two[1]);
  int values[2] = {number, 1};
  std::printf("sum %d\n", __builtin_cpu_supports("avx2") ? sum(values) : 12);
}
#endif
