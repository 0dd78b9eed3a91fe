// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NCCL as this room sees it: one function for each Done row of spec/nccl.
#pragma once

#include "library/Side.h"
#include "nccl.h"

namespace anywarp::nccl {
#include "nccl/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(ncclResult_t status);
bool isLive(ncclComm_t comm);
/// How many ranks the live communicator has.
int ranksOf(ncclComm_t comm);
/// True: one of the enumerated operations, or one made for this live communicator.
bool isOperation(ncclComm_t comm, ncclRedOp_t op);
} // namespace anywarp::nccl
