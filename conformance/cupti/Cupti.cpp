// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: callbacks come in pairs and know their calls; errors.
#include "Program.h"

#include <cstring>
#include <dlfcn.h>
#include <map>
#include <set>

// What Caliper reads of the headers beside what is told.
static_assert(CUPTI_CBID_NVTX_nvtxRangePop == 11 && CUPTI_CBID_NVTX_nvtxDomainRangePop == 34);
static_assert(offsetof(CUpti_ActivityDevice2, name) == offsetof(CUpti_ActivityDevice5, name));
static_assert(sizeof(CUpti_ActivityUnifiedMemoryCounter2) == 64);

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

static void complete(CUcontext, uint32_t, uint8_t *, size_t, size_t) {}

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
  return finish("cupti");
}
