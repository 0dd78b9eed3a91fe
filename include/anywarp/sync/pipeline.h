// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda::pipeline: stages of asynchronous copies, between threads of a block by two barriers for each
// stage, or within one thread by the order of its own copies.
#ifndef ANYWARP_SYNC_PIPELINE_H
#define ANYWARP_SYNC_PIPELINE_H

#include "anywarp/sync/barrier.h"

#if defined(__AW_CUDA__)

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, uint8_t Stages> class pipeline_shared_state {
public:
  pipeline_shared_state() = default;
  barrier<Scope> filled_[Stages], emptied_[Stages];
  unsigned producers_, consumers_; ///< threads that have not quit
};

template <thread_scope Scope> class pipeline {
public:
  pipeline(pipeline &&) = default;
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;

  /// Until the next stage is free.
  __device__ void producer_acquire() {
    if (filled_ && produced_ >= stages_)
      await(emptied_[produced_ % stages_], (produced_ / stages_ - 1) & 1);
  }
  /// The copies issued since belong to the stage.
  __device__ void producer_commit() {
    if (filled_) {
      barrier<Scope> &b = filled_[produced_ % stages_];
#if __CUDA_ARCH__ >= 800
      asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(
                       (unsigned)__cvta_generic_to_shared(b.native()))
                   : "memory");
#endif
      (void)b.arrive();
    } else {
      ::anywarp::commit_copies();
    }
    ++produced_;
  }
  /// Until the oldest stage has arrived.
  __device__ void consumer_wait() {
    if (filled_)
      await(filled_[consumed_ % stages_], (consumed_ / stages_) & 1);
    else
      wait_for_own(produced_ - consumed_ - 1);
  }
  __device__ void consumer_release() {
    if (filled_)
      (void)emptied_[consumed_ % stages_].arrive();
    ++consumed_;
  }
  /// The calling thread takes no further part. True for the last one. (The last of a role stays counted
  /// in the barriers: one that expects nobody is not allowed.)
  __device__ bool quit() {
    if (!filled_)
      return true;
    bool isLastProducer = true, isLastConsumer = true;
    if (isProducer_) {
      isLastProducer = atomicSub_block(producers_, 1u) == 1;
      for (unsigned i = 0; i < stages_ && !isLastProducer; ++i)
        filled_[i].arrive_and_drop();
    }
    if (isConsumer_) {
      isLastConsumer = atomicSub_block(consumers_, 1u) == 1;
      for (unsigned i = 0; i < stages_ && !isLastConsumer; ++i)
        emptied_[i].arrive_and_drop();
    }
    filled_ = nullptr;
    return ::anywarp::sync::load(producers_) == 0 && ::anywarp::sync::load(consumers_) == 0;
  }

  template <unsigned Left> __device__ void wait_prior() {
    if (filled_) {
      unsigned until = produced_ - Left;
      for (unsigned stage = consumed_; stage != until; ++stage)
        await(filled_[stage % stages_], (stage / stages_) & 1);
    } else {
      ::anywarp::wait_copies<Left>();
    }
  }

