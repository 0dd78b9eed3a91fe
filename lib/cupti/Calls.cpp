// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cupti/Calls.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace anywarp::cupti {

namespace {

// Before each name: "CUPTI_DRIVER_TRACE_CBID_", "CUPTI_RUNTIME_TRACE_CBID_".
constexpr Call kDriverCalls[] = {
#define AW_VALUE(name, number) {&#name[24], number},
#define AW_VALUES_CUpti_driver_api_trace_cbid
#include "cupti/Values.inc"
#undef AW_VALUES_CUpti_driver_api_trace_cbid
#undef AW_VALUE
};
constexpr Call kRuntimeCalls[] = {
#define AW_VALUE(name, number) {&#name[25], number},
#define AW_VALUES_CUpti_runtime_api_trace_cbid
#include "cupti/Values.inc"
#undef AW_VALUE
};
static_assert(std::size(kDriverCalls) < kMaxCalls && std::size(kRuntimeCalls) < kMaxCalls);

/// The exported name: the runtime's calls are named with the version that brought them.
std::string_view symbolOf(std::string_view name, bool isDriver) {
  const size_t end = name.rfind("_v");
  const bool hasVersion = !isDriver && end != name.npos && name.size() - end > 5;
  return hasVersion ? name.substr(0, end) : name;
}

struct Table {
  template <size_t N> Table(const Call (&calls)[N], bool isDriver) {
    for (const Call &call : calls) {
      if (!call.number || std::string_view(call.name) == "SIZE" || call.number >= kMaxCalls)
        continue;                                      // no call
      bySymbol[symbolOf(call.name, isDriver)] = &call; // of two the newer
      names[call.number] = call.name;
      count = std::max(count, call.number + 1);
    }
  }
  std::unordered_map<std::string_view, const Call *> bySymbol;
  const char *names[kMaxCalls] = {};
  uint32_t count = 0;
};

const Table &tableOf(bool isDriver) {
  // Never destroyed: calls may come at the end of the process.
  static const Table *const driver = new Table(kDriverCalls, true);
  static const Table *const runtime = new Table(kRuntimeCalls, false);
  return isDriver ? *driver : *runtime;
}

} // namespace

const Call *findCall(const char *symbol, bool isDriver) {
  std::string_view name = symbol;
  if (name.starts_with("__cudaLaunchKernel")) // what a compiler's <<<>>> calls
    name.remove_prefix(2);
  const auto &calls = tableOf(isDriver).bySymbol;
  auto found = calls.find(name);
  return found == calls.end() ? nullptr : found->second;
}

const char *callName(uint32_t number, bool isDriver) {
  return number < kMaxCalls ? tableOf(isDriver).names[number] : nullptr;
}

uint32_t callCount(bool isDriver) { return tableOf(isDriver).count; }

} // namespace anywarp::cupti
