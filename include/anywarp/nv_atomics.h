// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The guide's atomic builtins, __nv_atomic_...: any order and scope, on the functions of atomics.h,
// which are relaxed; order comes from fences around them.
#pragma once

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

__AW_NV void __nv_atomic_thread_fence(int __order, int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (__order == __NV_ATOMIC_RELAXED || __scope == __NV_THREAD_SCOPE_THREAD)
    return;
  if (__scope == __NV_THREAD_SCOPE_BLOCK)
    __nvvm_membar_cta();
  else if (__scope == __NV_THREAD_SCOPE_SYSTEM)
    __nvvm_membar_sys();
  else
    __nvvm_membar_gl();
}

namespace __aw_nv {

/// What goes before, and after, an operation of an order.
__AW_NV void before(int order, int scope) {
  if (order >= __NV_ATOMIC_RELEASE)
    __nv_atomic_thread_fence(order, scope);
}
__AW_NV void after(int order, int scope) {
  if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE)
    __nv_atomic_thread_fence(order, scope);
}

template <int Size> struct Word;
template <> struct Word<1> {
  typedef unsigned char type;
};
template <> struct Word<2> {
  typedef unsigned short type;
};
template <> struct Word<4> {
  typedef unsigned int type;
};
template <> struct Word<8> {
  typedef unsigned long long type;
};

template <class To, class From> __AW_NV To bits(const From &from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

// name, function of atomics.h, type, type of the function.
#define __AW_NV_OPERATION(name, function, type, as)                                                \
  __AW_NV type name(type *address, type value, int scope) {                                        \
    return scope <= __NV_THREAD_SCOPE_BLOCK    ? (type)function##_block((as *)address, (as)value)  \
           : scope == __NV_THREAD_SCOPE_SYSTEM ? (type)function##_system((as *)address, (as)value) \
                                               : (type)function((as *)address, (as)value);         \
  }
#define __AW_NV_INTEGERS(name, function, sll)                                                      \
  __AW_NV_OPERATION(name, function, int, int)                                                      \
  __AW_NV_OPERATION(name, function, unsigned int, unsigned int)                                    \
  __AW_NV_OPERATION(name, function, long, sll)                                                     \
  __AW_NV_OPERATION(name, function, unsigned long, unsigned long long)                             \
  __AW_NV_OPERATION(name, function, long long, sll)                                                \
  __AW_NV_OPERATION(name, function, unsigned long long, unsigned long long)
__AW_NV_INTEGERS(add, atomicAdd, unsigned long long)
__AW_NV_OPERATION(add, atomicAdd, float, float)
#if __CUDA_ARCH__ >= 600
__AW_NV_OPERATION(add, atomicAdd, double, double)
#endif
__AW_NV_INTEGERS(bitAnd, atomicAnd, unsigned long long)
__AW_NV_INTEGERS(bitOr, atomicOr, unsigned long long)
__AW_NV_INTEGERS(bitXor, atomicXor, unsigned long long)
__AW_NV_INTEGERS(least, atomicMin, long long)
__AW_NV_INTEGERS(most, atomicMax, long long)
#undef __AW_NV_INTEGERS
#undef __AW_NV_OPERATION
template <class T> __AW_NV T sub(T *address, T value, int scope) {
  return add(address, T(-value), scope);
}

__AW_NV unsigned int exchange(unsigned int *address, unsigned int value, int scope) {
  return scope <= __NV_THREAD_SCOPE_BLOCK    ? atomicExch_block(address, value)
         : scope == __NV_THREAD_SCOPE_SYSTEM ? atomicExch_system(address, value)
                                             : atomicExch(address, value);
}
__AW_NV unsigned long long exchange(unsigned long long *address, unsigned long long value,
                                    int scope) {
  return scope <= __NV_THREAD_SCOPE_BLOCK    ? atomicExch_block(address, value)
         : scope == __NV_THREAD_SCOPE_SYSTEM ? atomicExch_system(address, value)
                                             : atomicExch(address, value);
}
template <class W> __AW_NV W compareExchange(W *address, W compare, W value, int scope) {
  return scope <= __NV_THREAD_SCOPE_BLOCK    ? atomicCAS_block(address, compare, value)
         : scope == __NV_THREAD_SCOPE_SYSTEM ? atomicCAS_system(address, compare, value)
                                             : atomicCAS(address, compare, value);
}

} // namespace __aw_nv

