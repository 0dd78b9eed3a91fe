// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: callbacks come in pairs and know their calls; records of kernels, copies, fills, calls and
// synchronisation agree with what the program did; errors.
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../Check.h"
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cupti.h>

static std::string nameOf(const std::string &text) { return text; }

static const char kPtx[] = R"(.version 7.0
.target sm_50
.address_size 64
.visible .entry scale(.param .u64 data) {
  .shared .align 4 .b8 tile[512];
  .reg .u64 %a<4>;
  .reg .u32 %r<6>;
  ld.param.u64 %a0, [data];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mad.lo.u32 %r3, %r1, %r2, %r0;
  mul.wide.u32 %a1, %r3, 4;
  add.u64 %a2, %a0, %a1;
  ld.global.u32 %r4, [%a2];
  mov.u64 %a3, tile;
  st.shared.u32 [%a3], %r4;
  mul.lo.u32 %r4, %r4, 3;
  st.global.u32 [%a2], %r4;
  ret;
})";

constexpr unsigned kBlocks = 8, kThreads = 128;
constexpr size_t kBytes = kBlocks * kThreads * 4;

// -- The program that is watched ------------------------------------------------------------------

struct Program {
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr;
  cudaStream_t streams[2];
  unsigned *device[2];
  unsigned *host = nullptr;

  Program() {
    EQUAL(cudaSuccess,
          cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
    EQUAL(cudaSuccess, cudaLibraryGetKernel(&kernel, library, "scale"));
    EQUAL(cudaSuccess, cudaMallocHost(reinterpret_cast<void **>(&host), kBytes));
    for (int i = 0; i < 2; ++i) {
      EQUAL(cudaSuccess, cudaStreamCreate(&streams[i]));
      EQUAL(cudaSuccess, cudaMalloc(reinterpret_cast<void **>(&device[i]), kBytes));
    }
  }
  ~Program() {
    for (int i = 0; i < 2; ++i) {
      EQUAL(cudaSuccess, cudaStreamDestroy(streams[i]));
      EQUAL(cudaSuccess, cudaFree(device[i]));
    }
    EQUAL(cudaSuccess, cudaFreeHost(host));
    EQUAL(cudaSuccess, cudaLibraryUnload(library));
  }
  /// A fill, a kernel and a copy in each stream.
  void run() {
    for (int i = 0; i < 2; ++i) {
      EQUAL(cudaSuccess, cudaMemsetAsync(device[i], 0x01, kBytes, streams[i]));
      void *arguments[] = {&device[i]};
      EQUAL(cudaSuccess, cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(kBlocks),
                                          dim3(kThreads), arguments, 64, streams[i]));
      EQUAL(cudaSuccess,
            cudaMemcpyAsync(host, device[i], kBytes, cudaMemcpyDeviceToHost, streams[i]));
    }
    for (cudaStream_t stream : streams)
      EQUAL(cudaSuccess, cudaStreamSynchronize(stream));
    EQUAL(0x03030303u, host[kBlocks * kThreads - 1]);
  }
};

// -- Callbacks ------------------------------------------------------------------------------------

struct Heard {
  int enters = 0, exits = 0, pairs = 0, resources = 0, synchronized = 0;
  std::map<std::string, int> calls;
  std::set<uint32_t> correlations;
  size_t copied = 0;
  int failed = 0;
  unsigned grid = 0;
};

static void hear(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId cbid,
                 const void *cbdata) {
  auto &heard = *static_cast<Heard *>(user);
  if (domain == CUPTI_CB_DOMAIN_RESOURCE)
    heard.resources += cbid == CUPTI_CBID_RESOURCE_STREAM_CREATED;
  if (domain == CUPTI_CB_DOMAIN_SYNCHRONIZE)
    heard.synchronized += cbid == CUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED;
  if (domain != CUPTI_CB_DOMAIN_RUNTIME_API)
    return;
  const auto *data = static_cast<const CUpti_CallbackData *>(cbdata);
  const char *name = nullptr;
  EQUAL(CUPTI_SUCCESS, cuptiGetCallbackName(domain, cbid, &name));
  CHECK(name && !std::strncmp(name, data->functionName, std::strlen(data->functionName)));
  if (data->callbackSite == CUPTI_API_ENTER) {
    ++heard.enters;
    *data->correlationData = data->correlationId + 1000;
    CHECK(heard.correlations.insert(data->correlationId).second);
    return;
  }
  ++heard.exits;
  ++heard.calls[data->functionName];
  heard.pairs += *data->correlationData == data->correlationId + 1000;
  heard.failed += *static_cast<cudaError_t *>(data->functionReturnValue) != cudaSuccess;
  if (cbid == CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020) {
    struct Params {
      void *dst;
      const void *src;
      size_t count;
      cudaMemcpyKind kind;
      cudaStream_t stream;
    };
    heard.copied += static_cast<const Params *>(data->functionParams)->count;
  }
  if (cbid == CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000) {
    struct Params {
      const void *func;
      dim3 grid, block;
    };
    heard.grid = static_cast<const Params *>(data->functionParams)->grid.x;
  }
}

