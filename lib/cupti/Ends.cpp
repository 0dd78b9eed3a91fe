// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What calls of the driver mean for tools: synchronisation, streams and contexts that come and go.
// Read off their arguments.
#include <set>
#include <string_view>

#include "cupti/Buffers.h"
#include "cupti/Tracer.h"
#include "runtime/core/Driver.h"
#include "support/Mutex.h"

namespace anywarp::cupti {

namespace {

template <typename T> T firstArgument(const ObservedCall &call) {
  return *static_cast<const T *>(call.params);
}

CUcontext currentContext() {
  OwnCalls own;
  CUcontext context = nullptr;
  runtime::driver().legacy.cuCtxGetCurrent(&context);
  return context;
}

void callBack(CUpti_CallbackDomain domain, uint32_t number, const void *data) {
  Subscriber *subscriber = Tracer::get().subscriber.load(std::memory_order_acquire);
  if (subscriber && subscriber->enabled[domain][number].load(std::memory_order_relaxed))
    subscriber->callback(subscriber->userData, domain, number, data);
}

void tellResource(CUpti_CallbackIdResource number, CUcontext context, CUstream stream) {
  CUpti_ResourceData data{};
  data.context = context;
  data.resourceHandle.stream = stream;
  callBack(CUPTI_CB_DOMAIN_RESOURCE, number, &data);
}

// -- Synchronisation ------------------------------------------------------------------------------

struct Synchronizing {
  CUpti_ActivitySynchronizationType type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN;
  CUstream stream = nullptr;
  bool hasStream = false;
};

Synchronizing synchronizingOf(const ObservedCall &call, std::string_view symbol) {
  Synchronizing found;
  if (symbol.starts_with("cuStreamSynchronize"))
    found = {CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE, firstArgument<CUstream>(call),
             true};
  else if (symbol.starts_with("cuStreamWaitEvent"))
    found = {CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT, firstArgument<CUstream>(call),
             true};
  else if (symbol == "cuEventSynchronize")
    found.type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE;
  else if (symbol.starts_with("cuCtxSynchronize"))
    found.type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE;
  return found;
}

void tellSynchronized(const ObservedCall &call, const Synchronizing &what, bool isPerThread) {
  const CUcontext context = currentContext();
  if (Tracer::get().wants(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION)) {
    CUpti_ActivitySynchronization2 record{};
    record.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
    record.type = what.type;
    record.start = call.start;
    record.end = now();
    record.correlationId = call.correlation;
    record.contextId = contextIdOf(context);
    record.streamId = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
    if (what.hasStream)
      cupti::cuptiGetStreamIdEx(nullptr, what.stream, isPerThread, &record.streamId);
    record.cudaEventId = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
    record.returnValue = uint32_t(call.result);
    Buffers::get().add(record);
  }
  const CUpti_SynchronizeData data{context, what.stream};
  if (what.type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE)
    callBack(CUPTI_CB_DOMAIN_SYNCHRONIZE, CUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED, &data);
  if (what.type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE)
    callBack(CUPTI_CB_DOMAIN_SYNCHRONIZE, CUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED, &data);
}

// -- Contexts -------------------------------------------------------------------------------------

/// Once for each context.
void tellContext(CUcontext context) {
  static Mutex mutex;
  static auto *const told AW_POINTS_TO_GUARDED_BY(mutex) =
      new std::set<uint32_t>; // by identifier: addresses come again
  const uint32_t id = contextIdOf(context);
  {
    LockGuard lock(mutex);
    if (!id || !told->insert(id).second)
      return;
  }
  if (Tracer::get().wants(CUPTI_ACTIVITY_KIND_CONTEXT)) {
    CUpti_ActivityContext3 record{};
    record.kind = CUPTI_ACTIVITY_KIND_CONTEXT;
    record.contextId = id;
    cupti::cuptiGetDeviceId(context, &record.deviceId);
    record.computeApiKind = CUPTI_ACTIVITY_COMPUTE_API_CUDA;
    uint32_t stream = 0;
    cupti::cuptiGetStreamId(context, nullptr, &stream);
    record.nullStreamId = uint16_t(stream);
    Buffers::get().add(record);
  }
  tellResource(CUPTI_CBID_RESOURCE_CONTEXT_CREATED, context, nullptr);
}

} // namespace

void tellBegin(const ObservedCall &call) {
  if (!call.isDriver)
    return;
  const std::string_view symbol = call.symbol;
  if (symbol.starts_with("cuStreamDestroy"))
    tellResource(CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, currentContext(),
                 firstArgument<CUstream>(call));
  else if (symbol.starts_with("cuCtxDestroy"))
    tellResource(CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING, firstArgument<CUcontext>(call),
                 nullptr);
}

void tellEnd(const ObservedCall &call) {
  if (!call.isDriver)
    return;
  const std::string_view symbol = call.symbol;
  const bool isGood = call.result == CUDA_SUCCESS;
  // cuCtxSynchronize has no argument.
  if (!call.params && !symbol.starts_with("cuCtxSynchronize"))
    return;
  if (Synchronizing what = synchronizingOf(call, symbol);
      what.type != CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN)
    tellSynchronized(call, what, symbol.ends_with("_ptsz"));
  else if (isGood && symbol.starts_with("cuStreamCreate"))
    tellResource(CUPTI_CBID_RESOURCE_STREAM_CREATED, currentContext(),
                 *firstArgument<CUstream *>(call));
  else if (isGood && (symbol.starts_with("cuCtxCreate") || symbol == "cuDevicePrimaryCtxRetain"))
    tellContext(*firstArgument<CUcontext *>(call));
}

} // namespace anywarp::cupti
