// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a stream or a graph does when its turn comes: a launch, a copy, a call of the program. An
// action is checked and prepared when it is made and never changes. A command of a stream runs it
// once; an executable graph runs it at every launch.
#pragma once

#include <utility>

#include "driver/stream/Command.h"
#include "driver/stream/Stream.h"

namespace anywarp::driver {

class GraphRun;
class UpdatableAction;
struct Plan;

/// Where an action runs.
struct Turn {
  Context &context;           ///< of the stream
  const Plan *plan = nullptr; ///< of the graph that the action is part of; null: none
  GraphRun *graph = nullptr;  ///< the launch that kernels may add graphs to; null: they may not
};

class Action {
public:
  virtual ~Action() = default;
  /// Does it. An error ends the graph, and is the context's from then on.
  virtual CUresult run(const Turn &turn) const = 0;
  /// As Command::awaited.
  virtual const char *awaited() const { return nullptr; }
  /// By whom: waits and calls of the program occupy an executor.
  virtual Command::Runs runs() const { return Command::Runs::Anywhere; }
  /// racecheck is told of memory of the host that it uses (ManagedAccess::uses). `command` does it.
  virtual void tellUses(const Command & /*command*/, const Stream & /*stream*/) const {}
  /// Itself, if device code may change it.
  virtual const UpdatableAction *updatable() const { return nullptr; }
};

/// Calls a function of the program.
struct HostAction final : Action {
  explicit HostAction(const CUDA_HOST_NODE_PARAMS &call) : call(call) {}
  CUresult run(const Turn &turn) const override;
  Command::Runs runs() const override { return Command::Runs::OnExecutor; }
  const CUDA_HOST_NODE_PARAMS call;
};

/// An action as a command of its own. Behind a fault it does not run.
template <typename A> class ActionCommand final : public Command {
public:
  explicit ActionCommand(A action) : Command(action.runs()), action_(std::move(action)) {}
  CUresult run(CUresult context) override {
    return context == CUDA_SUCCESS ? action_.run(Turn{stream()->context()}) : CUDA_SUCCESS;
  }
  const char *awaited() const override { return action_.awaited(); }

private:
  const A action_;
};

template <typename A> Ref<Command> commandOf(A action) {
  return make<ActionCommand<A>>(std::move(action));
}

} // namespace anywarp::driver