// Functions that return the old value, and those that return none.
#define __AW_NV_FETCH(op, function)                                                                \
  template <class T, class V>                                                                      \
  __AW_NV T __nv_atomic_fetch_##op(T *__address, V __value, int __order,                           \
                                   int __scope = __NV_THREAD_SCOPE_SYSTEM) {                       \
    __aw_nv::before(__order, __scope);                                                             \
    T __old = __aw_nv::function(__address, (T)__value, __scope);                                   \
    __aw_nv::after(__order, __scope);                                                              \
    return __old;                                                                                  \
  }                                                                                                \
  template <class T, class V>                                                                      \
  __AW_NV void __nv_atomic_##op(T *__address, V __value, int __order,                              \
                                int __scope = __NV_THREAD_SCOPE_SYSTEM) {                          \
    (void)__nv_atomic_fetch_##op(__address, __value, __order, __scope);                            \
  }
__AW_NV_FETCH(add, add)
__AW_NV_FETCH(sub, sub)
__AW_NV_FETCH(and, bitAnd)
__AW_NV_FETCH(or, bitOr)
__AW_NV_FETCH(xor, bitXor)
__AW_NV_FETCH(min, least)
__AW_NV_FETCH(max, most)
#undef __AW_NV_FETCH

template <class T>
__AW_NV T __nv_atomic_load_n(const T *__address, int __order,
                             int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef typename __aw_nv::Word<sizeof(T)>::type __word;
  if (__order == __NV_ATOMIC_SEQ_CST)
    __nv_atomic_thread_fence(__order, __scope);
  __word __value = *(const volatile __word *)__address;
  __aw_nv::after(__order, __scope);
  return __aw_nv::bits<T>(__value);
}
template <class T>
__AW_NV void __nv_atomic_load(const T *__address, T *__result, int __order,
                              int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  *__result = __nv_atomic_load_n(__address, __order, __scope);
}

template <class T, class V>
__AW_NV void __nv_atomic_store_n(T *__address, V __value, int __order,
                                 int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef typename __aw_nv::Word<sizeof(T)>::type __word;
  __aw_nv::before(__order, __scope);
  *(volatile __word *)__address = __aw_nv::bits<__word>((T)__value);
}
template <class T>
__AW_NV void __nv_atomic_store(T *__address, T *__value, int __order,
                               int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store_n(__address, *__value, __order, __scope);
}

template <class T, class V>
__AW_NV T __nv_atomic_exchange_n(T *__address, V __value, int __order,
                                 int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef typename __aw_nv::Word<sizeof(T)>::type __word;
  __aw_nv::before(__order, __scope);
  __word __old = __aw_nv::exchange((__word *)__address, __aw_nv::bits<__word>((T)__value), __scope);
  __aw_nv::after(__order, __scope);
  return __aw_nv::bits<T>(__old);
}
template <class T>
__AW_NV void __nv_atomic_exchange(T *__address, T *__value, T *__result, int __order,
                                  int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  *__result = __nv_atomic_exchange_n(__address, *__value, __order, __scope);
}

/// Never fails without a reason, so a weak one is a strong one.
template <class T, class V>
__AW_NV bool __nv_atomic_compare_exchange_n(T *__address, T *__expected, V __desired, bool,
                                            int __success, int __failure,
                                            int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef typename __aw_nv::Word<sizeof(T)>::type __word;
  int __order = __success > __failure ? __success : __failure;
  __aw_nv::before(__order, __scope);
  __word __wanted = __aw_nv::bits<__word>(*__expected);
  __word __old = __aw_nv::compareExchange((__word *)__address, __wanted,
                                          __aw_nv::bits<__word>((T)__desired), __scope);
  __aw_nv::after(__order, __scope);
  *__expected = __aw_nv::bits<T>(__old);
  return __old == __wanted;
}
template <class T>
__AW_NV bool __nv_atomic_compare_exchange(T *__address, T *__expected, T *__desired, bool __weak,
                                          int __success, int __failure,
                                          int __scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange_n(__address, __expected, *__desired, __weak, __success,
                                        __failure, __scope);
}

#undef __AW_NV
