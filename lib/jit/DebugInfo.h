// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source places of linked code, and its announcement to gdb and perf (ANYWARP_DEBUG_JIT).
#pragma once

#include <memory>

#include "jit/Linker.h"
#include "jit/Session.h"
#include "support/Mutex.h"

namespace anywarp::jit {

/// The line table of one object; read at the first question, from any thread.
class LineTable {
public:
  LineTable();
  ~LineTable();
  LineEntry locate(const LinkedObject &object, uintptr_t pc) const;

private:
  struct Parsed;
  mutable Mutex mutex_;
  mutable std::unique_ptr<Parsed> parsed_ AW_GUARDED_BY(mutex_);
};

/// Announces an object to the debugger or profiler while it lives.
class DebugRegistration {
public:
  /// Does what ANYWARP_DEBUG_JIT asks for; null if nothing.
  static std::unique_ptr<DebugRegistration> announce(const LinkedObject &object);
  virtual ~DebugRegistration() = default;
};

} // namespace anywarp::jit
