// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An alias template that is but another name of a template is that template as a template argument (CWG 1286), so that
// types agree and host code links with g++'s objects. What holds and what does not is nvcc 13's answer, device and host.
// RUN: nvcc -std=c++20 -c %s -o %t.o
// RUN: g++ -std=c++20 -DOTHER -c -x c++ %s -o %t.other.o
// RUN: nvcc %t.o %t.other.o -o %t
// RUN: %t
template <class T> struct Class { T value; };
template <template <class...> class> struct Holder { int value; };
template <template <class> class I, class... V> struct Container {
  template <class D> using Interface = I<D>;
  using Type = Holder<Interface>;
};
#ifdef OTHER
int take(Holder<Class> h) { return h.value; }
#else
int take(Container<Class, int>::Type);

template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
#define SAME(a, b) static_assert(same<Holder<a>, Holder<b>>)
#define OTHERS(a, b) static_assert(!same<Holder<a>, Holder<b>>)

template <class T> using Alias = Class<T>;
template <class T> using Second = Alias<T>;
template <class T> using Const = const Class<T>;
template <class T> using Pointer = Class<T *>;
SAME(Alias, Class);
SAME(Second, Class);
OTHERS(Const, Class);
OTHERS(Pointer, Class);
static_assert(same<Container<Class, int>::Type, Holder<Class>>);
template <class C> struct Outer { using Type = Holder<C::template Interface>; };
static_assert(same<Outer<Container<Class>>::Type, Holder<Class>>);

template <class T, class U = T *> struct Two {};
template <class T> using One = Two<T>;
template <class T, class U> using NoDefault = Two<T, U>;
template <class T, class U = T *> using Default = Two<T, U>;
template <class T, class U = T &> using OtherDefault = Two<T, U>;
template <class T, class U = T *> using Swapped = Two<U, T>;
SAME(Default, Two);
OTHERS(One, Two);
OTHERS(NoDefault, Two);
OTHERS(OtherDefault, Two);
OTHERS(Swapped, Two);

template <class... T> struct Pack {};
template <class... T> using Packs = Pack<T...>;
template <class T, class... U> using OneAndPack = Pack<T, U...>;
SAME(Packs, Pack);
OTHERS(OneAndPack, Pack);

template <template <auto> class> struct Holder2 {};
template <int N> struct Number {};
template <int N> using Int = Number<N>;
static_assert(same<Holder2<Int>, Holder2<Number>>);

template <template <template <class> class> class> struct Holder3 {};
template <template <class> class> struct Taker {};
template <template <class> class T> using Takes = Taker<T>;
static_assert(same<Holder3<Takes>, Holder3<Taker>>);

template <class T> struct Nest {
  template <class U> struct In {};
  template <class U> using InAlias = In<U>;
};
OTHERS(Nest<int>::InAlias, Nest<int>::In);

template <class T> concept Small = sizeof(T) < 8;
template <class T> concept Tiny = Small<T> && sizeof(T) < 2;
template <template <Tiny> class> struct Holder4 {};
template <Small T> struct Constrained {};
template <Small T> using Equal = Constrained<T>;
template <Tiny T> using More = Constrained<T>;
static_assert(same<Holder4<Equal>, Holder4<Constrained>>);
static_assert(!same<Holder4<More>, Holder4<Constrained>>);

__global__ void kernel(Holder<Alias>) {}
int main() {
  kernel<<<1, 1>>>(Holder<Class>{1});
  return take({7}) != 7 || cudaDeviceSynchronize() != cudaSuccess;
}
#endif
