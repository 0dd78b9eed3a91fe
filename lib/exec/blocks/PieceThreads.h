// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Debugged kernels (KernelInfo::WaitsInPlace): each thread of a block is a thread of the process,
// so that a debugger finds its stack and its variables while it waits. One of them runs at a time:
// the block's worker passes the turn as it would call or resume a piece.
//
// Threads of a warp go line by line: those that stand at the first place, in the order of the code,
// go on together. Threads that part therefore meet again where their ways do. Threads that wait for
// a turn too long get one, since others may wait for what they would do. For the same reason other
// blocks of a resident grid get a turn from time to time.
#pragma once

#include <memory>
#include <semaphore>
#include <sys/types.h>
#include <vector>

#include "exec/DebugAbi.h"
#include "exec/KernelAbi.h"

namespace anywarp::exec {

class BlockRun;

class PieceThreads {
public:
  explicit PieceThreads(BlockRun &block);
  ~PieceThreads();
  PieceThreads(const PieceThreads &) = delete;

  /// A block begins: what still runs of the last one is given up.
  void begin();
  /// As PieceFn, on a thread of its own. By the worker.
  void start(uint32_t piece, void *frame);
  /// Lets the threads go on whose turn it is, and puts the debugger's focus first. True when it is
  /// another block's turn after this one. By the worker.
  bool takeTurns(std::vector<uint32_t> &order);
  /// The piece ended or the block was left: nothing is shown of it any more.
  void end();

  /// Returns when the piece may go on. By the piece.
  void wait(uint32_t piece);
  /// The same before a line of the source.
  void line(uint32_t piece, uint32_t place, uint32_t line, uintptr_t pc);

private:
  struct Thread;
  static void *run(void *thread);
  static void resume(void *frame);
  void pass(Thread &thread);
  void giveUp();
  void publish(bool isShown);

  BlockRun &block_;
  pid_t process_; ///< whose threads they are: a child of fork has none
  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<DebugThread> shown_;
  struct Warp {
    uint64_t turn = 0;
    uint32_t passedOver = 0; ///< turns since all its threads last went on
  };
  std::vector<Warp> warps_;
  uint32_t rounds_ = 0; ///< since it was another block's turn
  DebugBlock view_{};
  bool isShown_ = false;
  bool hasBegun_ = false;         ///< some thread is behind its first line
  std::binary_semaphore back_{0}; ///< the worker's turn
};

} // namespace anywarp::exec
