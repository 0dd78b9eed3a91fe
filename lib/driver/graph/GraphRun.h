// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch of an executable graph under way, for the kernels in it that launch graphs themselves
// (the programming guide's section on device graph launch). What they launch is enqueued like the
// graph itself, in streams of the launched graph's own, and something that is not over yet is made
// to wait for it:
//
//   fire and forget   begins at once; the end of the graph that launched it waits
//   as sibling        the same; what waits for that graph waits
//   tail              begins when that graph and all that it fired have ended, one after the other;
//                     what waits for that graph waits
//
// A graph that launches itself at its end takes its own place: such a loop costs no memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "driver/base/Object.h"
#include "driver/stream/Command.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class GraphExec;
struct Plan;

class GraphRun final : public Counted {
public:
  /// What graphs that follow each other by tail launches share.
  struct Chain {
    Ref<Command> outer; ///< what waits for all of them
    /// Not launched yet, the next last. Used by one thread at a time: the one that ends a graph.
    std::vector<Ref<GraphExec>> tails;
  };

  /// `exec` is about to be launched, by device code or the host.
  GraphRun(Ref<GraphExec> exec, std::shared_ptr<Chain> chain, bool byDevice);

  /// %current_graph_exec: the handle if the graph is one that devices may launch, or 0.
  uint64_t current() const { return current_; }
  /// The command that ends the graph; it is to wait for all its nodes.
  const Ref<Command> &settled() const { return settled_; }

  bool isByDevice() const { return byDevice_; }

  /// Some node of the graph is about to run.
  void begin(const std::shared_ptr<const Plan> &plan);

  /// cudaGraphLaunch in device code; any thread of any grid of the graph. May leave the call as a
  /// fault of the kernel: the handle of no such graph is an address that cannot be read.
  int launch(uint64_t graph, uint64_t stream);

private:
  class Completion;
  void settle(CUresult error);

  const Ref<GraphExec> exec_;
  const std::shared_ptr<Chain> chain_;
  const bool byDevice_;
  const uint64_t current_;
  const Ref<Command> settled_; ///< refers to this until it has run
  std::once_flag begun_;
  bool hasBegun_ = false;
  Mutex mutex_; ///< guards everything below
  std::vector<Ref<GraphExec>> tails_ AW_GUARDED_BY(mutex_);
  unsigned fired_ AW_GUARDED_BY(mutex_) = 0;
};

} // namespace anywarp::driver
