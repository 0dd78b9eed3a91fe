// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of calls.
#include "nccl/Group.h"

#include <algorithm>

#include "nccl/Joint.h"
#include "support/os/Threads.h"

namespace anywarp::nccl {

namespace {
struct Group {
  struct Work {
    ncclComm_t comm;
    std::vector<Operation> operations;
    std::vector<CUstream> streams;
  };
  unsigned depth = 0;
  std::vector<Job> jobs;
  std::vector<Work> work;
  ncclResult_t result = ncclSuccess; ///< of the first call that was refused
};
thread_local Group group;

ncclResult_t takeSteps(std::vector<Job> &jobs) {
  size_t most = 0;
  for (const Job &job : jobs)
    most = std::max(most, job.steps.size());
  for (size_t step = 0; step < most; ++step)
    for (Job &job : jobs)
      if (step < job.steps.size())
        if (ncclResult_t result = job.steps[step]())
          return result; // ranks that wait for these see that they have gone
  return ncclSuccess;
}

ncclResult_t endJobs(std::vector<Job> &jobs, ncclResult_t result) {
  for (Job &job : jobs)
    job.end(result);
  return result;
}

void *jobsMain(void *given) {
  const std::unique_ptr<std::vector<Job>> jobs(static_cast<std::vector<Job> *>(given));
  (void)endJobs(*jobs, takeSteps(*jobs));
  return nullptr;
}

ncclResult_t runJobs(std::vector<Job> jobs) {
  if (std::all_of(jobs.begin(), jobs.end(), [](const Job &job) { return job.isBlocking; }))
    return endJobs(jobs, takeSteps(jobs));
  auto *given = new std::vector<Job>(std::move(jobs));
  pthread_t thread;
  if (!startThread(thread, jobsMain, given)) {
    const std::unique_ptr<std::vector<Job>> owned(given);
    return endJobs(*owned, ncclSystemError);
  }
  pthread_detach(thread);
  return ncclInProgress;
}

/// To the streams: together with the other ranks' if they are all there, else alone.
ncclResult_t give(Group::Work &work, std::vector<Group::Work> &all) {
  Comm &comm = of(work.comm);
  std::vector<Group::Work *> together;
  std::vector<Share> shares;
  together.reserve(all.size());
  shares.reserve(all.size());
  if (comm.family)
    for (Group::Work &other : all)
      if (!other.operations.empty() && other.streams.size() == 1 && isLive(other.comm) &&
          of(other.comm).family == comm.family) {
        together.push_back(&other);
        shares.push_back({&of(other.comm), other.operations, other.streams.front()});
      }
  if (shares.size() == size_t(ranksOf(work.comm))) {
    bool isTaken = false;
    const ncclResult_t result = enqueueJointly(std::move(shares), isTaken);
    if (isTaken)
      for (Group::Work *other : together)
        other->operations.clear();
    if (isTaken || result)
      return result;
  }
  noteMessages(comm, work.operations, work.streams.front());
  return comm.enqueue(work.operations, work.streams);
}

ncclResult_t end() {
  Group ended = std::move(group);
  group = Group();
  if (ended.result)
    return endJobs(ended.jobs, ended.result);
  ncclResult_t first = runJobs(std::move(ended.jobs));
  for (Group::Work &work : ended.work) {
    if (work.operations.empty()) // given to streams with another rank's
      continue;
    ncclResult_t result = ncclInvalidArgument; // destroyed meanwhile
    if (isLive(work.comm))
      result = give(work, ended.work);
    first = first && first != ncclInProgress ? first : result ? result : first;
  }
  ended.work.clear();
  if (!group.work.capacity()) // the next group need not grow it again
    group.work.swap(ended.work);
  return first;
}
} // namespace

ncclResult_t submit(Job job) {
  if (group.depth) {
    group.jobs.push_back(std::move(job));
    return ncclSuccess;
  }
  std::vector<Job> jobs;
  jobs.push_back(std::move(job));
  return runJobs(std::move(jobs));
}

/// What stands in no group.
static ncclResult_t giveAlone(ncclComm_t handle, const Operation &operation, cudaStream_t stream) {
  Comm &comm = of(handle);
  if (comm.family && ranksOf(handle) == 1) {
    std::vector<Group::Work> alone;
    alone.push_back({handle, {operation}, {stream}});
    return give(alone.front(), alone);
  }
  noteMessages(comm, {&operation, 1}, stream);
  return comm.enqueue({&operation, 1}, {&stream, 1});
}

ncclResult_t submit(ncclComm_t handle, const Operation &operation, cudaStream_t stream) {
  Comm &comm = of(handle);
  ncclResult_t result = comm.member->error.load();
  if (!result && (comm.isFinalized || comm.member->region.isStopped()))
    result = ncclInvalidUsage;
  if (result) {
    if (group.depth && !group.result)
      group.result = result;
    return result;
  }
  if (!group.depth)
    return giveAlone(handle, operation, stream);
  auto found = std::find_if(group.work.begin(), group.work.end(),
                            [&](const Group::Work &work) { return work.comm == handle; });
  if (found == group.work.end())
    found = group.work.insert(group.work.end(), Group::Work{handle, {}, {}});
  found->operations.push_back(operation);
  if (std::find(found->streams.begin(), found->streams.end(), stream) == found->streams.end())
    found->streams.push_back(stream);
  return ncclSuccess;
}

ncclResult_t ncclGroupStart() {
  ++group.depth;
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
  if (!group.depth)
    return ncclInvalidUsage;
  return --group.depth ? ncclSuccess : end();
}

} // namespace anywarp::nccl
