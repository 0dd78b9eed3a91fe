// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The guide's atomic functions with a memory order and a scope: __nv_atomic_load, _store,
// _exchange, _compare_exchange, the arithmetic ones and __nv_atomic_thread_fence. Order and scope
// must be constants; the switches over them are folded.
#ifndef ANYWARP_NV_ATOMICS_H
#define ANYWARP_NV_ATOMICS_H

#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

#define __AW_NV static __device__ __forceinline__
#define __AW_NV_IF(condition, text) __attribute__((enable_if(condition, text)))
#define __AW_NV_CONSTANT                                                                           \
  __AW_NV_IF(order >= 0 && order <= 5, "the memory order is a constant __NV_ATOMIC_...")           \
  __AW_NV_IF(scope >= 0 && scope <= 4, "the scope is a constant __NV_THREAD_SCOPE_...")
#define __AW_NV_LOAD_ORDER                                                                         \
  __AW_NV_IF(order != __NV_ATOMIC_RELEASE && order != __NV_ATOMIC_ACQ_REL,                         \
             "the order of a load is not release")
#define __AW_NV_STORE_ORDER                                                                        \
  __AW_NV_IF(order == __NV_ATOMIC_RELAXED || order == __NV_ATOMIC_RELEASE ||                       \
                 order == __NV_ATOMIC_SEQ_CST,                                                     \
             "the order of a store is not acquire")

// Clusters exist from compute capability 9.0 on; before, the device is the next scope.
#if __CUDA_ARCH__ >= 900
#define __AW_NV_CLUSTER ".cluster"
#else
#define __AW_NV_CLUSTER ".gpu"
#endif

// EMIT(order, scope, ...) for the scope and the order at hand.
#define __AW_NV_BY_SCOPE(EMIT, sem, ...)                                                           \
  switch (scope) {                                                                                 \
  case __NV_THREAD_SCOPE_THREAD:                                                                   \
  case __NV_THREAD_SCOPE_BLOCK:                                                                    \
    EMIT(sem, ".cta", __VA_ARGS__);                                                                \
    break;                                                                                         \
  case __NV_THREAD_SCOPE_CLUSTER:                                                                  \
    EMIT(sem, __AW_NV_CLUSTER, __VA_ARGS__);                                                       \
    break;                                                                                         \
  case __NV_THREAD_SCOPE_DEVICE:                                                                   \
    EMIT(sem, ".gpu", __VA_ARGS__);                                                                \
    break;                                                                                         \
  default:                                                                                         \
    EMIT(sem, ".sys", __VA_ARGS__);                                                                \
    break;                                                                                         \
  }
#define __AW_NV_BY_ORDER(EMIT, ...)                                                                \
  switch (order) {                                                                                 \
  case __NV_ATOMIC_RELAXED:                                                                        \
    __AW_NV_BY_SCOPE(EMIT, ".relaxed", __VA_ARGS__)                                                \
    break;                                                                                         \
  case __NV_ATOMIC_RELEASE:                                                                        \
    __AW_NV_BY_SCOPE(EMIT, ".release", __VA_ARGS__)                                                \
    break;                                                                                         \
  case __NV_ATOMIC_ACQ_REL:                                                                        \
    __AW_NV_BY_SCOPE(EMIT, ".acq_rel", __VA_ARGS__)                                                \
    break;                                                                                         \
  default:                                                                                         \
    __AW_NV_BY_SCOPE(EMIT, ".acquire", __VA_ARGS__)                                                \
    break;                                                                                         \
  }

#define __AW_NV_FENCE(sem, sco, ...) asm volatile("fence" sem sco ";" ::: "memory")
__AW_NV void __nv_atomic_thread_fence(int order,
                                      int scope = __NV_THREAD_SCOPE_SYSTEM) __AW_NV_CONSTANT {
  if (order == __NV_ATOMIC_SEQ_CST) {
    __AW_NV_BY_SCOPE(__AW_NV_FENCE, ".sc", )
  } else if (order != __NV_ATOMIC_RELAXED) {
    __AW_NV_BY_SCOPE(__AW_NV_FENCE, ".acq_rel", )
  }
}

