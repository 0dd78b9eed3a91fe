// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives and messages among ranks of several machines.
#pragma once

#include "nccl/Comm.h"

namespace anywarp::nccl {

ncclResult_t runDistantCollective(Member &member, const Operation &operation);
/// All messages of the task at once.
ncclResult_t runDistantMessages(Member &member, const Task &task);

} // namespace anywarp::nccl