static void callbacks() {
  Heard heard;
  CUpti_SubscriberHandle subscriber = nullptr, second = nullptr;
  EQUAL(CUPTI_ERROR_INVALID_PARAMETER, cuptiSubscribe(nullptr, hear, &heard));
  EQUAL(CUPTI_SUCCESS, cuptiSubscribe(&subscriber, hear, &heard));
  EQUAL(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, cuptiSubscribe(&second, hear, &heard));
  EQUAL(CUPTI_SUCCESS, cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API));
  EQUAL(CUPTI_SUCCESS, cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE));
  EQUAL(CUPTI_SUCCESS, cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_SYNCHRONIZE));
  {
    Program program;
    program.run();
    EQUAL(cudaErrorInvalidValue, cudaMemset(program.device[0], 0, ~size_t(0)));
  }
  EQUAL(heard.enters, heard.exits);
  EQUAL(heard.exits, heard.pairs);
  EQUAL(2, heard.calls["cudaLaunchKernel"]);
  EQUAL(2, heard.calls["cudaMemsetAsync"]);
  EQUAL(2, heard.calls["cudaMalloc"]);
  EQUAL(2 * kBytes, heard.copied);
  EQUAL(kBlocks, heard.grid);
  EQUAL(1, heard.failed);
  EQUAL(2, heard.resources);
  EQUAL(2, heard.synchronized);

  // One call only.
  uint32_t isOn = 7;
  EQUAL(CUPTI_SUCCESS, cuptiEnableDomain(0, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API));
  EQUAL(CUPTI_SUCCESS, cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                                           CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020));
  EQUAL(CUPTI_SUCCESS, cuptiGetCallbackState(&isOn, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                                             CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020));
  EQUAL(1u, isOn);
  heard = {};
  int device;
  EQUAL(cudaSuccess, cudaGetDevice(&device));
  EQUAL(cudaSuccess, cudaGetDeviceCount(&device));
  EQUAL(1, heard.enters);
  EQUAL(CUPTI_ERROR_INVALID_PARAMETER,
        cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, 99999));
  EQUAL(CUPTI_SUCCESS, cuptiUnsubscribe(subscriber));
  EQUAL(cudaSuccess, cudaGetDevice(&device));
  EQUAL(1, heard.exits);
  EQUAL(CUPTI_ERROR_INVALID_PARAMETER, cuptiUnsubscribe(subscriber));
}

// -- Records --------------------------------------------------------------------------------------

static std::vector<std::vector<uint8_t>> delivered;
static size_t bufferBytes = 1 << 16;

static void request(uint8_t **buffer, size_t *size, size_t *most) {
  *size = bufferBytes;
  *most = 0;
  *buffer = bufferBytes ? static_cast<uint8_t *>(std::aligned_alloc(8, bufferBytes)) : nullptr;
}
static void complete(CUcontext, uint32_t, uint8_t *buffer, size_t, size_t valid) {
  delivered.emplace_back(buffer, buffer + valid);
  std::free(buffer);
}

static std::vector<CUpti_Activity *> records() {
  std::vector<CUpti_Activity *> found;
  for (auto &buffer : delivered) {
    CUpti_Activity *record = nullptr;
    CUptiResult result;
    while ((result = cuptiActivityGetNextRecord(buffer.data(), buffer.size(), &record)) ==
           CUPTI_SUCCESS)
      found.push_back(record);
    EQUAL(CUPTI_ERROR_MAX_LIMIT_REACHED, result);
  }
  return found;
}

static const CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                            CUPTI_ACTIVITY_KIND_MEMCPY,
                                            CUPTI_ACTIVITY_KIND_MEMSET,
                                            CUPTI_ACTIVITY_KIND_RUNTIME,
                                            CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
                                            CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
                                            CUPTI_ACTIVITY_KIND_DEVICE};

struct Seen {
  std::map<int, int> counts;
  std::map<uint32_t, uint32_t> calls; ///< number by correlation
  std::map<uint32_t, uint64_t> callStarts;
  std::set<uint32_t> streams, external;
  std::vector<const CUpti_ActivityKernel10 *> kernels;
  std::vector<const CUpti_ActivityMemcpy6 *> copies;
  std::vector<const CUpti_ActivityMemset4 *> fills;
};

