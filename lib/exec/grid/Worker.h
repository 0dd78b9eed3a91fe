// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread needs to run blocks: a stack for device code, an alternate signal stack, memory for
// blocks in flight, what they printed, and the record of a fault. A thread gets its Worker at its
// first grid and gives it back when it ends; the thread that calls runGrid is a worker like others.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/blocks/BlockRun.h"
#include "exec/blocks/KernelStack.h"
#include "exec/calls/Reductions.h"
#include "exec/grid/Grid.h"
#include "exec/grid/Rescue.h"

namespace anywarp::exec {

class ProfileWorker;

/// How device code was left: plain data, filled in signal handlers too.
struct FaultRecord {
  Fault fault = Fault::None; ///< None: left because the grid stops
  std::optional<uint64_t> address;
  uintptr_t pc = 0;
  uint32_t thread = kNoThread; ///< linear index, where one thread is known
  uint32_t pieceRegister = 0;  ///< %mm7 at the fault; see kPieceInRegister
  static constexpr uint32_t kNoThread = ~0u;
  char detail[512] = {};
};

class Worker {
public:
  /// The calling thread's; null if there is no memory for its stack.
  static Worker *ofThread();
  /// The calling thread's if it has one.
  static Worker *current();
  /// The same in a signal handler, on any thread of the program.
  static Worker *inHandler() { return isKnown() ? current() : nullptr; }
  /// Tells handlers that the thread may have a worker or work of ours under way.
  static void makeKnown();
  static bool isKnown();
  ~Worker();

  /// Runs blocks of `grid` until none is left or it stops. `between` is called between chunks.
  void participate(Grid &grid, void (*between)(void *), void *arg);

  /// Runs all blocks of a grid of C++ code; `fault` is what stopped it, if anything did.
  void runBlocks(const Kernel &kernel, const LaunchState &launch, FaultInfo &fault);

  bool isInKernel() const { return stack_.isRunning(); }
  /// Counts the workers of the process.
  unsigned number() const { return number_; }
  KernelStack &stack() { return stack_; }
  /// Leaves device code of the calling thread for good; its record says why. From a runtime
  /// function that device code called.
  [[noreturn]] void leave(Fault fault, std::optional<uint64_t> address = {},
                          uint32_t thread = FaultRecord::kNoThread);
  FaultRecord &record() { return record_; }

  /// A debugger may stop where the thread's faults are (PieceThreads.h).
  void tellDebugger() { tellsDebugger_ = true; }
  bool tellsDebugger() const { return tellsDebugger_; }

  /// The launch that this thread makes, and the units that it has in hand: for Rescue.
  LaunchInView &inView() { return inView_; }
  UnitsInHand &inHand() { return inHand_; }

  /// Text that one block printed; kept in the order of its calls.
  void print(const BlockRun &block, std::string_view text);
  std::string &scratch() { return scratch_; }
  /// What kernels delay; memory has it when the worker leaves the grid. Null: no memory.
  Reductions *reductions() {
    if (!reductions_)
      reductions_ = Reductions::create();
    return reductions_.get();
  }
  /// What the profile of the grid gave this worker; null without one.
  ProfileWorker *profile() const { return profile_; }

private:
  Worker();
  bool setUpThread();
  void runPlain(Grid &grid, void (*between)(void *), void *arg);
  void runGroups(Grid &grid, void (*between)(void *), void *arg);
  void runResident(Grid &grid);
  /// Runs the group on the kernel's stack; reports faults to the grid.
  BlockGroup::Outcome runGroup(Grid &grid, BlockGroup &group);
  /// The same for `count` units one after the other; Finished: all of them.
  BlockGroup::Outcome runUnits(Grid &grid, BlockGroup &group, uint64_t first, uint64_t count);
  void reportDeadlock(Grid &grid, BlockGroup &group, const std::string &more = {});
  std::unique_ptr<BlockGroup> obtainGroup(Grid &grid);
  void giveBack(std::unique_ptr<BlockGroup> group);
  void reportFault(Grid &grid, BlockRun &block);
  /// Gives memory what was delayed, or forgets it if the grid has failed.
  void endReductions(Grid &grid);

  friend class WorkerOfThread;
  const unsigned number_;
  KernelStack stack_;
  GuardedMemory signalStack_;
  BlockRun *running_ = nullptr; ///< whose code is on the stack
  FaultRecord record_;
  std::string scratch_;
  ProfileWorker *profile_ = nullptr;
  std::vector<OutputSegment> output_;
  size_t outputBytes_ = 0;
  bool tellsDebugger_ = false;
  LaunchInView inView_;
  UnitsInHand inHand_;
  std::unique_ptr<Reductions> reductions_;
  BlockRun plain_;
  std::vector<std::unique_ptr<BlockGroup>> spare_;

  friend class BlockGroup;
};

} // namespace anywarp::exec
