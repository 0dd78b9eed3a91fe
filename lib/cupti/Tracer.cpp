// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cupti/Tracer.h"

#include <ctime>
#include <dlfcn.h>
#include <pthread.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

#include "cupti/Buffers.h"
#include "runtime/core/Driver.h"

namespace anywarp::cupti {

namespace {

struct Thread {
  unsigned ownCalls = 0, depth = 0;
  uint32_t correlation = 0;
  std::vector<uint64_t> externalIds[CUPTI_EXTERNAL_CORRELATION_KIND_SIZE];
};
thread_local Thread thread;

std::atomic<uint32_t> lastCorrelation{0};

/// The name of the kernel that a call launches, where its arguments tell; else null.
const char *kernelName(const ObservedCall &call) {
  const std::string_view symbol = call.symbol;
  const char *name = nullptr;
  if (symbol.starts_with("__cudaLaunchKernel")) {
    const auto kernel = *static_cast<const CUkernel *>(call.params);
    runtime::driver().legacy.cuKernelGetName(&name, kernel);
  } else if (symbol == "cuLaunchKernel" || symbol == "cuLaunchKernel_ptsz") {
    const auto function = *static_cast<const CUfunction *>(call.params);
    runtime::driver().legacy.cuFuncGetName(&name, function);
  }
  return name;
}

void callBack(ObservedCall &call, CUpti_ApiCallbackSite site) {
  Subscriber *subscriber = Tracer::get().subscriber.load(std::memory_order_acquire);
  const auto domain = call.isDriver ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API;
  const uint32_t number = static_cast<const Call *>(call.entry)->number;
  if (!subscriber || !subscriber->enabled[domain][number].load(std::memory_order_relaxed))
    return;
  CUpti_CallbackData data{};
  data.callbackSite = site;
  data.functionName = call.symbol;
  data.functionParams = call.params;
  data.functionReturnValue = &call.result;
  {
    OwnCalls own;
    data.symbolName = kernelName(call);
    runtime::driver().legacy.cuCtxGetCurrent(&data.context);
    data.contextUid = contextIdOf(data.context);
  }
  if (std::string_view(data.functionName).starts_with("__"))
    data.functionName += 2;
  data.correlationData = &call.toolData;
  data.correlationId = call.correlation;
  subscriber->callback(subscriber->userData, domain, number, &data);
}

void addExternalIds(uint32_t correlation) {
  for (int kind = 0; kind < CUPTI_EXTERNAL_CORRELATION_KIND_SIZE; ++kind) {
    if (thread.externalIds[kind].empty())
      continue;
    CUpti_ActivityExternalCorrelation record{};
    record.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
    record.externalKind = CUpti_ExternalCorrelationKind(kind);
    record.externalId = thread.externalIds[kind].back();
    record.correlationId = correlation;
    Buffers::get().add(record);
  }
}

void enter(ObservedCall &call) {
  if (thread.ownCalls || !(call.entry = findCall(call.symbol, call.isDriver)))
    return;
  call.isOuter = !thread.depth++;
  if (call.isOuter) {
    thread.correlation = ++lastCorrelation;
    if (Tracer::get().wants(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION))
      addExternalIds(thread.correlation);
  }
  call.correlation = thread.correlation;
  callBack(call, CUPTI_API_ENTER);
  if (call.params)
    tellBegin(call);
  call.start = now();
}

void exit(ObservedCall &call) {
  if (!call.entry)
    return;
  const Tracer &tracer = Tracer::get();
  const uint32_t number = static_cast<const Call *>(call.entry)->number;
  if (tracer.calls[call.isDriver][number].load(std::memory_order_relaxed)) {
    CUpti_ActivityAPI record{};
    record.kind = call.isDriver ? CUPTI_ACTIVITY_KIND_DRIVER : CUPTI_ACTIVITY_KIND_RUNTIME;
    record.cbid = number;
    record.start = call.start;
    record.end = now();
    record.processId = uint32_t(getpid());
    record.threadId = threadId();
    record.correlationId = call.correlation;
    record.returnValue = uint32_t(call.result);
    Buffers::get().add(record);
  }
  tellEnd(call);
  callBack(call, CUPTI_API_EXIT);
  --thread.depth;
  if (call.isOuter) {
    thread.correlation = 0;
    Buffers::get().deliverFull();
  }
}

uint32_t correlation() { return thread.correlation; }

constexpr Observer kObserver{enter, exit, correlation, now, tellWork};

} // namespace

Tracer &Tracer::get() {
  static Tracer *const tracer = new Tracer; // never destroyed: workers may still tell
  return *tracer;
}

CUptiResult Tracer::update() {
  static Observed *const place = [] {
    OwnCalls own;
    void *library = runtime::driver().library;
    auto *get = library ? reinterpret_cast<GetObserved>(::dlsym(library, kObservedName)) : nullptr;
    return get ? get() : nullptr;
  }();
  if (!place)
    return CUPTI_ERROR_NOT_INITIALIZED;
  bool isAsked = subscriber.load() != nullptr;
  for (const auto &kind : kinds)
    isAsked = isAsked || kind.load();
  for (const auto &side : calls)
    for (const auto &call : side)
      isAsked = isAsked || call.load();
  place->store(isAsked ? &kObserver : nullptr, std::memory_order_release);
  return CUPTI_SUCCESS;
}

std::vector<uint64_t> &externalIds(CUpti_ExternalCorrelationKind kind) {
  return thread.externalIds[kind];
}

OwnCalls::OwnCalls() { ++thread.ownCalls; }
OwnCalls::~OwnCalls() { --thread.ownCalls; }

uint64_t now() {
  if (uint64_t (*clock)() = Tracer::get().clock.load(std::memory_order_relaxed))
    return clock();
  // Never goes back, and says the time of day as it was at the first call.
  auto read = [](clockid_t id) {
    timespec time;
    clock_gettime(id, &time);
    return uint64_t(time.tv_sec) * 1000000000u + uint64_t(time.tv_nsec);
  };
  static const uint64_t offset = read(CLOCK_REALTIME) - read(CLOCK_MONOTONIC);
  return read(CLOCK_MONOTONIC) + offset;
}

uint32_t threadId() {
  return Tracer::get().systemThreadIds.load(std::memory_order_relaxed)
             ? uint32_t(::syscall(SYS_gettid))
             : uint32_t(pthread_self());
}

} // namespace anywarp::cupti
