// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of records: what is recorded, buffers, clocks, identifiers.
#include <cstring>
#include <utility>

#include "cupti/Buffers.h"
#include "cupti/Devices.h"
#include "cupti/Tracer.h"
#include "runtime/core/Driver.h"
#include "support/Mutex.h"

namespace anywarp::cupti {

namespace {

bool isSupported(CUpti_ActivityKind kind) {
  switch (kind) {
  case CUPTI_ACTIVITY_KIND_MEMCPY:
  case CUPTI_ACTIVITY_KIND_MEMSET:
  case CUPTI_ACTIVITY_KIND_KERNEL:
  case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
  case CUPTI_ACTIVITY_KIND_DRIVER:
  case CUPTI_ACTIVITY_KIND_RUNTIME:
  case CUPTI_ACTIVITY_KIND_DEVICE:
  case CUPTI_ACTIVITY_KIND_CONTEXT:
  case CUPTI_ACTIVITY_KIND_OVERHEAD:
  case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
  case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
    return true;
  default:
    return false;
  }
}

/// Bytes of a record; 0: no kind that this library writes.
size_t recordBytes(CUpti_ActivityKind kind) {
  switch (kind) {
  case CUPTI_ACTIVITY_KIND_MEMCPY:
    return sizeof(CUpti_ActivityMemcpy6);
  case CUPTI_ACTIVITY_KIND_MEMSET:
    return sizeof(CUpti_ActivityMemset4);
  case CUPTI_ACTIVITY_KIND_KERNEL:
  case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    return sizeof(CUpti_ActivityKernel10);
  case CUPTI_ACTIVITY_KIND_DRIVER:
  case CUPTI_ACTIVITY_KIND_RUNTIME:
    return sizeof(CUpti_ActivityAPI);
  case CUPTI_ACTIVITY_KIND_DEVICE:
    return sizeof(CUpti_ActivityDevice5);
  case CUPTI_ACTIVITY_KIND_CONTEXT:
    return sizeof(CUpti_ActivityContext3);
  case CUPTI_ACTIVITY_KIND_OVERHEAD:
    return sizeof(CUpti_ActivityOverhead3);
  case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
    return sizeof(CUpti_ActivitySynchronization2);
  case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
    return sizeof(CUpti_ActivityExternalCorrelation);
  default:
    return 0;
  }
}

CUptiResult setKind(CUpti_ActivityKind kind, bool isOn) {
  if (unsigned(kind) >= CUPTI_ACTIVITY_KIND_COUNT || kind == CUPTI_ACTIVITY_KIND_INVALID)
    return CUPTI_ERROR_INVALID_KIND;
  if (!isSupported(kind))
    return CUPTI_ERROR_NOT_SUPPORTED;
  Tracer &tracer = Tracer::get();
  const bool wasOn = tracer.kinds[kind].exchange(isOn);
  if (kind == CUPTI_ACTIVITY_KIND_DRIVER || kind == CUPTI_ACTIVITY_KIND_RUNTIME)
    for (auto &call : tracer.calls[kind == CUPTI_ACTIVITY_KIND_DRIVER])
      call = isOn;
  const CUptiResult result = tracer.update();
  if (result == CUPTI_SUCCESS && kind == CUPTI_ACTIVITY_KIND_DEVICE && isOn && !wasOn)
    addDevices();
  return result;
}

CUptiResult setCall(bool isDriver, uint32_t number, bool isOn) {
  if (!callName(number, isDriver))
    return CUPTI_ERROR_INVALID_PARAMETER;
  Tracer::get().calls[isDriver][number] = isOn;
  return Tracer::get().update();
}

/// Attributes are hints for a device's memory: remembered, without effect.
struct Attribute {
  size_t bytes;
  uint64_t value;
};
Mutex attributeMutex;
constexpr unsigned kAttributes = 9;
Attribute attributes[kAttributes] AW_GUARDED_BY(attributeMutex) = {
    {8, 3 << 20}, {8, 8 << 20}, {8, 250}, {8, 65536}, {8, 10}, {1, 0}, {8, 3}, {8, 3}, {1, 0}};

} // namespace

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) { return setKind(kind, true); }
CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) { return setKind(kind, false); }
CUptiResult cuptiActivityEnableDriverApi(CUpti_CallbackId cbid, uint8_t enable) {
  return setCall(true, cbid, enable);
}
CUptiResult cuptiActivityEnableRuntimeApi(CUpti_CallbackId cbid, uint8_t enable) {
  return setCall(false, cbid, enable);
}

CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc funcBufferRequested,
                                           CUpti_BuffersCallbackCompleteFunc funcBufferCompleted) {
  if (!funcBufferRequested || !funcBufferCompleted)
    return CUPTI_ERROR_INVALID_PARAMETER;
  Buffers::get().setCallbacks(funcBufferRequested, funcBufferCompleted);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityFlushAll(uint32_t) {
  if (!Buffers::get().hasCallbacks())
    return CUPTI_ERROR_INVALID_OPERATION;
  Buffers::get().deliverAll();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityFlush(CUcontext, uint32_t, uint32_t flag) {
  return cupti::cuptiActivityFlushAll(flag);
}

CUptiResult cuptiActivityGetNextRecord(uint8_t *buffer, size_t validBufferSizeBytes,
                                       CUpti_Activity **record) {
  if (!buffer)
    return CUPTI_ERROR_INVALID_PARAMETER;
  const uint8_t *const end = buffer + validBufferSizeBytes;
  uint8_t *next = buffer;
  if (*record) {
    next = reinterpret_cast<uint8_t *>(*record);
    const size_t bytes = next >= buffer && next < end ? recordBytes((*record)->kind) : 0;
    if (!bytes)
      return CUPTI_ERROR_INVALID_KIND;
    next += bytes;
  }
  if (size_t(end - next) < sizeof(CUpti_Activity) || next > end)
    return CUPTI_ERROR_MAX_LIMIT_REACHED;
  auto *found = reinterpret_cast<CUpti_Activity *>(next);
  const size_t bytes = recordBytes(found->kind);
  if (!bytes)
    return CUPTI_ERROR_INVALID_KIND;
  if (size_t(end - next) < bytes)
    return CUPTI_ERROR_MAX_LIMIT_REACHED;
  *record = found;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t *dropped) {
  *dropped = Buffers::get().takeDropped();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetAttribute(CUpti_ActivityAttribute attr, size_t *valueSize,
                                      void *value) {
  if (unsigned(attr) >= kAttributes || !value)
    return CUPTI_ERROR_INVALID_PARAMETER;
  LockGuard lock(attributeMutex);
  const Attribute &attribute = attributes[attr];
  if (*valueSize < attribute.bytes)
    return CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT;
  *valueSize = attribute.bytes;
  std::memcpy(value, &attribute.value, attribute.bytes);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivitySetAttribute(CUpti_ActivityAttribute attr, size_t *valueSize,
                                      void *value) {
  if (unsigned(attr) >= kAttributes || !value)
    return CUPTI_ERROR_INVALID_PARAMETER;
  LockGuard lock(attributeMutex);
  Attribute &attribute = attributes[attr];
  if (*valueSize < attribute.bytes)
    return CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT;
  std::memcpy(&attribute.value, value, attribute.bytes);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                                   uint64_t id) {
  if (unsigned(kind) - 1 >= CUPTI_EXTERNAL_CORRELATION_KIND_SIZE - 1)
    return CUPTI_ERROR_INVALID_PARAMETER;
  externalIds(kind).push_back(id);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                                  uint64_t *lastId) {
  if (unsigned(kind) - 1 >= CUPTI_EXTERNAL_CORRELATION_KIND_SIZE - 1)
    return CUPTI_ERROR_INVALID_PARAMETER;
  std::vector<uint64_t> &ids = externalIds(kind);
  if (ids.empty())
    return CUPTI_ERROR_QUEUE_EMPTY;
  if (lastId)
    *lastId = ids.back();
  ids.pop_back();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc funcTimestamp) {
  if (!funcTimestamp)
    return CUPTI_ERROR_INVALID_PARAMETER;
  Tracer::get().clock = funcTimestamp;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiFinalize() {
  Tracer &tracer = Tracer::get();
  tracer.subscriber = nullptr;
  for (auto &kind : tracer.kinds)
    kind = false;
  for (auto &side : tracer.calls)
    for (auto &call : side)
      call = false;
  const CUptiResult result = tracer.update();
  Buffers::get().deliverAll();
  return result;
}

CUptiResult cuptiGetTimestamp(uint64_t *timestamp) {
  *timestamp = now();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetVersion(uint32_t *version) {
  *version = CUPTI_API_VERSION;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char **str) {
  *str = statusName(result);
  return std::strncmp(*str, "CUPTI_", 6) ? CUPTI_ERROR_INVALID_PARAMETER : CUPTI_SUCCESS;
}

CUptiResult cuptiGetErrorMessage(CUptiResult result, const char **str) {
  return cupti::cuptiGetResultString(result, str); // names say enough
}

static thread_local CUptiResult lastError = CUPTI_SUCCESS;
static constexpr const char kGetLastError[] = "cuptiGetLastError";

void noteStatus(const char *symbol, CUptiResult status) {
  if (status != CUPTI_SUCCESS && std::strcmp(symbol, kGetLastError))
    lastError = status;
}

CUptiResult cuptiGetLastError() { return std::exchange(lastError, CUPTI_SUCCESS); }

CUptiResult cuptiSetThreadIdType(CUpti_ActivityThreadIdType type) {
  if (unsigned(type) >= CUPTI_ACTIVITY_THREAD_ID_TYPE_SIZE)
    return CUPTI_ERROR_NOT_SUPPORTED;
  Tracer::get().systemThreadIds = type == CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetThreadIdType(CUpti_ActivityThreadIdType *type) {
  *type = Tracer::get().systemThreadIds ? CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM
                                        : CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT;
  return CUPTI_SUCCESS;
}

} // namespace anywarp::cupti