namespace __aw_nv {

/// What comes before a sequentially consistent operation, which then is an acquiring one.
__AW_NV void orderBefore(int order, int scope) {
  if (order == __NV_ATOMIC_SEQ_CST)
    __AW_NV_BY_SCOPE(__AW_NV_FENCE, ".sc", )
}

template <class T> struct Same {
  typedef T type;
};
template <bool condition, class Then, class Else> struct Choose {
  typedef Then type;
};
template <class Then, class Else> struct Choose<false, Then, Else> {
  typedef Else type;
};

// Loads, stores, exchanges and compare-and-exchanges of 1, 2, 4, 8 and 16 bytes.
template <unsigned size> struct Bits;

#define __AW_NV_LD(sem, sco, ptx, reg)                                                             \
  asm volatile("ld" sem sco ptx " %0, [%1];" : "=" reg(result) : "l"(p) : "memory")
#define __AW_NV_ST(sem, sco, ptx, reg)                                                             \
  asm volatile("st" sem sco ptx " [%0], %1;" ::"l"(p), reg(value) : "memory")
#define __AW_NV_EXCH(sem, sco, ptx, reg)                                                           \
  asm volatile("atom" sem sco ".exch" ptx " %0, [%1], %2;"                                         \
               : "=" reg(result)                                                                   \
               : "l"(p), reg(value)                                                                \
               : "memory")
#define __AW_NV_CAS(sem, sco, ptx, reg)                                                            \
  asm volatile("atom" sem sco ".cas" ptx " %0, [%1], %2, %3;"                                      \
               : "=" reg(result)                                                                   \
               : "l"(p), reg(compare), reg(value)                                                  \
               : "memory")
#define __AW_NV_ACCESS(LD, ST, ptx, reg)                                                           \
  static __device__ __forceinline__ Word load(void *p, int order, int scope) {                     \
    Word result;                                                                                   \
    orderBefore(order, scope);                                                                     \
    if (order == __NV_ATOMIC_RELAXED)                                                              \
      __AW_NV_BY_SCOPE(LD, ".relaxed", ptx, reg)                                                   \
    else                                                                                           \
      __AW_NV_BY_SCOPE(LD, ".acquire", ptx, reg)                                                   \
    return result;                                                                                 \
  }                                                                                                \
  static __device__ __forceinline__ void store(void *p, Word value, int order, int scope) {        \
    orderBefore(order, scope);                                                                     \
    if (order == __NV_ATOMIC_RELEASE)                                                              \
      __AW_NV_BY_SCOPE(ST, ".release", ptx, reg)                                                   \
    else                                                                                           \
      __AW_NV_BY_SCOPE(ST, ".relaxed", ptx, reg)                                                   \
  }
#define __AW_NV_EXCHANGE(EXCH, ptx, reg)                                                           \
  static __device__ __forceinline__ Word exchange(void *p, Word value, int order, int scope) {     \
    Word result;                                                                                   \
    orderBefore(order, scope);                                                                     \
    __AW_NV_BY_ORDER(EXCH, ptx, reg)                                                               \
    return result;                                                                                 \
  }
#define __AW_NV_COMPARE(CAS, ptx, reg)                                                             \
  static __device__ __forceinline__ Word compare(void *p, Word compare, Word value, int order,     \
                                                 int scope) {                                      \
    Word result;                                                                                   \
    orderBefore(order, scope);                                                                     \
    __AW_NV_BY_ORDER(CAS, ptx, reg)                                                                \
    return result;                                                                                 \
  }

template <> struct Bits<1> {
  typedef unsigned int Word;
  __AW_NV_ACCESS(__AW_NV_LD, __AW_NV_ST, ".b8", "r")
};
template <> struct Bits<2> {
  typedef unsigned short Word;
  __AW_NV_ACCESS(__AW_NV_LD, __AW_NV_ST, ".b16", "h")
  __AW_NV_COMPARE(__AW_NV_CAS, ".b16", "h")
};
template <> struct Bits<4> {
  typedef unsigned int Word;
  __AW_NV_ACCESS(__AW_NV_LD, __AW_NV_ST, ".b32", "r")
  __AW_NV_EXCHANGE(__AW_NV_EXCH, ".b32", "r")
  __AW_NV_COMPARE(__AW_NV_CAS, ".b32", "r")
};
template <> struct Bits<8> {
  typedef unsigned long long Word;
  __AW_NV_ACCESS(__AW_NV_LD, __AW_NV_ST, ".b64", "l")
  __AW_NV_EXCHANGE(__AW_NV_EXCH, ".b64", "l")
  __AW_NV_COMPARE(__AW_NV_CAS, ".b64", "l")
};

// A 128-bit register has no constraint of its own: its halves go in and come out.
#define __AW_NV_LD2(sem, sco, ptx, reg)                                                            \
  asm volatile("{\n\t.reg .b128 v;\n\tld" sem sco ".b128 v, [%2];\n\tmov.b128 {%0, %1}, v;\n\t}"   \
               : "=l"(result.low), "=l"(result.high)                                               \
               : "l"(p)                                                                            \
               : "memory")
#define __AW_NV_ST2(sem, sco, ptx, reg)                                                            \
  asm volatile("{\n\t.reg .b128 v;\n\tmov.b128 v, {%1, %2};\n\tst" sem sco                         \
               ".b128 [%0], v;\n\t}" ::"l"(p),                                                     \
               "l"(value.low), "l"(value.high)                                                     \
               : "memory")
#define __AW_NV_EXCH2(sem, sco, ptx, reg)                                                          \
  asm volatile("{\n\t.reg .b128 v, old;\n\tmov.b128 v, {%2, %3};\n\tatom" sem sco                  \
               ".exch.b128 old, [%4], v;\n\tmov.b128 {%0, %1}, old;\n\t}"                          \
               : "=l"(result.low), "=l"(result.high)                                               \
               : "l"(value.low), "l"(value.high), "l"(p)                                           \
               : "memory")
#define __AW_NV_CAS2(sem, sco, ptx, reg)                                                           \
  asm volatile("{\n\t.reg .b128 c, v, old;\n\tmov.b128 c, {%2, %3};\n\tmov.b128 v, {%4, %5};\n\t"  \
               "atom" sem sco ".cas.b128 old, [%6], c, v;\n\tmov.b128 {%0, %1}, old;\n\t}"         \
               : "=l"(result.low), "=l"(result.high)                                               \
               : "l"(compare.low), "l"(compare.high), "l"(value.low), "l"(value.high), "l"(p)      \
               : "memory")
template <> struct Bits<16> {
  struct Word {
    unsigned long long low, high;
  };
#if __CUDA_ARCH__ >= 700
  __AW_NV_ACCESS(__AW_NV_LD2, __AW_NV_ST2, , )
#endif
#if __CUDA_ARCH__ >= 900
  __AW_NV_EXCHANGE(__AW_NV_EXCH2, , )
  __AW_NV_COMPARE(__AW_NV_CAS2, , )
#endif
};

template <class Word> __AW_NV bool equal(Word a, Word b) { return a == b; }
__AW_NV bool equal(Bits<16>::Word a, Bits<16>::Word b) {
  return a.low == b.low && a.high == b.high;
}

template <class T> struct Generic : Bits<sizeof(T)> {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 ||
                    sizeof(T) == 16,
                "generic nv atomic functions are valid only on objects of size 1, 2, 4, 8 and 16 "
                "bytes");
  typedef typename Bits<sizeof(T)>::Word Word;
  static __device__ __forceinline__ Word toWord(const volatile void *value) {
    Word word = Word();
    __builtin_memcpy(&word, (const void *)value, sizeof(T));
    return word;
  }
  static __device__ __forceinline__ void fromWord(const volatile void *value, const Word &word) {
    __builtin_memcpy((void *)value, &word, sizeof(T));
  }
};
template <class T> struct Integer : Generic<T> {
  static_assert(__is_integral(T), "non-generic nv atomic load, store, cas and exchange are valid "
                                  "only on integral types");
};

