// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages between machines by the MPI with which the program itself runs, and so over every
// network that it knows.
#pragma once

#include <string>
#include <vector>

#include "nccl/machines/WireAbi.h"

namespace anywarp::nccl {

/// The job and this process in it, for the other ranks. Empty: there is no MPI, the program has not
/// initialised it so that all threads may call it (MPI_THREAD_MULTIPLE), or NCCL_NET=Socket.
/// `isCollective`: the program waits until the communicator is there, so that this may call a
/// collective of MPI_COMM_WORLD.
std::string mpiPlace(bool isCollective);
/// True: the places' MPI can carry messages between them.
bool meetInMpi(const std::vector<std::string> &places);

/// Only where there is a place.
const WireApi &mpiWire();

} // namespace anywarp::nccl
