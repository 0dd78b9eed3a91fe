// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators as the program makes, asks and ends them.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>

#include "library/Handles.h"
#include "nccl/Making.h"
#include "support/Trace.h"

namespace anywarp::nccl {

namespace {
library::Handles<Comm, ncclComm> &comms() {
  static auto *const all = new library::Handles<Comm, ncclComm>; // used while the process ends, too
  return *all;
}
/// Communicators that were aborted while work of theirs ran: kept until the process ends.
void bury(std::unique_ptr<Comm> comm) {
  if (std::any_of(comm->tasks.begin(), comm->tasks.end(),
                  [](const auto &task) { return !task->isOver.load(); }))
    (void)comm.release();
}

/// Non-blocking communicators are made while the call lasts, which is allowed.
bool isConfig(const ncclConfig_t *config) {
  constexpr unsigned kMagic = 0xcafebeef;
  return !config || (config->magic == kMagic && config->size >= offsetof(ncclConfig_t, netName) &&
                     config->size <= sizeof(ncclConfig_t));
}

ncclResult_t init(ncclComm_t *handle, int ranks, const ncclUniqueId &id, int rank, int device) {
  *handle = nullptr;
  auto comm = std::make_unique<Comm>();
  if (ncclResult_t result = comm->open(device))
    return result;
  return submit(makeJob({handle, std::move(comm), ranks, rank}, id));
}
} // namespace

ncclComm_t publish(std::unique_ptr<Comm> comm) { return comms().add(std::move(comm)); }
bool isLive(ncclComm_t comm) { return comms().find(comm) != nullptr; }
Comm &of(ncclComm_t comm) { return *reinterpret_cast<Comm *>(comm); }
int ranksOf(ncclComm_t comm) { return of(comm).member->region.ranks(); }

bool isOperation(ncclComm_t handle, ncclRedOp_t op) {
  if (int(op) < ncclNumOps)
    return int(op) >= 0;
  std::lock_guard lock(of(handle).mutex);
  return of(handle).factors.count(int(op)) != 0;
}

ncclResult_t ncclGetVersion(int *version) {
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *uniqueId) { return makeId(*uniqueId, true); }

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank) {
  return init(comm, nranks, commId, rank, -1);
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank,
                                    ncclConfig_t *config) {
  if (!isConfig(config))
    return ncclInvalidArgument;
  return init(comm, nranks, commId, rank, -1);
}

ncclResult_t ncclCommInitRankScalable(ncclComm_t *newcomm, int nranks, int myrank, int,
                                      ncclUniqueId *commIds, ncclConfig_t *config) {
  if (!isConfig(config))
    return ncclInvalidArgument;
  return init(newcomm, nranks, commIds[0], myrank, -1);
}

ncclResult_t ncclCommInitAll(ncclComm_t *comm, int ndev, const int *devlist) {
  int devices;
  if (library::ensureContext() || library::cu().cuDeviceGetCount(&devices))
    return ncclUnhandledCudaError;
  std::set<int> seen;
  for (int i = 0; i < ndev; ++i) {
    const int device = devlist ? devlist[i] : i;
    if (device < 0 || device >= devices)
      return ncclInvalidArgument;
    if (!seen.insert(device).second)
      return ncclInvalidUsage;
  }
  ncclUniqueId id;
  ncclResult_t result = makeId(id, /*isServed=*/false);
  if (result)
    return result;
  (void)nccl::ncclGroupStart();
  for (int i = 0; i < ndev; ++i)
    if (ncclResult_t failed = init(comm + i, ndev, id, i, devlist ? devlist[i] : i))
      result = result ? result : failed;
  const ncclResult_t ended = nccl::ncclGroupEnd();
  return result ? result : ended;
}

ncclResult_t ncclCommFinalize(ncclComm_t handle) {
  Comm &comm = of(handle);
  if (comm.isFinalized)
    return ncclInvalidUsage;
  const ncclResult_t result = comm.wait();
  comm.isFinalized = true;
  return result ? result : comm.member->error.load();
}