static Seen sort(const std::vector<CUpti_Activity *> &all) {
  Seen seen;
  for (CUpti_Activity *record : all) {
    ++seen.counts[record->kind];
    if (record->kind == CUPTI_ACTIVITY_KIND_RUNTIME) {
      auto *call = reinterpret_cast<CUpti_ActivityAPI *>(record);
      CHECK(call->start <= call->end);
      EQUAL(uint32_t(getpid()), call->processId);
      CHECK(seen.calls.emplace(call->correlationId, call->cbid).second);
      seen.callStarts[call->correlationId] = call->start;
    } else if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
      seen.kernels.push_back(reinterpret_cast<CUpti_ActivityKernel10 *>(record));
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
      seen.copies.push_back(reinterpret_cast<CUpti_ActivityMemcpy6 *>(record));
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
      seen.fills.push_back(reinterpret_cast<CUpti_ActivityMemset4 *>(record));
    } else if (record->kind == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) {
      auto *external = reinterpret_cast<CUpti_ActivityExternalCorrelation *>(record);
      EQUAL(4242, external->externalId);
      seen.external.insert(external->correlationId);
    }
  }
  return seen;
}

template <typename Record>
static void checkWork(const Seen &seen, const Record &record, uint32_t call) {
  CHECK(record.start && record.start <= record.end);
  CHECK(seen.calls.count(record.correlationId));
  EQUAL(call, seen.calls.at(record.correlationId));
  CHECK(seen.callStarts.at(record.correlationId) <= record.start);
  CHECK(seen.external.count(record.correlationId));
  CHECK(seen.streams.count(record.streamId));
}

