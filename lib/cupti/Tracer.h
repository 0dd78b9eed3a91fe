// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tool asked for, and the observer (support/Observer.h) that follows. The observer is with
// the driver only while something is asked for. Any thread may call.
#pragma once

#include <atomic>
#include <vector>

#include "cupti/Api.h"
#include "cupti/Calls.h"
#include "support/Observer.h"

namespace anywarp::cupti {

struct Subscriber {
  CUpti_CallbackFunc callback;
  void *userData;
  std::atomic<bool> enabled[CUPTI_CB_DOMAIN_SIZE][kMaxCalls] = {};
};

struct Tracer {
  std::atomic<Subscriber *> subscriber{nullptr};
  std::atomic<bool> kinds[CUPTI_ACTIVITY_KIND_COUNT] = {};
  std::atomic<bool> calls[2][kMaxCalls] = {}; ///< records of calls: [isDriver][number]
  std::atomic<uint64_t (*)()> clock{nullptr}; ///< the tool's own
  std::atomic<bool> systemThreadIds{false};

  static Tracer &get();
  bool wants(CUpti_ActivityKind kind) const { return kinds[kind].load(std::memory_order_relaxed); }
  bool wantsKernels() const {
    return wants(CUPTI_ACTIVITY_KIND_KERNEL) || wants(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  }
  /// Puts the observer in place, or takes it away. NOT_INITIALIZED: the driver cannot be observed.
  CUptiResult update();
};

/// A kind of identifiers that the tool puts around calls of a thread, innermost last.
std::vector<uint64_t> &externalIds(CUpti_ExternalCorrelationKind kind);

/// Calls of the driver by this room are told to nobody.
class OwnCalls {
public:
  OwnCalls();
  ~OwnCalls();
  OwnCalls(const OwnCalls &) = delete;
};

uint64_t now();
uint32_t threadId();

/// What a call tells at its ends beyond its own record: synchronisation, streams, contexts.
void tellBegin(const ObservedCall &call);
void tellEnd(const ObservedCall &call);
/// Records of work.
void tellWork(const ObservedWork &work);
/// The identifier of the calling thread's context; 0: none.
uint32_t contextIdOf(CUcontext context);

} // namespace anywarp::cupti