/// The order that holds whether the exchange comes about or not.
__AW_NV int strongest(int success, int failure) {
  bool acquires = success == __NV_ATOMIC_ACQUIRE || success == __NV_ATOMIC_CONSUME ||
                  failure == __NV_ATOMIC_ACQUIRE || failure == __NV_ATOMIC_CONSUME;
  bool releases = success == __NV_ATOMIC_RELEASE || failure == __NV_ATOMIC_RELEASE;
  if (success == __NV_ATOMIC_SEQ_CST || failure == __NV_ATOMIC_SEQ_CST)
    return __NV_ATOMIC_SEQ_CST;
  if (success == __NV_ATOMIC_ACQ_REL || failure == __NV_ATOMIC_ACQ_REL || (acquires && releases))
    return __NV_ATOMIC_ACQ_REL;
  return acquires ? __NV_ATOMIC_ACQUIRE : releases ? __NV_ATOMIC_RELEASE : __NV_ATOMIC_RELAXED;
}

// Arithmetic, by the type of the PTX instruction.
#define __AW_NV_ATOM(sem, sco, op, reg)                                                            \
  asm volatile("atom" sem sco op " %0, [%1], %2;" : "=" reg(result) : "l"(p), reg(value) : "memor" \
                                                                                           "y")
#define __AW_NV_OPERATION(name, type, op, reg)                                                     \
  __AW_NV type name(type *p, type value, int order, int scope) {                                   \
    type result;                                                                                   \
    orderBefore(order, scope);                                                                     \
    __AW_NV_BY_ORDER(__AW_NV_ATOM, op, reg)                                                        \
    return result;                                                                                 \
  }
