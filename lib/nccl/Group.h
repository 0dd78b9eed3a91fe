// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups: what a thread calls between ncclGroupStart and ncclGroupEnd begins together at the end.
#pragma once

#include <functional>
#include <vector>

#include "nccl/Comm.h"

namespace anywarp::nccl {

/// Steps towards a new communicator. A step may wait for what the other ranks' earlier steps do, so
/// that a group takes each step for all its members before the next.
struct Job {
  std::vector<std::function<ncclResult_t()>> steps;
  /// Called once, with the result of the group's steps.
  std::function<void(ncclResult_t)> end = [](ncclResult_t) {};
  bool isBlocking = true; ///< false: a thread of its own takes the steps of the group
};

/// Does it, or keeps it for the end of the thread's group. ncclInProgress: a thread does it.
ncclResult_t submit(Job job);
ncclResult_t submit(ncclComm_t comm, const Operation &operation, cudaStream_t stream);

} // namespace anywarp::nccl
