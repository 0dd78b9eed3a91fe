// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who hears of calls and work of this process while they happen: CUPTI (lib/cupti). The driver
// keeps the observer; runtimes and libcupti find it by kObservedName, as each is a library of its
// own. Nobody observes at first: then a call costs one test. Standalone. Any thread may call.
#pragma once

#include <atomic>
#include <cstdint>

namespace anywarp {

/// A call of an exported function that is under way.
struct ObservedCall {
  const char *symbol;
  const void *params; ///< the arguments as a struct, in order; null: none, or an internal function
  bool isDriver;
  int result; ///< at the end
  // The observer's own:
  const void *entry;
  uint64_t start, toolData;
  uint32_t correlation;
  bool isOuter;
};

/// Work in a stream that has ended.
struct ObservedWork {
  enum class Kind : uint8_t { Grid, Copy, Fill };
  enum class Place : uint8_t { Unknown, Pageable, Pinned, Device, Array, Managed };
  Kind kind;
  Place from, to;
  bool isAsync;
  uint32_t correlation, device, context, stream;
  uint64_t queued, start, end;
  uint64_t bytes; ///< of a copy or fill
  uint32_t value; ///< of a fill
  const char *name;
  uint32_t grid[3], block[3], cluster[3];
  uint32_t staticShared, dynamicShared, registers, localBytes;
  bool isCooperative, isFromDevice;
};

struct Observer {
  void (*enter)(ObservedCall &call);
  void (*exit)(ObservedCall &call);
  /// Of the thread's outermost observed call; 0: none.
  uint32_t (*correlation)();
  uint64_t (*now)();
  void (*work)(const ObservedWork &work);
};

using Observed = std::atomic<const Observer *>;

/// The driver's function that gives its Observed, which lives as long as the process. NVIDIA's
/// driver lacks it. Another version of these structs has another name.
inline constexpr const char kObservedName[] = "anywarp_observed1";
using GetObserved = Observed *(*)();

/// This library's way to the driver's observer.
class Observation {
public:
  static const Observer *get() {
    return place_.load(std::memory_order_acquire)->load(std::memory_order_acquire);
  }
  /// Null: the driver cannot be observed.
  static void setPlace(Observed *place) {
    if (place)
      place_.store(place, std::memory_order_release);
  }

private:
  static inline Observed nobody_{nullptr};
  static inline std::atomic<Observed *> place_{&nobody_};
};

/// Tells of a call from here to the end of the object's life.
class CallObservation {
public:
  void enter(const char *symbol, const void *params, bool isDriver) {
    observer_ = Observation::get();
    if (observer_) [[unlikely]] {
      call_ = {symbol, params, isDriver, 0, nullptr, 0, 0, 0, false};
      observer_->enter(call_);
    }
  }
  void exit(int result) {
    if (observer_) [[unlikely]] {
      call_.result = result;
      observer_->exit(call_);
    }
  }

private:
  const Observer *observer_;
  ObservedCall call_;
};

} // namespace anywarp
