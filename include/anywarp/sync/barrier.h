// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda::barrier. A block-scope barrier without completion function that lies in shared memory is an
// mbarrier from sm_80 on; every other one is a word in memory: bit 63 the phase, 31 bits of expected
// arrivals, 32 bits of pending ones.
#ifndef ANYWARP_SYNC_BARRIER_H
#define ANYWARP_SYNC_BARRIER_H

#include "anywarp/sync/scope.h"

#if defined(__AW_CUDA__)

#include "anywarp/async_copy.h"
#include "cuda_awbarrier_primitives.h"

#include <utility>

namespace cuda {

/// A byte count whose value, like both addresses of the copy, is a multiple of Alignment.
template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ explicit constexpr aligned_size_t(size_t n) : value(n) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

namespace std {
/// Does nothing at the end of a phase.
struct __empty_completion {
  __host__ __device__ void operator()() const noexcept {}
};
} // namespace std

template <thread_scope Scope, class Completion = std::__empty_completion> class barrier {
  static constexpr bool kCanBeNative =
      Scope == thread_scope_block && sizeof(Completion) == sizeof(std::__empty_completion) &&
      ::std::is_empty<Completion>::value;
  using word_t = unsigned long long;

public:
  class arrival_token {
    friend class barrier;
    word_t state;
  };

  barrier() = default;
  __host__ __device__ barrier(ptrdiff_t expected, Completion completion = Completion())
      : completion_(completion) {
    set(expected);
  }
  barrier(const barrier &) = delete;
  barrier &operator=(const barrier &) = delete;
  __host__ __device__ ~barrier() {
#if __CUDA_ARCH__ >= 800
    if (isNative())
      __mbarrier_inval(native());
#endif
  }
  static constexpr __host__ __device__ ptrdiff_t max() { return (1 << 20) - 1; }
  friend __host__ __device__ void init(barrier *b, ptrdiff_t expected) { b->set(expected); }
  friend __host__ __device__ void init(barrier *b, ptrdiff_t expected, Completion completion) {
    new (&b->completion_) Completion(completion);
    b->set(expected);
  }

  __host__ __device__ arrival_token arrive(ptrdiff_t count = 1) {
    arrival_token token;
#if __CUDA_ARCH__ >= 800
    if (isNative()) {
      while (count-- > 1)
        (void)__mbarrier_arrive(native());
      token.state = __mbarrier_arrive(native());
      return token;
    }
#endif
    token.state = leave(unsigned(count), /*dropped=*/0);
    return token;
  }
  __host__ __device__ void wait(arrival_token &&token) const {
    while (!hasPassed(token.state))
      ::anywarp::sync::pause();
  }
  __host__ __device__ bool try_wait(arrival_token &&token) const { return hasPassed(token.state); }
  __host__ __device__ void arrive_and_wait() { wait(arrive()); }
  __host__ __device__ void arrive_and_drop() {
#if __CUDA_ARCH__ >= 800
    if (isNative()) {
      (void)__mbarrier_arrive_and_drop(native());
      return;
    }
#endif
    leave(1, /*dropped=*/1);
  }

  /// The mbarrier; only for barriers that are one.
  __host__ __device__ uint64_t *native() const { return (uint64_t *)&word_; }
  __host__ __device__ bool isNative() const {
#if __CUDA_ARCH__ >= 800
    if constexpr (kCanBeNative)
      return __isShared(&word_);
#endif
    return false;
  }

private:
  static constexpr word_t kPhase = 1ull << 63;

  __host__ __device__ void set(ptrdiff_t expected) {
#if __CUDA_ARCH__ >= 800
    if (isNative()) {
      __mbarrier_init(native(), unsigned(expected));
      return;
    }
#endif
    ::anywarp::sync::store(&word_, word_t(expected) << 32 | word_t(expected));
    ::anywarp::sync::fence(Scope);
  }
  /// Takes `count` from the pending arrivals, and ends the phase with the last one. The phase before.
  __host__ __device__ word_t leave(unsigned count, unsigned dropped) {
    ::anywarp::sync::fence(Scope);
    word_t seen = ::anywarp::sync::load(&word_), next, old;
    while (true) {
      next = seen - count - (word_t(dropped) << 32);
      bool isLast = unsigned(next) == 0;
      // Without a completion function to call first, the next phase can begin in the same step.
      if (isLast && kCanBeNative)
        next = opened(next);
      old = ::anywarp::sync::compare_exchange(&word_, seen, next, Scope);
      if (old != seen) {
        seen = old;
        continue;
      }
      if (isLast && !kCanBeNative) {
        ::anywarp::sync::fence(Scope);
        completion_();
        ::anywarp::sync::fence(Scope);
        ::anywarp::sync::store(&word_, opened(next));
      }
      return seen & kPhase;
    }
  }
  static __host__ __device__ word_t opened(word_t word) {
    word_t expected = word >> 32 & 0x7FFFFFFF;
    return ((word ^ kPhase) & kPhase) | expected << 32 | expected;
  }
  __host__ __device__ bool hasPassed(word_t state) const {
#if __CUDA_ARCH__ >= 800
    if (isNative())
      return __mbarrier_test_wait(native(), state);
#endif
    if ((::anywarp::sync::load(&word_) & kPhase) == state)
      return false;
    ::anywarp::sync::fence(Scope);
    return true;
  }

  mutable word_t word_;
  [[no_unique_address]] Completion completion_;
};

namespace device {
template <thread_scope Scope>
static __device__ inline uint64_t *barrier_native_handle(barrier<Scope> &b) {
  return b.native();
}
} // namespace device

/// Copies that the barrier's phase waits for.
template <class Group, class Size, thread_scope Scope, class Completion>
static __device__ __forceinline__ void memcpy_async(const Group &group, void *to, const void *from,
                                                    Size bytes, barrier<Scope, Completion> &b) {
  ::anywarp::copy_async_part(to, from, bytes, unsigned(group.thread_rank()),
                             unsigned(group.size()));
#if __CUDA_ARCH__ >= 800
  if (b.isNative()) {
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(
                     (unsigned)__cvta_generic_to_shared(b.native()))
                 : "memory");
    return;
  }
#endif
  ::anywarp::commit_copies();
  ::anywarp::wait_copies<0>();
}
namespace __detail {
struct one_thread {
  __device__ unsigned thread_rank() const { return 0; }
  __device__ unsigned size() const { return 1; }
};
} // namespace __detail
template <class Size, thread_scope Scope, class Completion>
static __device__ __forceinline__ void memcpy_async(void *to, const void *from, Size bytes,
                                                    barrier<Scope, Completion> &b) {
  memcpy_async(__detail::one_thread(), to, from, bytes, b);
}

namespace std {
template <class Completion = __empty_completion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
} // namespace std

} // namespace cuda

#endif

#endif
