// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations shared by cuda::atomic and cuda::atomic_ref: a relaxed access between the fences that
// the order asks for.
#ifndef ANYWARP_SYNC_ATOMIC_H
#define ANYWARP_SYNC_ATOMIC_H

#include "anywarp/sync/scope.h"

#if defined(__AW_CUDA__)

#include <type_traits>

namespace anywarp {
namespace sync {

/// Operations on the T at `address()`, which Derived has.
template <class Derived, class T, thread_scope Scope> class atomic_operations {
  static_assert(sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0,
                "an atomic object has 1, 2, 4 or 8 bytes");
  using W = typename word<sizeof(T)>::type;
  using order = ::cuda::memory_order;
  static constexpr order strongest = ::cuda::memory_order_seq_cst;

public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  __host__ __device__ bool is_lock_free() const { return true; }

  __host__ __device__ T load(order o = strongest) const {
    if (o == strongest)
      fence(Scope);
    T value = as<T>(sync::load((const W *)place()));
    after(o, Scope);
    return value;
  }
  __host__ __device__ void store(T value, order o = strongest) const {
    before(o, Scope);
    sync::store((W *)place(), as<W>(value));
  }
  __host__ __device__ T exchange(T value, order o = strongest) const {
    before(o, Scope);
    T old = as<T>(sync::exchange((W *)place(), as<W>(value), Scope));
    after(o, Scope);
    return old;
  }
  __host__ __device__ bool compare_exchange_strong(T &expected, T desired, order o = strongest) const {
    return compare_exchange_strong(expected, desired, o, o);
  }
  __host__ __device__ bool compare_exchange_strong(T &expected, T desired, order success,
                                                   order failure) const {
    before(success, Scope);
    W wanted = as<W>(expected);
    W old = sync::compare_exchange((W *)place(), wanted, as<W>(desired), Scope);
    bool done = old == wanted;
    after(done ? success : failure, Scope);
    expected = as<T>(old);
    return done;
  }
  __host__ __device__ bool compare_exchange_weak(T &expected, T desired, order o = strongest) const {
    return compare_exchange_strong(expected, desired, o, o);
  }
  __host__ __device__ bool compare_exchange_weak(T &expected, T desired, order success,
                                                 order failure) const {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  __host__ __device__ operator T() const { return load(); }

  __host__ __device__ void wait(T old, order o = strongest) const {
    while (as<W>(load(o)) == as<W>(old))
      pause();
  }
  /// Waiting threads look for themselves.
  __host__ __device__ void notify_one() const {}
  __host__ __device__ void notify_all() const {}

#define __AW_FETCH(name, operation, native)                                                        \
  template <class Operand = T>                                                                     \
  __host__ __device__ T name(Operand operand, order o = strongest) const {                         \
    before(o, Scope);                                                                              \
    T old = native;                                                                                \
    after(o, Scope);                                                                               \
    return old;                                                                                    \
  }
  __AW_FETCH(fetch_add, old + operand, add(operand))
  __AW_FETCH(fetch_sub, old - operand,
             modify([&](T value) { return T(value - operand); }))
  __AW_FETCH(fetch_and, old & operand, modify([&](T value) { return T(value & operand); }))
  __AW_FETCH(fetch_or, old | operand, modify([&](T value) { return T(value | operand); }))
  __AW_FETCH(fetch_xor, old ^ operand, modify([&](T value) { return T(value ^ operand); }))
  __AW_FETCH(fetch_min, min, modify([&](T value) { return operand < value ? T(operand) : value; }))
  __AW_FETCH(fetch_max, max, modify([&](T value) { return value < operand ? T(operand) : value; }))
#undef __AW_FETCH

  template <class Operand> __host__ __device__ T operator+=(Operand v) const { return T(fetch_add(v) + v); }
  template <class Operand> __host__ __device__ T operator-=(Operand v) const { return T(fetch_sub(v) - v); }
  template <class Operand> __host__ __device__ T operator&=(Operand v) const { return T(fetch_and(v) & v); }
  template <class Operand> __host__ __device__ T operator|=(Operand v) const { return T(fetch_or(v) | v); }
  template <class Operand> __host__ __device__ T operator^=(Operand v) const { return T(fetch_xor(v) ^ v); }
  __host__ __device__ T operator++() const { return T(fetch_add(1) + 1); }
  __host__ __device__ T operator--() const { return T(fetch_sub(1) - 1); }
  __host__ __device__ T operator++(int) const { return fetch_add(1); }
  __host__ __device__ T operator--(int) const { return fetch_sub(1); }

private:
  __host__ __device__ T *place() const { return static_cast<const Derived *>(this)->address(); }

  template <class Function> __host__ __device__ T modify(Function next) const {
    T seen = as<T>(sync::load((const W *)place()));
    while (true) {
      W old = sync::compare_exchange((W *)place(), as<W>(seen), as<W>(next(seen)), Scope);
      if (old == as<W>(seen))
        return seen;
      seen = as<T>(old);
    }
  }
  template <class Operand> __host__ __device__ T add(Operand operand) const {
#if defined(__CUDA_ARCH__)
    constexpr thread_scope scope = Scope;
    if constexpr (::std::is_integral<T>::value && sizeof(T) >= 4) {
      return T(__AW_BY_SCOPE(atomicAdd, (W *)place(), (W)(T)operand));
    } else if constexpr (::std::is_same<T, float>::value) {
      return __AW_BY_SCOPE(atomicAdd, place(), float(operand));
    }
#if __CUDA_ARCH__ >= 600
    else if constexpr (::std::is_same<T, double>::value) {
      return __AW_BY_SCOPE(atomicAdd, place(), double(operand));
    }
#endif
    else
#endif
      return modify([&](T value) { return T(value + operand); });
  }
};

} // namespace sync
} // namespace anywarp

namespace cuda {

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public ::anywarp::sync::atomic_operations<atomic<T, Scope>, T, Scope> {
public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  __host__ __device__ T operator=(T value) {
    this->store(value);
    return value;
  }
  __host__ __device__ T *address() const { return const_cast<T *>(&value_); }

private:
  alignas(sizeof(T)) T value_;
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public ::anywarp::sync::atomic_operations<atomic_ref<T, Scope>, T, Scope> {
public:
  static constexpr size_t required_alignment = sizeof(T);
  __host__ __device__ explicit atomic_ref(T &object) : place_(&object) {}
  __host__ __device__ T operator=(T value) const {
    this->store(value);
    return value;
  }
  __host__ __device__ T *address() const { return place_; }

private:
  T *place_;
};

static __host__ __device__ inline void atomic_thread_fence(memory_order order,
                                                           thread_scope scope = thread_scope_system) {
  if (order != memory_order_relaxed)
    ::anywarp::sync::fence(scope);
}

namespace std {
template <class T> using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
} // namespace std

} // namespace cuda

#endif

#endif
