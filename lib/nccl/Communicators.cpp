// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators as the program makes, asks and ends them.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <set>
#include <sys/random.h>

#include "library/Handles.h"
#include "nccl/Group.h"

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

constexpr char kPrefix[] = "/anywarp-nccl-";
/// The number of this start of the machine: ranks of another one cannot sit down here.
std::string machine() {
  char text[40] = "";
  if (FILE *file = std::fopen("/proc/sys/kernel/random/boot_id", "re")) {
    if (!std::fgets(text, sizeof text, file))
      text[0] = 0;
    std::fclose(file);
  }
  return text;
}

/// The steps towards a communicator. `*handle` is null until the last has succeeded.
Job makeJob(ncclComm_t *handle, std::shared_ptr<std::unique_ptr<Comm>> comm, int ranks, int rank) {
  Job job;
  job.steps.push_back(
      [=] { return (*comm)->member->region.attach((*comm)->name, ranks, rank, (*comm)->device); });
  job.steps.push_back([=] {
    Member &member = *(*comm)->member;
    if (ncclResult_t result = member.region.complete())
      return result;
    const auto n = size_t(ranks);
    if (member.region.isDirect())
      (*comm)->family = Family::of((*comm)->name);
    member.in.resize(n);
    member.out.resize(n);
    member.scalars.resize(n);
    member.sends.resize(n);
    member.receives.resize(n);
    *handle = comms().add(std::move(*comm));
    return ncclSuccess;
  });
  return job;
}

/// Non-blocking communicators are made while the call lasts, which is allowed.
bool isConfig(const ncclConfig_t *config) {
  constexpr unsigned kMagic = 0xcafebeef;
  return !config || (config->magic == kMagic && config->size >= offsetof(ncclConfig_t, netName) &&
                     config->size <= sizeof(ncclConfig_t));
}

ncclResult_t init(ncclComm_t *handle, int ranks, const ncclUniqueId &id, int rank, int device) {
  *handle = nullptr;
  auto comm = std::make_shared<std::unique_ptr<Comm>>(std::make_unique<Comm>());
  (*comm)->name = nameOf(id);
  if ((*comm)->name.empty())
    return ncclSystemError;
  if (ncclResult_t result = (*comm)->open(device))
    return result;
  return submit(makeJob(handle, comm, ranks, rank));
}
} // namespace

bool isLive(ncclComm_t comm) { return comms().find(comm) != nullptr; }
Comm &of(ncclComm_t comm) { return *reinterpret_cast<Comm *>(comm); }
int ranksOf(ncclComm_t comm) { return of(comm).member->region.ranks(); }

bool isOperation(ncclComm_t handle, ncclRedOp_t op) {
  if (int(op) < ncclNumOps)
    return int(op) >= 0;
  std::lock_guard lock(of(handle).mutex);
  return of(handle).factors.count(int(op)) != 0;
}

std::string nameOf(const ncclUniqueId &id) {
  const std::string text(id.internal, strnlen(id.internal, sizeof id.internal));
  const size_t end = text.find(' ');
  if (text.rfind(kPrefix, 0) != 0 || end == std::string::npos ||
      text.find('/', 1) != std::string::npos || text.substr(end + 1) != machine())
    return "";
  return text.substr(0, end);
}

ncclResult_t ncclGetVersion(int *version) {
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *uniqueId) {
  unsigned char random[16];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return ncclSystemError;
  std::string text = kPrefix;
  for (unsigned char byte : random)
    for (int digit : {byte >> 4, byte & 15})
      text += "0123456789abcdef"[digit];
  text += " " + machine();
  std::memset(uniqueId, 0, sizeof *uniqueId);
  std::memcpy(uniqueId->internal, text.data(), std::min(text.size(), sizeof *uniqueId - 1));
  return ncclSuccess;
}

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
  ncclResult_t result = nccl::ncclGetUniqueId(&id);
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
  bury(std::move(comm));
  return ncclSuccess;
}

/// Ranks of one colour, in the order of their keys, then of their ranks.
static ncclResult_t joinChild(Comm &parent, uint64_t number, ncclComm_t *handle,
                              std::shared_ptr<std::unique_ptr<Comm>> child, Job &rest) {
  const Region &region = parent.member->region;
  Patience patience(region);
  auto isMissing = [&](int r) {
    return region.seat(r).splits.load(std::memory_order_acquire) < number;
  };
  for (int r = 0; r < region.ranks(); ++r)
    while (isMissing(r))
      if (ncclResult_t result = patience.pause(isMissing))
        return result;
  const size_t place = number % Seat::kSplits;
  const auto own = region.own().split[place];
  if (own.color == NCCL_SPLIT_NOCOLOR)
    return ncclSuccess;
  int ranks = 0, rank = 0;
  for (int r = 0; r < region.ranks(); ++r) {
    const auto &other = region.seat(r).split[place];
    if (other.color != own.color)
      continue;
    ++ranks;
    rank += other.key < own.key || (other.key == own.key && r < region.rank());
  }
  (*child)->name = parent.name + "-" + std::to_string(number) + "." + std::to_string(own.color);
  if ((*child)->name.size() > 200)
    return ncclInternalError;
  rest = makeJob(handle, child, ranks, rank);
  return rest.steps[0]();
}

ncclResult_t ncclCommSplit(ncclComm_t handle, int color, int key, ncclComm_t *newcomm,
                           ncclConfig_t *config) {
  *newcomm = nullptr;
  if (!isConfig(config))
    return ncclInvalidArgument;
  Comm &parent = of(handle);
  if (ncclResult_t result = parent.member->error.load())
    return result;
  auto child = std::make_shared<std::unique_ptr<Comm>>(std::make_unique<Comm>());
  if (ncclResult_t result = (*child)->open(parent.device))
    return result;
  auto number = std::make_shared<uint64_t>(0);
  auto rest = std::make_shared<Job>();
  Job job;
  job.steps.push_back([=, &parent] {
    Seat &seat = parent.member->region.own();
    *number = seat.splits.load() + 1;
    seat.split[*number % Seat::kSplits] = {color, key};
    seat.splits.store(*number, std::memory_order_release);
    return ncclSuccess;
  });
  job.steps.push_back([=, &parent] { return joinChild(parent, *number, newcomm, child, *rest); });
  job.steps.push_back([=] { return rest->steps.empty() ? ncclSuccess : rest->steps[1](); });
  return submit(std::move(job));
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
