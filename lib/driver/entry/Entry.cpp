// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trace of entry points, texts of results, and the table of cuGetProcAddress.
#include "driver/entry/Entry.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "driver/base/Logs.h"
#include "driver/entry/SanitizerCalls.h"
#include "support/Trace.h"

namespace anywarp::driver::entry {

namespace {

struct EntryPoint {
  const char *base;
  int since;
  bool perThread;
  void *address;
};

const EntryPoint kEntryPoints[] = {
#define AW_ENTRY_POINT(base, since, symbol)                                                        \
  {base, since, false, reinterpret_cast<void *>(&::symbol)},
#define AW_ENTRY_POINT_PER_THREAD(base, since, symbol)                                             \
  {base, since, true, reinterpret_cast<void *>(&::symbol)},
#include "driver/EntryPoints.inc"
#undef AW_ENTRY_POINT
#undef AW_ENTRY_POINT_PER_THREAD
};

} // namespace

/// NVIDIA's functions stay chosen where the call goes to its driver, or to a function that serves
/// both.
void Scope::chooseDriver(const Rules &rules, routing::Route *route) {
  if (routing::OnOurs::take()) {
    vendor_ = nullptr;
  } else if (route) {
    routing::Route::Decision decision = route->decide(rules.requires_ > Requires::Initialized);
    if (decision.driver == routing::Driver::Ours)
      vendor_ = nullptr;
    waits_ = decision.waits;
    if (decision.result != CUDA_SUCCESS) {
      vendor_ = nullptr;
      return refuse(decision.result, decision.reason);
    }
  }
  result_ = vendor_ ? admitToVendor(rules.requires_ == Requires::None) : admit(rules);
}

void Scope::show(const char *names, std::initializer_list<Argument> arguments) const {
  const char *name = errorName(result_);
  std::string line = formatCall(symbol_, names, arguments, result_ == CUDA_SUCCESS) + " = " +
                     (name ? name : std::to_string(static_cast<int>(result_)));
  if (reason_)
    line += std::string(": ") + reason_;
  trace("driver", line);
}

void Scope::log() const {
  tellFailed(symbol_, result_);
  const char *name = errorName(result_);
  std::string line =
      std::string(symbol_) + ": " + (name ? name : std::to_string(static_cast<int>(result_)));
  if (reason_)
    line += std::string(", ") + reason_;
  Logs::get().add(CU_LOG_LEVEL_ERROR, line);
}

CUresult Absence::answer() {
  std::string line = std::string(symbol_) + " is not supported";
  if (*reason_)
    line += std::string(": ") + reason_;
  Logs::get().add(CU_LOG_LEVEL_WARNING, line);
  if (Scope::isTraced() && !said_.exchange(true))
    trace("driver", line);
  return CUDA_ERROR_NOT_SUPPORTED;
}

const char *errorName(CUresult result) {
  switch (static_cast<int>(result)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return #name;
#include "driver/Errors.inc"
#undef AW_ERROR
  }
  return nullptr;
}

const char *errorText(CUresult result) {
  switch (static_cast<int>(result)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return text;
#include "driver/Errors.inc"
#undef AW_ERROR
  }
  return nullptr;
}

void *findEntryPoint(const char *base, int version, bool perThread, bool &tooNew) {
  tooNew = false;
  const auto *end = std::end(kEntryPoints);
  const auto *it = std::lower_bound(
      std::begin(kEntryPoints), end, base,
      [](const EntryPoint &entry, const char *name) { return std::strcmp(entry.base, name) < 0; });
  const EntryPoint *best = nullptr;
  for (; it != end && !std::strcmp(it->base, base); ++it) {
    if (it->since > version) {
      tooNew = true;
      continue;
    }
    if (it->perThread && !perThread)
      continue;
    // Per-thread forms win over their legacy twins of the same age or older.
    if (!best || it->perThread >= best->perThread)
      best = it;
  }
  if (best)
    tooNew = false;
  return best ? best->address : nullptr;
}

} // namespace anywarp::driver::entry