private:
  template <class Group, thread_scope S, uint8_t N>
  friend __device__ pipeline<S> make_pipeline(const Group &, pipeline_shared_state<S, N> *);
  template <class Group, thread_scope S, uint8_t N>
  friend __device__ pipeline<S> make_pipeline(const Group &, pipeline_shared_state<S, N> *, size_t);
  template <class Group, thread_scope S, uint8_t N>
  friend __device__ pipeline<S> make_pipeline(const Group &, pipeline_shared_state<S, N> *,
                                              pipeline_role);
  friend __device__ pipeline<thread_scope_thread> make_pipeline();

  __device__ pipeline() {}
  template <uint8_t Stages>
  __device__ pipeline(pipeline_shared_state<Scope, Stages> *state, bool isProducer, bool isConsumer)
      : filled_(state->filled_), emptied_(state->emptied_), producers_(&state->producers_),
        consumers_(&state->consumers_), stages_(Stages), isProducer_(isProducer),
        isConsumer_(isConsumer) {}

  /// Until the phase of that parity has ended. At most one phase can be ahead.
  static __device__ void await(const barrier<Scope> &b, unsigned parity) {
#if __CUDA_ARCH__ >= 800
    unsigned done;
    do {
      asm volatile("{\n\t.reg .pred p;\n\t"
                   "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
                   "selp.u32 %0, 1, 0, p;\n\t}"
                   : "=r"(done)
                   : "r"((unsigned)__cvta_generic_to_shared(b.native())), "r"(parity)
                   : "memory");
      if (!done)
        __nanosleep(20);
    } while (!done);
#else
    while ((::anywarp::sync::load((unsigned long long *)b.native()) >> 63) == parity)
      __nanosleep(20);
    __threadfence_block();
#endif
  }
  static __device__ void wait_for_own(unsigned left) {
    switch (left) {
    case 0: ::anywarp::wait_copies<0>(); break;
    case 1: ::anywarp::wait_copies<1>(); break;
    case 2: ::anywarp::wait_copies<2>(); break;
    case 3: ::anywarp::wait_copies<3>(); break;
    case 4: ::anywarp::wait_copies<4>(); break;
    case 5: ::anywarp::wait_copies<5>(); break;
    case 6: ::anywarp::wait_copies<6>(); break;
    default: ::anywarp::wait_copies<7>(); break;
    }
  }

  barrier<Scope> *filled_ = nullptr, *emptied_ = nullptr; ///< null: a pipeline of one thread
  unsigned *producers_ = nullptr, *consumers_ = nullptr;
  unsigned stages_ = 0, produced_ = 0, consumed_ = 0;
  bool isProducer_ = true, isConsumer_ = true;
};

namespace __detail {
template <class Group, thread_scope Scope, uint8_t Stages>
static __device__ void set_up(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                              size_t producers, size_t consumers) {
  if (group.thread_rank() == 0) {
    state->producers_ = unsigned(producers);
    state->consumers_ = unsigned(consumers);
    for (unsigned i = 0; i < Stages; ++i) {
      init(&state->filled_[i], ptrdiff_t(producers));
      init(&state->emptied_[i], ptrdiff_t(consumers));
    }
  }
  group.sync();
}
} // namespace __detail

/// All threads of the group produce and consume.
template <class Group, thread_scope Scope, uint8_t Stages>
__device__ pipeline<Scope> make_pipeline(const Group &group,
                                         pipeline_shared_state<Scope, Stages> *state) {
  __detail::set_up(group, state, group.size(), group.size());
  return pipeline<Scope>(state, true, true);
}
/// The first `producers` threads produce, the others consume.
template <class Group, thread_scope Scope, uint8_t Stages>
__device__ pipeline<Scope> make_pipeline(const Group &group,
                                         pipeline_shared_state<Scope, Stages> *state,
                                         size_t producers) {
  __detail::set_up(group, state, producers, group.size() - producers);
  bool isProducer = group.thread_rank() < producers;
  return pipeline<Scope>(state, isProducer, !isProducer);
}
/// Each thread says what it does.
template <class Group, thread_scope Scope, uint8_t Stages>
__device__ pipeline<Scope> make_pipeline(const Group &group,
                                         pipeline_shared_state<Scope, Stages> *state,
                                         pipeline_role role) {
  __shared__ unsigned producers;
  if (group.thread_rank() == 0)
    producers = 0;
  group.sync();
  if (role == pipeline_role::producer)
    atomicAdd_block(&producers, 1u);
  group.sync();
  __detail::set_up(group, state, producers, group.size() - producers);
  return pipeline<Scope>(state, role == pipeline_role::producer, role == pipeline_role::consumer);
}
static __device__ inline pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>();
}

template <unsigned Left, thread_scope Scope>
static __device__ inline void pipeline_consumer_wait_prior(pipeline<Scope> &p) {
  p.template wait_prior<Left>();
}

template <class Group, class Size, thread_scope Scope>
static __device__ __forceinline__ void memcpy_async(const Group &group, void *to, const void *from,
                                                    Size bytes, pipeline<Scope> &) {
  ::anywarp::copy_async_part(to, from, bytes, unsigned(group.thread_rank()),
                             unsigned(group.size()));
}
template <class Size, thread_scope Scope>
static __device__ __forceinline__ void memcpy_async(void *to, const void *from, Size bytes,
                                                    pipeline<Scope> &) {
  ::anywarp::copy_async_part(to, from, bytes, 0, 1);
}

} // namespace cuda

#endif

#endif
