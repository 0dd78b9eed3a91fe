// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack that device code runs on. Every thread that runs blocks switches to a stack of the
// engine's first, so that its limits are known whoever the thread belongs to, and so that a fault
// can be left by one jump back to the switch: nothing on the kernel's stack needs unwinding.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/memory/GuardedMemory.h"

namespace anywarp::exec {

class KernelStack {
public:
  /// Maps the stack; false when the system has no memory.
  bool create();

  /// Calls fn(arg) on this stack, with the floating-point environment that CUDA's numbers need
  /// (round to nearest, no flush to zero, no traps) whatever the thread's is. True if fn returned,
  /// false if it was left by escape(). Not reentrant.
  bool run(void (*fn)(void *), void *arg);

  bool isRunning() const { return resumePoint_ != nullptr; }
  /// Ends run() from inside fn.
  [[noreturn]] void escape();
  /// The same from a signal handler: changes the interrupted context so that the thread goes on in
  /// run() when the handler returns.
  void escapeFrom(void *ucontext);
  /// True if `address` is where a stack that is too deep ends up.
  bool isOverflow(uintptr_t address) const { return memory_.isGuard(address); }

  /// Gives back what a very deep call had touched. Not while it runs.
  void trim();

private:
  GuardedMemory memory_{1 << 20};
  void *volatile resumePoint_ = nullptr; ///< stack pointer of the suspended caller
};

} // namespace anywarp::exec
