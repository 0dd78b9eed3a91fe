// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One call of an exported function. The functions themselves are generated (LIBRARY/Entries.inc).
#pragma once

#include <atomic>
#include <initializer_list>

#include "library/Log.h"
#include "library/Side.h"
#include "support/Trace.h"
#include "support/TraceCall.h"

#define AW_EXPORT extern "C" __attribute__((visibility("default")))

namespace anywarp::library {

/// An exported function; one constant for each.
class EntryPoint {
public:
  constexpr EntryPoint(const Library &library, const char *symbol)
      : library_(library), symbol_(symbol) {}
  /// NVIDIA's function of that name; null if it is missing.
  void *vendors() {
    void *found = vendors_.load(std::memory_order_acquire);
    if (!found)
      vendors_.store(found = vendorFunction(library_, symbol_), std::memory_order_release);
    return found;
  }
  /// A function that is not built: says so in the trace, once, and why.
  void reportAbsent(const char *reason);
  bool isTraced() const {
    static const bool traced = anywarp::isTraced("library");
    return traced;
  }
  /// Tells "symbol(name=value, ...) = STATUS" to the trace if it is on, and to the log if there is
  /// one. `reason`: why the call was refused, or null.
  void show(const char *names, std::initializer_list<TraceArgument> arguments, bool succeeded,
            const char *status, const char *reason, Log *log = nullptr) const;

private:
  const Library &library_;
  const char *symbol_;
  std::atomic<void *> vendors_{nullptr};
  std::atomic<bool> said_{false};
};

} // namespace anywarp::library
