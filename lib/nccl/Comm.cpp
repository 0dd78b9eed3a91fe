// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators and the streams they work in.
#include "nccl/Comm.h"

#include <algorithm>

namespace anywarp::nccl {

ncclResult_t toResult(CUresult result) {
  return result == CUDA_SUCCESS ? ncclSuccess : ncclUnhandledCudaError;
}

namespace {
/// The communicator's context is the thread's.
class Current {
public:
  explicit Current(CUcontext context) : result_(library::cu().cuCtxPushCurrent(context)) {}
  ~Current() {
    CUcontext own;
    if (result_ == CUDA_SUCCESS)
      (void)library::cu().cuCtxPopCurrent(&own);
  }
  Current(const Current &) = delete;
  CUresult result() const { return result_; }

private:
  const CUresult result_;
};

/// Streams that wait for each other, by an event.
CUresult order(CUevent event, CUstream first, CUstream second) {
  if (CUresult result = library::cu().cuEventRecord(event, first))
    return result;
  return library::cu().cuStreamWaitEvent(second, event, 0);
}

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
  if (!context)
    return;
  {
    Current current(context);
    for (CUevent event : {last, join})
      if (event)
        (void)library::cu().cuEventDestroy(event);
  }
  (void)library::cu().cuDevicePrimaryCtxRelease(device);
}

ncclResult_t Comm::open(int wanted) {
  if (library::ensureContext())
    return ncclUnhandledCudaError;
  const auto &cu = library::cu();
  CUdevice found;
  CUresult result = wanted < 0 ? cu.cuCtxGetDevice(&found) : cu.cuDeviceGet(&found, wanted);
  if (result)
    return ncclInvalidArgument;
  device = found;
  if ((result = cu.cuDevicePrimaryCtxRetain(&context, found))) {
    context = nullptr;
    return toResult(result);
  }
  Current current(context);
  for (CUevent *event : {&last, &join})
    if ((result = cu.cuEventCreate(event, CU_EVENT_DISABLE_TIMING)))
      return toResult(result);
  return ncclSuccess;
}

/// The tasks of one rank run one after the other, in whatever streams.
ncclResult_t Comm::enqueue(std::vector<Operation> operations,
                           const std::vector<CUstream> &streams) {
  Current current(context);
  if (current.result())
    return ncclUnhandledCudaError;
  const auto &cu = library::cu();
  const CUstream stream = streams.front();
  auto task = std::make_unique<Task>();
  task->member = member;
  task->operations = std::move(operations);
  CUresult result = CUDA_SUCCESS;
  for (CUstream other : streams)
    if (other != stream && !result)
      result = order(join, other, stream);
  if (result)
    return toResult(result);
  if (library::isCapturing(stream)) {
    Task *captured = task.release();
    if ((result = giveToGraph(stream, captured)) == CUDA_SUCCESS)
      result = launch(stream, captured);
  } else {
    std::erase_if(tasks, [](const auto &old) { return old->isOver.load(); });
    if (hasLast && lastStream != stream)
      result = cu.cuStreamWaitEvent(stream, last, 0);
    if (!result)
      result = launch(stream, task.get());
    if (!result) {
      tasks.push_back(std::move(task));
      result = cu.cuEventRecord(last, stream);
      hasLast = true;
      lastStream = stream;
    }
  }
  for (CUstream other : streams)
    if (other != stream && !result)
      result = order(join, stream, other);
  return toResult(result);
}

ncclResult_t Comm::wait() {
  if (!hasLast)
    return ncclSuccess;
  Current current(context);
  return toResult(library::cu().cuEventSynchronize(last));
}

} // namespace anywarp::nccl
