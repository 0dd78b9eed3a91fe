// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution contexts: green ones, which are a part of a device's multiprocessors, and the primary
// one of each device. Handles are records of the runtime, as the driver's are of two kinds.
#include <memory>
#include <set>

#include "runtime/core/DeviceTable.h"
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"
#include "support/Mutex.h"

struct cudaExecutionContext_st {
  int device = 0;
  CUgreenCtx green = nullptr; ///< null: the primary one of the device
};

namespace anywarp::runtime {
namespace {

/// All that there are. Primary ones stay; green ones go by cudaExecutionCtxDestroy.
struct Contexts {
  Mutex mutex;
  std::set<std::unique_ptr<cudaExecutionContext_st>, std::less<>> all AW_GUARDED_BY(mutex);

  static Contexts &get() {
    static auto *made = new Contexts; // until the process is gone
    return *made;
  }
  cudaExecutionContext_t add(cudaExecutionContext_st context) {
    LockGuard lock(mutex);
    for (const auto &each : all)
      if (!context.green && !each->green && each->device == context.device)
        return each.get();
    return all.insert(std::make_unique<cudaExecutionContext_st>(context)).first->get();
  }
  auto find(cudaExecutionContext_t handle) AW_REQUIRES(mutex) {
    auto it = all.begin();
    while (it != all.end() && it->get() != handle)
      ++it;
    return it;
  }
};

/// The context of a handle as the driver has it: one of the two is not null.
struct Target {
  int device = 0;
  CUgreenCtx green = nullptr;
  CUcontext primary = nullptr;
};

cudaError_t find(cudaExecutionContext_t handle, Target &target) {
  Contexts &contexts = Contexts::get();
  {
    LockGuard lock(contexts.mutex);
    auto it = contexts.find(handle);
    if (it == contexts.all.end())
      return cudaErrorInvalidResourceHandle;
    target = {(*it)->device, (*it)->green, nullptr};
  }
  if (target.green)
    return cudaSuccess;
  DeviceTable &table = DeviceTable::get();
  return table.retain(*table.find(target.device), target.primary);
}

/// The driver's context of a handle of either kind.
cudaError_t contextOf(cudaExecutionContext_t handle, CUcontext &context) {
  Target target;
  if (cudaError_t error = find(handle, target))
    return error;
  context = target.primary;
  return target.green ? toError(cu().cuCtxFromGreenCtx(&context, target.green)) : cudaSuccess;
}

/// Calls the driver's function for the kind of the context.
template <typename OfGreen, typename OfPrimary, typename... Args>
cudaError_t call(cudaExecutionContext_t handle, OfGreen ofGreen, OfPrimary ofPrimary,
                 Args... args) {
  Target target;
  if (cudaError_t error = find(handle, target))
    return error;
  return toError(target.green ? ofGreen(target.green, args...)
                              : ofPrimary(target.primary, args...));
}

/// Calls `work` while the context is current.
template <typename Work> cudaError_t inside(CUcontext context, Work work) {
  CUcontext popped;
  if (CUresult result = cu().cuCtxPushCurrent(context))
    return toError(result);
  const CUresult result = work();
  (void)cu().cuCtxPopCurrent(&popped);
  return toError(result);
}

cudaError_t deviceOf(int ordinal, CUdevice &device) {
  DeviceState *state = DeviceTable::get().find(ordinal);
  if (!state)
    return cudaErrorInvalidDevice;
  device = state->handle;
  return cudaSuccess;
}

} // namespace

cudaError_t cudaGreenCtxCreate(cudaExecutionContext_t *phCtx, cudaDevResourceDesc_t desc,
                               int device, unsigned int flags) {
  CUdevice handle;
  if (cudaError_t error = deviceOf(device, handle))
    return error;
  if (flags) // documented: must be 0; the driver's form has one that must be set
    return cudaErrorInvalidValue;
  CUgreenCtx green;
  if (CUresult result = cu().cuGreenCtxCreate(&green, desc, handle, CU_GREEN_CTX_DEFAULT_STREAM))
    return toError(result);
  *phCtx = Contexts::get().add({device, green});
  return cudaSuccess;
}

cudaError_t cudaDeviceGetExecutionCtx(cudaExecutionContext_t *ctx, int device) {
  CUdevice handle;
  if (cudaError_t error = deviceOf(device, handle))
    return error;
  *ctx = Contexts::get().add({device, nullptr});
  return cudaSuccess;
}

cudaError_t cudaExecutionCtxDestroy(cudaExecutionContext_t ctx) {
  Contexts &contexts = Contexts::get();
  LockGuard lock(contexts.mutex);
  auto it = contexts.find(ctx);
  if (it == contexts.all.end())
    return cudaErrorInvalidResourceHandle;
  if (!(*it)->green) // the device's own
    return cudaErrorInvalidValue;
  const CUresult result = cu().cuGreenCtxDestroy((*it)->green);
  if (result == CUDA_SUCCESS)
    contexts.all.erase(it);
  return toError(result);
}

cudaError_t cudaExecutionCtxGetDevice(int *device, cudaExecutionContext_t ctx) {
  Target target;
  if (cudaError_t error = find(ctx, target))
    return error;
  *device = target.device;
  return cudaSuccess;
}

cudaError_t cudaExecutionCtxStreamCreate(cudaStream_t *phStream, cudaExecutionContext_t ctx,
                                         unsigned int flags, int priority) {
  Target target;
  if (cudaError_t error = find(ctx, target))
    return error;
  if (target.green)
    return toError(cu().cuGreenCtxStreamCreate(phStream, target.green, flags, priority));
  return inside(target.primary,
                [&] { return cu().cuStreamCreateWithPriority(phStream, flags, priority); });
}

cudaError_t cudaExecutionCtxSynchronize(cudaExecutionContext_t ctx) {
  CUcontext context;
  if (cudaError_t error = contextOf(ctx, context))
    return error;
  return inside(context, [] { return cu().cuCtxSynchronize(); });
}

cudaError_t cudaGraphConditionalHandleCreate_v2(cudaGraphConditionalHandle *pHandle_out,
                                                cudaGraph_t graph, cudaExecutionContext_t ctx,
                                                unsigned int defaultLaunchValue,
                                                unsigned int flags) {
  CUcontext context;
  if (cudaError_t error = contextOf(ctx, context))
    return error;
  return toError(
      cu().cuGraphConditionalHandleCreate(layoutCast<CUgraphConditionalHandle>(pHandle_out), graph,
                                          context, defaultLaunchValue, flags));
}

#include "runtime/bodies/ExecutionContext.inc"

} // namespace anywarp::runtime
