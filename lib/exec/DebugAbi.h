// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cuda-gdb reads of debugged kernels: the blocks that run, and where their threads are. The
// reader (tools/cuda-gdb/cuda_gdb/state.py) knows these layouts: a change of one is a change of
// kDebugVersion.
#pragma once

#include <cstdint>

namespace anywarp::exec {

inline constexpr uint32_t kDebugVersion = 1;

/// What a thread of a debugged block does.
enum class DebugThreadState : uint32_t {
  NotStarted,
  AtLine,  ///< stands before the source line at `pc`, or runs it
  Waiting, ///< for other threads: at a barrier, in a warp instruction …
  Ended,
};

struct DebugThread {
  uint64_t pc;         ///< where it was last seen
  uint64_t turn;       ///< of its warp: threads with the same turn went on together
  uint32_t systemTask; ///< the thread of the process that runs it (gettid); 0: none yet
  DebugThreadState state;
  uint32_t line; ///< of the source, at `pc`
  uint32_t reserved;
};

struct DebugBlock {
  DebugBlock *next;
  const char *kernel;
  const DebugThread *threads;
  uint64_t gridId;
  const char *shared, *params; ///< start of the shared window, of the kernel's parameters
  uint32_t gridDim[3], blockDim[3], blockIdx[3];
  uint32_t threadCount, sharedBytes;
};

struct DebugState {
  uint32_t version;
  uint32_t focus;    ///< written by the debugger: linear index of the thread that goes first
  DebugBlock *first; ///< blocks that run
};

} // namespace anywarp::exec

extern "C" {
[[gnu::visibility("default")]] extern anywarp::exec::DebugState anywarp_debug_state;
/// Called in a debugged block before the line behind the function's head; a debugger may stop here.
void anywarp_debug_launch(const char *kernel, uint64_t gridId);
/// Called in the handler of a fault of a debugged thread; a debugger may stop here.
void anywarp_debug_fault(uint32_t fault, uint64_t address);
}