static void activity() {
  Program program;
  EQUAL(CUPTI_SUCCESS, cuptiActivityRegisterCallbacks(request, complete));
  for (CUpti_ActivityKind kind : kKinds)
    EQUAL(CUPTI_SUCCESS, cuptiActivityEnable(kind));
  EQUAL(CUPTI_SUCCESS,
        cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 4242));
  uint64_t before = 0, after = 0, id = 0;
  EQUAL(CUPTI_SUCCESS, cuptiGetTimestamp(&before));
  program.run();
  EQUAL(CUPTI_SUCCESS, cuptiGetTimestamp(&after));
  EQUAL(CUPTI_SUCCESS,
        cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &id));
  EQUAL(4242, id);
  EQUAL(CUPTI_ERROR_QUEUE_EMPTY,
        cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &id));
  EQUAL(CUPTI_SUCCESS, cuptiActivityFlushAll(0));
  Seen seen = sort(records());
  for (cudaStream_t stream : program.streams) {
    uint32_t number = 0;
    EQUAL(CUPTI_SUCCESS, cuptiGetStreamIdEx(nullptr, stream, 0, &number));
    seen.streams.insert(number);
  }
  EQUAL(2, seen.streams.size());
  EQUAL(8, seen.counts[CUPTI_ACTIVITY_KIND_RUNTIME]);
  EQUAL(2, seen.counts[CUPTI_ACTIVITY_KIND_SYNCHRONIZATION]);
  CHECK(seen.counts[CUPTI_ACTIVITY_KIND_DEVICE] >= 1);
  EQUAL(2, seen.kernels.size());
  EQUAL(2, seen.copies.size());
  EQUAL(2, seen.fills.size());
  for (const auto *kernel : seen.kernels) {
    checkWork(seen, *kernel, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000);
    EQUAL(std::string("scale"), std::string(kernel->name));
    EQUAL(kBlocks, kernel->gridX);
    EQUAL(kThreads, kernel->blockX);
    EQUAL(1, kernel->gridY);
    EQUAL(512, kernel->staticSharedMemory);
    EQUAL(64, kernel->dynamicSharedMemory);
    CHECK(before <= kernel->start && kernel->end <= after);
  }
  for (const auto *copy : seen.copies) {
    checkWork(seen, *copy, CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020);
    EQUAL(kBytes, copy->bytes);
    EQUAL(CUPTI_ACTIVITY_MEMCPY_KIND_DTOH, copy->copyKind);
    EQUAL(CUPTI_ACTIVITY_MEMORY_KIND_DEVICE, copy->srcKind);
    EQUAL(CUPTI_ACTIVITY_MEMORY_KIND_PINNED, copy->dstKind);
    EQUAL(CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC, copy->flags);
  }
  for (const auto *fill : seen.fills) {
    checkWork(seen, *fill, CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020);
    EQUAL(kBytes, fill->bytes);
    EQUAL(1, fill->value);
  }
  // In a stream work follows work.
  for (const auto *kernel : seen.kernels)
    for (const auto *copy : seen.copies)
      CHECK(kernel->streamId != copy->streamId || kernel->end <= copy->start);

  // Small buffers come back full; without buffers records are dropped and counted.
  size_t dropped = 7;
  delivered.clear();
  bufferBytes = 512;
  program.run();
  EQUAL(CUPTI_SUCCESS, cuptiActivityFlushAll(0));
  CHECK(delivered.size() > 2);
  EQUAL(2, sort(records()).kernels.size());
  EQUAL(CUPTI_SUCCESS, cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  EQUAL(0, dropped);
  bufferBytes = 0;
  program.run();
  EQUAL(CUPTI_SUCCESS, cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  EQUAL(16, dropped); // 8 calls, 6 of work, 2 of synchronisation
  bufferBytes = 1 << 16;
  delivered.clear();
  for (CUpti_ActivityKind kind : kKinds)
    EQUAL(CUPTI_SUCCESS, cuptiActivityDisable(kind));
  program.run();
  EQUAL(CUPTI_SUCCESS, cuptiActivityFlushAll(0));
  EQUAL(0, delivered.size());

  // The tool's clock, and one call only.
  static uint64_t ticks = 100;
  EQUAL(CUPTI_SUCCESS,
        cuptiActivityRegisterTimestampCallback([]() -> uint64_t { return ++ticks; }));
  EQUAL(CUPTI_SUCCESS, cuptiGetTimestamp(&before));
  EQUAL(101, before);
  EQUAL(CUPTI_SUCCESS,
        cuptiActivityEnableRuntimeApi(CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020, 1));
  int device;
  EQUAL(cudaSuccess, cudaGetDevice(&device));
  EQUAL(cudaSuccess, cudaGetDeviceCount(&device));
  EQUAL(CUPTI_SUCCESS, cuptiFinalize());
  const auto last = records();
  EQUAL(1, last.size());
  if (last.size() == 1)
    CHECK(reinterpret_cast<CUpti_ActivityAPI *>(last[0])->end < 1000);
}

static void errors() {
  const char *text = nullptr;
  uint32_t version = 0;
  CUpti_EventID event = 0;
  EQUAL(CUPTI_SUCCESS, cuptiGetVersion(&version));
  EQUAL(CUPTI_API_VERSION, version);
  EQUAL(CUPTI_ERROR_INVALID_PARAMETER, cuptiGetVersion(nullptr));
  EQUAL(CUPTI_ERROR_INVALID_PARAMETER, cuptiGetLastError());
  EQUAL(CUPTI_SUCCESS, cuptiGetLastError());
  EQUAL(CUPTI_SUCCESS, cuptiGetResultString(CUPTI_ERROR_INVALID_KIND, &text));
  EQUAL(std::string("CUPTI_ERROR_INVALID_KIND"), std::string(text));
  EQUAL(CUPTI_ERROR_INVALID_PARAMETER, cuptiGetResultString(CUptiResult(777), &text));
  EQUAL(CUPTI_SUCCESS, cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, 20, &text));
  EQUAL(std::string("cudaMalloc_v3020"), std::string(text));
  EQUAL(CUPTI_SUCCESS, cuptiGetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API, 307, &text));
  EQUAL(std::string("cuLaunchKernel"), std::string(text));
  EQUAL(CUPTI_ERROR_INVALID_PARAMETER,
        cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, 9999, &text));
  EQUAL(CUPTI_ERROR_INVALID_KIND, cuptiActivityEnable(CUPTI_ACTIVITY_KIND_COUNT));
  EQUAL(CUPTI_ERROR_INVALID_OPERATION, cuptiActivityFlushAll(0));
  EQUAL(CUPTI_ERROR_INVALID_PARAMETER, cuptiActivityRegisterCallbacks(nullptr, complete));
  // A tool is told what there is not.
  EQUAL(CUPTI_ERROR_NOT_SUPPORTED, cuptiEventGetIdFromName(0, "inst_executed", &event));
  EQUAL(CUPTI_ERROR_NOT_SUPPORTED, cuptiActivityEnable(CUPTI_ACTIVITY_KIND_PC_SAMPLING));
  uint64_t params[32] = {sizeof params};
  for (const char *name :
       {"cuptiProfilerInitialize", "cuptiProfilerHostInitialize", "cuptiRangeProfilerEnable",
        "cuptiPmSamplingEnable", "cuptiPCSamplingEnable", "cuptiSassMetricsEnable",
        "cuptiDeviceGetChipName", "cuptiGetCubinCrc"}) {
    auto *call = reinterpret_cast<CUptiResult (*)(void *)>(dlsym(RTLD_DEFAULT, name));
    EQUAL(true, call != nullptr);
    EQUAL(CUPTI_ERROR_NOT_SUPPORTED, call ? call(params) : CUPTI_SUCCESS);
  }
}

int main() {
  errors();
  callbacks();
  activity();
  return finish("cupti");
}
