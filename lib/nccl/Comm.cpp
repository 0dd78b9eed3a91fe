// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators and the streams they work in.
#include "nccl/Comm.h"
#include "support/Mutex.h"

#include <algorithm>

namespace anywarp::nccl {

ncclResult_t toResult(CUresult result) {
  return result == CUDA_SUCCESS ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t Event::make(int device) {
  const auto &cu = library::cu();
  device_ = device;
  CUresult result = cu.cuDevicePrimaryCtxRetain(&context_, device);
  if (result) {
    context_ = nullptr;
    return toResult(result);
  }
  Current current(context_);
  return toResult(cu.cuEventCreate(&event_, CU_EVENT_DISABLE_TIMING));
}

Event::~Event() {
  if (!context_)
    return;
  if (event_) {
    Current current(context_);
    (void)library::cu().cuEventDestroy(event_);
  }
  (void)library::cu().cuDevicePrimaryCtxRelease(device_);
}

Current::~Current() {
  CUcontext own;
  if (result_ == CUDA_SUCCESS)
    (void)library::cu().cuCtxPopCurrent(&own);
}

CUresult order(CUevent event, CUstream first, CUstream second) {
  if (CUresult result = library::cu().cuEventRecord(event, first))
    return result;
  return library::cu().cuStreamWaitEvent(second, event, 0);
}

std::shared_ptr<Family> Family::of(const std::string &name) {
  static Mutex mutex;
  static auto *const all AW_POINTS_TO_GUARDED_BY(mutex) =
      new std::map<std::string, std::weak_ptr<Family>>;
  LockGuard lock(mutex);
  std::erase_if(*all, [](const auto &entry) { return entry.second.expired(); });
  std::shared_ptr<Family> family = (*all)[name].lock();
  if (!family)
    (*all)[name] = family = std::make_shared<Family>();
  return family;
}

namespace {
void destroyTask(void *task) { delete static_cast<Task *>(task); }

/// Captured work belongs to the graph.
CUresult giveToGraph(CUstream stream, Task *task) {
  CUstreamCaptureStatus status;
  cuuint64_t id;
  CUgraph graph = nullptr;
  const CUgraphNode *nodes;
  const CUgraphEdgeData *edges;
  size_t count;
  CUuserObject object;
  CUresult result =
      library::cu().cuStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &edges, &count);
  if (!result)
    result = library::cu().cuUserObjectCreate(&object, task, destroyTask, 1,
                                              CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
  if (result) {
    delete task;
    return result;
  }
  return library::cu().cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE);
}
} // namespace

Comm::~Comm() {
  for (auto &[registration, buffer] : registrations)
    delete static_cast<char *>(registration);
}

ncclResult_t Comm::open(int wanted) {
  if (library::ensureContext())
    return ncclUnhandledCudaError;
  const auto &cu = library::cu();
  CUdevice found;
  if (wanted < 0 ? cu.cuCtxGetDevice(&found) : cu.cuDeviceGet(&found, wanted))
    return ncclInvalidArgument;
  device = found;
  if (ncclResult_t result = own.make(device))
    return result;
  return join.make(device);
}

void Comm::forget() {
  while (!tasks.empty() && tasks.front()->isOver.load(std::memory_order_acquire))
    tasks.pop_front();
}

CUresult Comm::capture(std::unique_ptr<Task> task, std::span<const CUstream> streams) {
  Current current(context());
  CUresult result = current.result();
  const CUstream stream = streams.front();
  for (CUstream other : streams)
    if (other != stream && !result)
      result = order(join.get(), other, stream);
  if (result)
    return result;
  Task *captured = task.release();
  if ((result = giveToGraph(stream, captured)) == CUDA_SUCCESS)
    result = nccl::capture(stream, captured);
  for (CUstream other : streams)
    if (other != stream && !result)
      result = order(join.get(), stream, other);
  return result;
}

/// The tasks of one rank run one after the other, in whatever streams.
ncclResult_t Comm::enqueue(std::span<const Operation> operations,
                           std::span<const CUstream> streams) {
  std::unique_ptr<Task> task = std::move(spare);
  if (!task) {
    task = std::make_unique<Task>();
    task->member = member;
  }
  task->operations.assign(operations.begin(), operations.end());
  task->isOver.store(false, std::memory_order_relaxed);
  forget();
  driver::JointLaunch asked{};
  asked.count = unsigned(streams.size());
  asked.streams = streams.data();
  CUcontext ownContext = context();
  CUevent afterFirst = lastBefore(streams.front());
  std::vector<CUcontext> contexts;
  std::vector<CUevent> after;
  asked.contexts = &ownContext;
  asked.after = afterFirst ? &afterFirst : nullptr;
  if (asked.count > 1) {
    contexts.resize(asked.count, ownContext);
    asked.contexts = contexts.data();
    after.resize(asked.count);
    after.front() = afterFirst;
    asked.after = after.data();
  }
  if (CUresult result = launch(asked, task.get()))
    return toResult(result);
  if (asked.isCapturing)
    return toResult(capture(std::move(task), streams));
  if (asked.hasEnded) {
    settle();
    spare = std::move(task);
    return ncclSuccess;
  }
  tasks.push_back(std::move(task));
  last = own.get();
  lastStream = streams.front();
  Current current(context());
  return toResult(current.result() ? current.result()
                                   : library::cu().cuEventRecord(last, lastStream));
}

ncclResult_t Comm::wait() {
  if (!last)
    return ncclSuccess;
  Current current(context());
  return toResult(library::cu().cuEventSynchronize(last));
}

bool Comm::isIdle() const {
  if (!last)
    return true;
  Current current(context());
  return library::cu().cuEventQuery(last) != CUDA_ERROR_NOT_READY;
}

} // namespace anywarp::nccl
