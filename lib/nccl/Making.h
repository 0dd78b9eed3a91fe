// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How communicators come into being: by a unique id, or as part of another one. Which way the
// ranks' elements will go is chosen here: memory of one process, memory that the processes of a
// machine share, or connections between machines.
#pragma once

#include "nccl/Group.h"

namespace anywarp::nccl {

/// A communicator to be: one that exists already, as the program may ask for its state.
struct Birth {
  Comm *comm;
  int ranks, rank;
};

/// A new id. `isServed`: ranks of other processes may come.
ncclResult_t makeId(ncclUniqueId &id, bool isServed);
Job makeJob(Birth birth, const ncclUniqueId &id);
/// Ranks of one colour, in the order of their keys, then of their ranks.
Job makeSplitJob(Comm &parent, int color, int key, Birth birth);
/// Ranks of a parent that all know who they are: `members`, by their ranks there, in order.
Job makeShrinkJob(Comm &parent, std::vector<int> members, Birth birth);

/// Once: which of NCCL's environment variables have no effect (NCCL_DEBUG=INFO), and that plugins
/// are not loaded.
void tellVariables();

// -- Inside ---------------------------------------------------------------------------------------

/// Connects in a thread of its own: ranks of one thread must all do so at once.
class Connecting {
public:
  static std::shared_ptr<Connecting> start(Wire::Way way, int rank, int ranks, std::string address,
                                           Wire::Store store);
  ncclResult_t finish(std::unique_ptr<Wire> &wire);

private:
  static void *main(void *self);
  struct State;
  std::shared_ptr<State> state_;
};

/// What the last steps of both ways share.
struct Steps {
  Birth birth;
  std::shared_ptr<Connecting> connecting; ///< null: no rank is on another machine

  /// The ranks meet in memory.
  ncclResult_t attach();
  /// The ranks begin to connect. `store` keeps alive what it needs.
  ncclResult_t connect(Wire::Way way, const std::string &address, Wire::Store store);
  ncclResult_t complete();
};

} // namespace anywarp::nccl
