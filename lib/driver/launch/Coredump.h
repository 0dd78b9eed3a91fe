// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Core dumps: a text file tells what ran, where it stopped, its parameters and the memory of its
// context. It is written when a fault stops a kernel, or when somebody writes to the user's pipe.
// Settings are the process's; a context takes a copy of them when it is made.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "driver/base/Api.h"
#include "exec/Launch.h"
#include "jit/Session.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Context;
struct LaunchRequest;

struct CoredumpSettings {
  mutable Mutex mutex; ///< guards everything below; onException is also read without it
  std::atomic<bool> onException = false;
  bool triggersHost AW_GUARDED_BY(mutex) = true;
  bool isLightweight AW_GUARDED_BY(mutex) = false;
  bool hasUserTrigger AW_GUARDED_BY(mutex) = false;
  std::string file AW_GUARDED_BY(mutex); ///< may hold %h, %p, %t
  std::string pipe AW_GUARDED_BY(mutex);
  unsigned flags AW_GUARDED_BY(mutex) = CU_COREDUMP_DEFAULT_FLAGS;

  /// What a new context of these flags starts with.
  static std::shared_ptr<CoredumpSettings> forContext(unsigned contextFlags);
};

/// What a fault interrupted.
struct FaultedLaunch {
  const exec::FaultInfo *fault;
  const jit::CompiledKernel *code;
  const ptx::Module *module;
  std::string description; ///< kind, address, kernel, threads, line
  std::string kernel;
  const LaunchRequest *request;
  const void *params;
  size_t paramBytes;
};

/// True if a fault in `context` is dumped: kernels then record their registers.
bool writesCoredumps(const Context &context);

/// Writes the dump if the context is to have one, and ends the process if the settings say so.
void dumpFault(Context &context, const FaultedLaunch &launch);

} // namespace anywarp::driver
