// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of all ranks of a communicator that one thread gives in one group: it waits for the streams
// of all, runs once and in parallel, and lets them go on. No rank waits for another in a thread.
#pragma once

#include <span>

#include "nccl/Comm.h"

namespace anywarp::nccl {

/// What a group has for one rank.
struct Share {
  Comm *comm;
  std::span<const Operation> operations;
  CUstream stream;
};

/// Gives it to the streams; `shares` has all ranks, of one family. `isTaken` false: nothing was
/// done, as the calls do not fit together or streams are captured.
ncclResult_t enqueueJointly(std::vector<Share> shares, bool &isTaken);

/// Messages go to one rank alone, in that stream: notes who has no counterpart yet.
void noteMessages(Comm &comm, std::span<const Operation> operations, CUstream stream);

} // namespace anywarp::nccl
