// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators as the program makes, asks and ends them.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>

#include "library/Handles.h"
#include "nccl/Making.h"
#include "support/Mutex.h"
#include "support/Options.h"
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

/// One that is larger is a newer NCCL's, which has more behind what is known here.
bool isConfig(const ncclConfig_t *config) {
  constexpr unsigned kMagic = 0xcafebeef;
  return !config || (config->magic == kMagic && config->size >= offsetof(ncclConfig_t, netName) &&
                     (config->blocking == 0 || config->blocking == 1 ||
                      config->blocking == NCCL_CONFIG_UNDEF_INT));
}

bool isBlocking(const ncclConfig_t *config, bool otherwise) {
  if (const std::string &wanted = Options::get().ncclBlocking; !wanted.empty())
    return wanted != "0";
  return config && config->blocking != NCCL_CONFIG_UNDEF_INT ? config->blocking : otherwise;
}

/// Takes it from the program; null: there is none.
std::unique_ptr<Comm> take(ncclComm_t handle) {
  std::unique_ptr<Comm> comm = comms().remove(handle);
  if (comm)
    LockGuard lock(comm->mutex); // who made it has let it go
  return comm;
}

/// It has come into being, or not.
void settle(Comm &comm, ncclResult_t result) {
  LockGuard lock(comm.mutex);
  comm.making = result;
  if (result || comm.member->region.isStopped())
    comm.member->region.leave();
}

/// Lets the job make `comm`. `*handle` gets it when it has come into being; at once if it does not
/// block, as the program asks it for its state then. Null: the program does not want it.
ncclResult_t make(ncclComm_t *handle, std::unique_ptr<Comm> comm, Job job) {
  job.isBlocking = comm->isBlocking;
  const bool isKept = handle && !job.isBlocking;
  const ncclComm_t made = comms().add(std::move(comm));
  if (isKept)
    *handle = made;
  job.end = [=, end = std::move(job.end)](ncclResult_t result) {
    end(result);
    settle(of(made), result);
    if (isKept)
      return;
    if (handle && !result)
      *handle = made;
    else
      (void)take(made);
  };
  return submit(std::move(job));
}

ncclResult_t init(ncclComm_t *handle, int ranks, const ncclUniqueId &id, int rank, int device,
                  const ncclConfig_t *config = nullptr) {
  *handle = nullptr;
  tellVariables();
  auto comm = std::make_unique<Comm>();
  comm->isBlocking = isBlocking(config, true);
  if (ncclResult_t result = comm->open(device))
    return result;
  Comm *made = comm.get();
  return make(handle, std::move(comm), makeJob({made, ranks, rank}, id));
}

/// A communicator of some ranks of the parent. `makeJob(comm)`: how. `handle` as above.
template <typename MakeJob>
ncclResult_t derive(ncclComm_t *handle, Comm &parent, const ncclConfig_t *config, MakeJob makeJob) {
  auto comm = std::make_unique<Comm>();
  comm->isBlocking = isBlocking(config, parent.isBlocking);
  if (ncclResult_t result = comm->open(parent.device))
    return result;
  Job job = makeJob(comm.get());
  if (!comm->isBlocking) {
    ++*parent.children;
    job.end = [children = parent.children](ncclResult_t) { --*children; };
  }
  return make(handle, std::move(comm), std::move(job));
}
} // namespace

bool isLive(ncclComm_t handle) {
  static thread_local struct {
    ncclComm_t handle = nullptr;
    uint64_t changes = 0;
  } last;
  const uint64_t changes = comms().changes();
  if (handle && handle == last.handle && changes == last.changes)
    return true;
  const Comm *comm = comms().find(handle);
  const bool is = comm && comm->making == ncclSuccess; // it stays so
  if (is)
    last = {handle, changes};
  return is;
}
Comm &of(ncclComm_t comm) { return *reinterpret_cast<Comm *>(comm); }
int ranksOf(ncclComm_t comm) { return of(comm).member->region.ranks(); }

bool isOperation(ncclComm_t handle, ncclRedOp_t op) {
  if (int(op) < ncclNumOps)
    return int(op) >= 0;
  LockGuard lock(of(handle).mutex);
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
  return init(comm, nranks, commId, rank, -1, config);
}

ncclResult_t ncclCommInitRankScalable(ncclComm_t *newcomm, int nranks, int myrank, int,
                                      ncclUniqueId *commIds, ncclConfig_t *config) {
  if (!isConfig(config))
    return ncclInvalidArgument;
  return init(newcomm, nranks, commIds[0], myrank, -1, config);
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
  comm.isFinalized = true;
  if (!comm.isBlocking && !comm.isIdle())
    return ncclInProgress;
  const ncclResult_t result = comm.wait();
  return result ? result : comm.member->error.load();
}

ncclResult_t ncclCommDestroy(ncclComm_t handle) {
  if (!handle)
    return ncclSuccess;
  if (const Comm *comm = comms().find(handle); comm && comm->making == ncclInProgress)
    return ncclInvalidArgument;
  std::unique_ptr<Comm> comm = take(handle);
  if (!comm)
    return ncclInvalidArgument;
  const ncclResult_t result = comm->making ? comm->making.load() : comm->wait();
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
  UniqueLock lock(comm->mutex);
  comm->member->region.stop();
  if (const std::shared_ptr<Bootstrap> bootstrap = comm->bootstrap.lock())
    bootstrap->interrupt();
  if (comm->making == ncclInProgress) { // a thread is at work on it
    lock.unlock();
    (void)comm.release();
    return ncclSuccess;
  }
  lock.unlock();
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
  ncclComm_t *wanted = color == NCCL_SPLIT_NOCOLOR ? nullptr : newcomm;
  return derive(wanted, parent, config,
                [&](Comm *child) { return makeSplitJob(parent, color, key, {child, 0, 0}); });
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
  return derive(newcomm, parent, config, [&](Comm *child) {
    return makeShrinkJob(parent, {left.begin(), left.end()}, {child, 0, 0});
  });
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
  ncclResult_t error = ncclSuccess;
  if (nccl::ncclCommGetAsyncError(comm, &error))
    return "";
  return error ? nccl::ncclGetErrorString(error) : "";
}

void ncclResetDebugInit() {}

ncclResult_t ncclCommGetAsyncError(ncclComm_t handle, ncclResult_t *asyncError) {
  const Comm *comm = comms().find(handle);
  if (!comm)
    return ncclInvalidArgument;
  const bool isAtWork = *comm->children || (comm->isFinalized && !comm->isIdle());
  *asyncError = comm->making ? comm->making.load()
                : isAtWork   ? ncclInProgress
                             : comm->member->error.load();
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