ncclResult_t ncclCommDestroy(ncclComm_t handle) {
  if (!handle)
    return ncclSuccess;
  std::unique_ptr<Comm> comm = comms().remove(handle);
  if (!comm)
    return ncclInvalidArgument;
  const ncclResult_t result = comm->wait();
  comm->member->region.leave();
  bury(std::move(comm));
  return result;
}

ncclResult_t ncclCommAbort(ncclComm_t handle) {
  if (!handle)
    return ncclSuccess;
  std::unique_ptr<Comm> comm = comms().remove(handle);
  if (!comm)
    return ncclInvalidArgument;
  comm->member->region.stop();
  comm->member->region.leave();
  if (comm->member->wire)
    comm->member->wire->interrupt();
  bury(std::move(comm));
  return ncclSuccess;
}

ncclResult_t ncclCommSplit(ncclComm_t handle, int color, int key, ncclComm_t *newcomm,
                           ncclConfig_t *config) {
  *newcomm = nullptr;
  if (!isConfig(config))
    return ncclInvalidArgument;
  Comm &parent = of(handle);
  if (ncclResult_t result = parent.member->error.load())
    return result;
  auto child = std::make_unique<Comm>();
  if (ncclResult_t result = child->open(parent.device))
    return result;
  return submit(makeSplitJob(parent, color, key, {newcomm, std::move(child), 0, 0}));
}

ncclResult_t ncclCommShrink(ncclComm_t handle, int *excluded, int count, ncclComm_t *newcomm,
                            ncclConfig_t *config, int flags) {
  *newcomm = nullptr;
  if (!isConfig(config))
    return ncclInvalidArgument;
  Comm &parent = of(handle);
  std::set<int> left;
  for (int r = 0; r < ranksOf(handle); ++r)
    left.insert(r);
  for (int i = 0; i < count; ++i)
    if (!left.erase(excluded[i]))
      return ncclInvalidArgument;
  if (!left.count(parent.member->region.rank()))
    return ncclInvalidUsage; // excluded ranks do not call
  const bool isAborting = flags == NCCL_SHRINK_ABORT;
  if (ncclResult_t result = parent.member->error.load(); result && !isAborting)
    return result;
  if (parent.member->wire && (isAborting || parent.member->region.isStopped())) {
    report("NCCL: ranks of several machines cannot shrink after an error: their connections are "
           "closed");
    return ncclInvalidUsage;
  }
  if (isAborting)
    parent.member->region.stop();
  auto child = std::make_unique<Comm>();
  if (ncclResult_t result = child->open(parent.device))
    return result;
  return submit(
      makeShrinkJob(parent, {left.begin(), left.end()}, {newcomm, std::move(child), 0, 0}));
}

/// Ends what the rank has given to streams. Afterwards the communicator can shrink and be ended.
ncclResult_t ncclCommRevoke(ncclComm_t handle, int) {
  Comm &comm = of(handle);
  comm.member->region.stop();
  if (comm.member->wire)
    comm.member->wire->interrupt();
  return comm.wait();
}

const char *ncclGetErrorString(ncclResult_t result) {
  switch (result) {
#define AW_ERROR(name, number, text)                                                               \
  case name:                                                                                       \
    return text;
#include "nccl/Errors.inc"
#undef AW_ERROR
  default:
    return "unknown result code";
  }
}

const char *ncclGetLastError(ncclComm_t comm) {
  if (!comm || !isLive(comm))
    return "";
  const ncclResult_t error = of(comm).member->error.load();
  return error ? nccl::ncclGetErrorString(error) : "";
}

void ncclResetDebugInit() {}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *asyncError) {
  *asyncError = of(comm).member->error.load();
  return ncclSuccess;
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
  *count = ranksOf(comm);
  return ncclSuccess;
}
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) {
  *device = of(comm).device;
  return ncclSuccess;
}
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) {
  *rank = of(comm).member->region.rank();
  return ncclSuccess;
}

} // namespace anywarp::nccl