__AW_NV_OPERATION(add, int, ".add.s32", "r")
__AW_NV_OPERATION(add, unsigned int, ".add.u32", "r")
__AW_NV_OPERATION(add, unsigned long long, ".add.u64", "l")
__AW_NV_OPERATION(add, float, ".add.f32", "f")
__AW_NV_OPERATION(add, double, ".add.f64", "d")
__AW_NV_OPERATION(minimum, int, ".min.s32", "r")
__AW_NV_OPERATION(minimum, unsigned int, ".min.u32", "r")
__AW_NV_OPERATION(minimum, long long, ".min.s64", "l")
__AW_NV_OPERATION(minimum, unsigned long long, ".min.u64", "l")
__AW_NV_OPERATION(maximum, int, ".max.s32", "r")
__AW_NV_OPERATION(maximum, unsigned int, ".max.u32", "r")
__AW_NV_OPERATION(maximum, long long, ".max.s64", "l")
__AW_NV_OPERATION(maximum, unsigned long long, ".max.u64", "l")
__AW_NV_OPERATION(bitAnd, unsigned int, ".and.b32", "r")
__AW_NV_OPERATION(bitAnd, unsigned long long, ".and.b64", "l")
__AW_NV_OPERATION(bitOr, unsigned int, ".or.b32", "r")
__AW_NV_OPERATION(bitOr, unsigned long long, ".or.b64", "l")
__AW_NV_OPERATION(bitXor, unsigned int, ".xor.b32", "r")
__AW_NV_OPERATION(bitXor, unsigned long long, ".xor.b64", "l")

/// T as one of the types above.
template <class T> struct Number {
  static_assert(
      sizeof(T) == 4 || sizeof(T) == 8,
      "atomic operations and, or, xor, add, sub, min and max are valid only on objects of "
      "size 4, or 8");
  static constexpr bool isInteger = __is_integral(T);
  static constexpr bool isFloat = __is_floating_point(T);
  static constexpr bool isSigned = isInteger && T(-1) < T(0);
  typedef typename Choose<sizeof(T) == 4, unsigned int, unsigned long long>::type Unsigned;
  typedef typename Choose<sizeof(T) == 4, int, long long>::type Signed;
  typedef typename Choose<isSigned, Signed, Unsigned>::type Whole;
  typedef typename Choose<isFloat, T, Whole>::type type;
};

} // namespace __aw_nv

#define __AW_NV_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM

