// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -Wall and -Wextra of the host compiler are about the templates that are used, and about no type of a function: as
// seen with nvcc 13.0 and g++ 12, where cudafe++ stands between.
// RUN: nvcc -c -std=c++17 -Xcompiler=-Wall,-Wextra,-Werror,-Wunused-local-typedefs %s -o %t.o 2>&1 | count 0
// RUN: nvcc -c -std=c++17 -Xcompiler=-Wall,-Wextra -DUSED %s -o %t.o > %t.said 2>&1
// RUN: FileCheck %s < %t.said
// RUN: grep -c "warning:" %t.said | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}6{{$}}
struct Two {
  int a, b;
};
// CHECK-DAG: :[[#@LINE+1]]:{{.*}}unused parameter 't'
template <class T> int function(T t) { return 0; }
template <class U> struct Class {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}}unused parameter 'a'
  int method(int a) { return 0; }
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}}unused parameter 't'
  template <class T> int inner(T t, [[maybe_unused]] T u, T) { return 1; }
};
template <class T> __host__ __device__ int compares(T t) {
  unsigned bound = 3;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}}comparison of integers of different signs
  return t < bound;
}
template <class T> Two misses(T t) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}}missing field 'b'
  Two two = {t};
  return two;
}
template <class T> int discards(T t) {
  if constexpr (sizeof(T) == 1)
    return t;
  return 0;
}
int types() {
  using A = int;
  typedef long B;
  return 0;
}
#ifdef USED
int use() {
  Class<int> object;
  return function(1) + function(1L) + object.method(1) + object.inner(1, 1, 1) + compares(1) + misses(1).a +
         discards(1);
}
#endif
