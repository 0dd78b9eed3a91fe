// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Behind typename a template needs no keyword, as with nvcc 13 and g++ 12; in an expression it does.
// So is a comma behind the last template argument.
// RUN: nvcc -c %s -o %t.o 2>&1 | count 0
// RUN: not nvcc -c -DEXPRESSION %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: use 'template' keyword to treat 'make' as a dependent template name
template <class T> struct Allocator {
  template <class U> using rebind = Allocator<U>;
  template <class U> __host__ __device__ static U make() { return U(1); }
};
template <class A> struct Map {
  using Flags = typename A::rebind<bool>;
  typename A::rebind<typename A::rebind<int>> nested;
  Flags flags;
};
Map<Allocator<int>> map;
// The word template needs no list of arguments behind it.
template <int A> struct Store {
  template <class T> __host__ __device__ static T add(T x) { return x + A; }
};
template <class T> __host__ __device__ T call(T x) { return Store<1>::template add(x); }
__global__ void calls(int *p) { *p = call(*p); }
// A pack without elements may follow a comma; an argument of a macro may be a bracket.
template <class T, int... N> struct Extents { static constexpr int rank = sizeof...(N); };
static_assert(Extents<int,>::rank == 0 && Extents<Extents<int, >, >::rank == 0, "");
struct Chain {
  int operator,(int x) { return x; }
};
template <auto Member> struct Holder {
  static constexpr auto member = Member;
};
static_assert(Holder<&Chain::operator,>::member == &Chain::operator,, "");
#define COMPARE(a, b, compare) ((a)compare(b))
static_assert(COMPARE(2, 1, >) && COMPARE(2, 1, >=), "");
#ifdef EXPRESSION
template <class A> __device__ int f() { return A::make<int>(); }
#endif
__global__ void k() {}