// The generic ones ask of the first pointer for the size alone: const, volatile and what the other
// pointers point to do not matter to nvcc.
template <class T>
__AW_NV void __nv_atomic_load(T *ptr, const volatile void *result, int order,
                              __AW_NV_SCOPE) __AW_NV_CONSTANT __AW_NV_LOAD_ORDER {
  typedef __aw_nv::Generic<T> Access;
  Access::fromWord(result, Access::load((void *)ptr, order, scope));
}
template <class T> __AW_NV T __nv_atomic_load_n(T *ptr, int order, __AW_NV_SCOPE)
__AW_NV_CONSTANT __AW_NV_LOAD_ORDER {
  typedef __aw_nv::Integer<T> Access;
  T result;
  Access::fromWord(&result, Access::load(ptr, order, scope));
  return result;
}
template <class T>
__AW_NV void __nv_atomic_store(T *ptr, const volatile void *value, int order,
                               __AW_NV_SCOPE) __AW_NV_CONSTANT __AW_NV_STORE_ORDER {
  typedef __aw_nv::Generic<T> Access;
  Access::store((void *)ptr, Access::toWord(value), order, scope);
}
template <class T>
__AW_NV void __nv_atomic_store_n(T *ptr, typename __aw_nv::Same<T>::type value, int order,
                                 __AW_NV_SCOPE) __AW_NV_CONSTANT __AW_NV_STORE_ORDER {
  typedef __aw_nv::Integer<T> Access;
  Access::store(ptr, Access::toWord(&value), order, scope);
}
template <class T>
__AW_NV void __nv_atomic_exchange(T *ptr, const volatile void *value, const volatile void *result,
                                  int order, __AW_NV_SCOPE) __AW_NV_CONSTANT {
  static_assert(sizeof(T) >= 4,
                "atomic exchange is valid only on objects of size 4, 8 or 16 bytes");
  typedef __aw_nv::Generic<T> Access;
  Access::fromWord(result, Access::exchange((void *)ptr, Access::toWord(value), order, scope));
}
template <class T>
__AW_NV T __nv_atomic_exchange_n(T *ptr, typename __aw_nv::Same<T>::type value, int order,
                                 __AW_NV_SCOPE) __AW_NV_CONSTANT {
  static_assert(sizeof(T) >= 4,
                "atomic exchange is valid only on objects of size 4, 8 or 16 bytes");
  typedef __aw_nv::Integer<T> Access;
  T result;
  Access::fromWord(&result, Access::exchange(ptr, Access::toWord(&value), order, scope));
  return result;
}

#define __AW_NV_COMPARE_EXCHANGE(name, Family, cell, compared, parameter, value)                   \
  template <class T>                                                                               \
  __AW_NV bool name(T *ptr, compared expected, parameter desired, bool weak, int order,            \
                    int failure, __AW_NV_SCOPE)                                                    \
      __AW_NV_CONSTANT __AW_NV_IF(failure >= 0 && failure <= 5,                                    \
                                  "the memory order is a constant __NV_ATOMIC_...") {              \
    static_assert(sizeof(T) >= 2,                                                                  \
                  "atomic CAS is valid only on objects of size 2, 4, 8 or 16 bytes");              \
    typedef __aw_nv::Family<T> Access;                                                             \
    typename Access::Word old, wanted = Access::toWord(expected);                                  \
    old = Access::compare(cell, wanted, Access::toWord(value), __aw_nv::strongest(order, failure), \
                          scope);                                                                  \
    bool isEqual = __aw_nv::equal(old, wanted);                                                    \
    if (!isEqual)                                                                                  \
      Access::fromWord(expected, old);                                                             \
    return isEqual;                                                                                \
  }
__AW_NV_COMPARE_EXCHANGE(__nv_atomic_compare_exchange, Generic, (void *)ptr, const volatile void *,
                         const volatile void *, desired)
__AW_NV_COMPARE_EXCHANGE(__nv_atomic_compare_exchange_n, Integer, ptr, T *,
                         typename __aw_nv::Same<T>::type, &desired)

// name: with the old value as result; plain: without.
#define __AW_NV_ARITHMETIC(name, plain, operation, condition, text, negate)                        \
  template <class T>                                                                               \
  __AW_NV T name(T *ptr, typename __aw_nv::Same<T>::type value, int order, __AW_NV_SCOPE)          \
      __AW_NV_CONSTANT {                                                                           \
    typedef __aw_nv::Number<T> Number;                                                             \
    static_assert(condition, text);                                                                \
    typedef typename Number::type Type;                                                            \
    return T(__aw_nv::operation((Type *)ptr, negate Type(value), order, scope));                   \
  }                                                                                                \
  template <class T>                                                                               \
  __AW_NV void plain(T *ptr, typename __aw_nv::Same<T>::type value, int order, __AW_NV_SCOPE)      \
      __AW_NV_CONSTANT {                                                                           \
    typedef __aw_nv::Number<T> Number;                                                             \
    static_assert(condition, text);                                                                \
    typedef typename Number::type Type;                                                            \
    __aw_nv::operation((Type *)ptr, negate Type(value), order, scope);                             \
  }
