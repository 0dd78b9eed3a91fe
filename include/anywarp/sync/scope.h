// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread scopes, memory orders and the few memory operations that cuda::atomic, cuda::barrier and
// cuda::pipeline are made of: relaxed accesses and fences, on the device and on the host.
#ifndef ANYWARP_SYNC_SCOPE_H
#define ANYWARP_SYNC_SCOPE_H

#include "cuda_runtime.h"

#include <stdint.h>

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10,
};

namespace std {
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst,
};
} // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

} // namespace cuda

#if defined(__AW_CUDA__)

#define __AW_SYNC static __host__ __device__ __forceinline__

namespace anywarp {
namespace sync {

using ::cuda::thread_scope;

__AW_SYNC void fence(thread_scope scope) {
#if defined(__CUDA_ARCH__)
  if (scope == ::cuda::thread_scope_block)
    __threadfence_block();
  else if (scope == ::cuda::thread_scope_device)
    __threadfence();
  else if (scope == ::cuda::thread_scope_system)
    __threadfence_system();
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/// Orders what comes before a releasing access.
__AW_SYNC void before(::cuda::memory_order order, thread_scope scope) {
  if (order >= ::cuda::memory_order_release)
    fence(scope);
}
/// Orders what comes after an acquiring access.
__AW_SYNC void after(::cuda::memory_order order, thread_scope scope) {
  if (order != ::cuda::memory_order_relaxed && order != ::cuda::memory_order_release)
    fence(scope);
}

/// The unsigned integer of a size.
template <unsigned Bytes> struct word {};
template <> struct word<1> {
  using type = uint8_t;
};
template <> struct word<2> {
  using type = uint16_t;
};
template <> struct word<4> {
  using type = unsigned int;
};
template <> struct word<8> {
  using type = unsigned long long;
};
template <class To, class From> __AW_SYNC To as(const From &from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}

template <class W> __AW_SYNC W load(const W *p) { return *(const volatile W *)p; }
template <class W> __AW_SYNC void store(W *p, W value) { *(volatile W *)p = value; }

#if defined(__CUDA_ARCH__)
#define __AW_BY_SCOPE(call, ...)                                                                   \
  (scope == ::cuda::thread_scope_system  ? call##_system(__VA_ARGS__)                              \
   : scope == ::cuda::thread_scope_block ? call##_block(__VA_ARGS__)                               \
                                         : call(__VA_ARGS__))
template <class W>
static __device__ __forceinline__ W compare_exchange(W *p, W expected, W desired,
                                                     thread_scope scope) {
  if constexpr (sizeof(W) >= 4) {
    return __AW_BY_SCOPE(atomicCAS, p, expected, desired);
  } else {
    // Within the aligned word that holds it.
    uintptr_t place = (uintptr_t)p;
    unsigned *base = (unsigned *)(place & ~(uintptr_t)3);
    unsigned shift = unsigned(place & 3) * 8, mask = unsigned(W(~W(0))) << shift;
    unsigned seen = load(base);
    while (W(seen >> shift) == expected) {
      unsigned next = (seen & ~mask) | unsigned(desired) << shift;
      unsigned old = __AW_BY_SCOPE(atomicCAS, base, seen, next);
      if (old == seen)
        break;
      seen = old;
    }
    return W(seen >> shift);
  }
}
template <class W>
static __device__ __forceinline__ W exchange(W *p, W desired, thread_scope scope) {
  if constexpr (sizeof(W) >= 4) {
    return __AW_BY_SCOPE(atomicExch, p, desired);
  } else {
    W seen = load(p), old;
    while ((old = compare_exchange(p, seen, desired, scope)) != seen)
      seen = old;
    return old;
  }
}
static __device__ __forceinline__ void pause() { __nanosleep(20); }
#else
template <class W>
static __host__ __forceinline__ W compare_exchange(W *p, W expected, W desired, thread_scope) {
  __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
template <class W> static __host__ __forceinline__ W exchange(W *p, W desired, thread_scope) {
  return __atomic_exchange_n(p, desired, __ATOMIC_SEQ_CST);
}
static __host__ __forceinline__ void pause() { __builtin_ia32_pause(); }
#endif

} // namespace sync
} // namespace anywarp

#endif

#endif