#define __AW_NV_ADDS                                                                               \
  Number::isFloat || (Number::isInteger && (sizeof(T) == 4 || !Number::isSigned)),                 \
      "atomic operations add and sub are not valid on signed integer of size 8"
#define __AW_NV_WHOLE Number::isInteger, "atomic operations min and max are valid only on integers"
#define __AW_NV_CALL(...) __AW_NV_ARITHMETIC(__VA_ARGS__)
__AW_NV_CALL(__nv_atomic_fetch_add, __nv_atomic_add, add, __AW_NV_ADDS, )
__AW_NV_CALL(__nv_atomic_fetch_sub, __nv_atomic_sub, add, __AW_NV_ADDS, -)
__AW_NV_CALL(__nv_atomic_fetch_min, __nv_atomic_min, minimum, __AW_NV_WHOLE, )
__AW_NV_CALL(__nv_atomic_fetch_max, __nv_atomic_max, maximum, __AW_NV_WHOLE, )

#define __AW_NV_BITWISE(name, plain, operation)                                                    \
  template <class T>                                                                               \
  __AW_NV T name(T *ptr, typename __aw_nv::Same<T>::type value, int order, __AW_NV_SCOPE)          \
      __AW_NV_CONSTANT {                                                                           \
    static_assert(__is_integral(T) || __is_enum(T), "atomic operations and, or and xor are valid " \
                                                    "only on integers");                           \
    typedef typename __aw_nv::Number<T>::Unsigned Type;                                            \
    return T(__aw_nv::operation((Type *)ptr, Type(value), order, scope));                          \
  }                                                                                                \
  template <class T>                                                                               \
  __AW_NV void plain(T *ptr, typename __aw_nv::Same<T>::type value, int order, __AW_NV_SCOPE)      \
      __AW_NV_CONSTANT {                                                                           \
    static_assert(__is_integral(T) || __is_enum(T), "atomic operations and, or and xor are valid " \
                                                    "only on integers");                           \
    typedef typename __aw_nv::Number<T>::Unsigned Type;                                            \
    __aw_nv::operation((Type *)ptr, Type(value), order, scope);                                    \
  }
__AW_NV_BITWISE(__nv_atomic_fetch_and, __nv_atomic_and, bitAnd)
__AW_NV_BITWISE(__nv_atomic_fetch_or, __nv_atomic_or, bitOr)
__AW_NV_BITWISE(__nv_atomic_fetch_xor, __nv_atomic_xor, bitXor)

#undef __AW_NV
#undef __AW_NV_IF
#undef __AW_NV_CONSTANT
#undef __AW_NV_LOAD_ORDER
#undef __AW_NV_STORE_ORDER
#undef __AW_NV_CLUSTER
#undef __AW_NV_BY_SCOPE
#undef __AW_NV_BY_ORDER
#undef __AW_NV_FENCE
#undef __AW_NV_LD
#undef __AW_NV_ST
#undef __AW_NV_EXCH
#undef __AW_NV_CAS
#undef __AW_NV_LD2
#undef __AW_NV_ST2
#undef __AW_NV_EXCH2
#undef __AW_NV_CAS2
#undef __AW_NV_ACCESS
#undef __AW_NV_EXCHANGE
#undef __AW_NV_COMPARE
#undef __AW_NV_ATOM
#undef __AW_NV_OPERATION
#undef __AW_NV_SCOPE
#undef __AW_NV_COMPARE_EXCHANGE
#undef __AW_NV_ARITHMETIC
#undef __AW_NV_ADDS
#undef __AW_NV_WHOLE
#undef __AW_NV_CALL
#undef __AW_NV_BITWISE

#endif
