// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Failed calls of the API under compute-sanitizer: the driver's own, and those that a runtime tells
// of. A driver call that serves a runtime call is not told by itself.
#include "driver/entry/SanitizerCalls.h"

#include "driver/entry/Entry.h"
#include "insight/Sanitizer.h"

namespace anywarp::driver {

static thread_local int runtimeCalls = 0;

void tellFailed(const char *call, CUresult result) {
  insight::Sanitizer *sanitizer = insight::Sanitizer::get();
  // At its end a runtime gives back what the driver has given up already.
  if (!sanitizer || runtimeCalls || result == CUDA_ERROR_NOT_READY ||
      result == CUDA_ERROR_DEINITIALIZED)
    return;
  const char *name = entry::errorName(result), *text = entry::errorText(result);
  sanitizer->apiFailed(call, int(result), name ? name : "", text ? text : "");
}

} // namespace anywarp::driver

/// Found by the runtime with dlsym.
extern "C" __attribute__((visibility("default"))) void
anywarp_sanitizerCall(const char *call, int error, const char *name, const char *text) {
  using namespace anywarp;
  if (!call) {
    --driver::runtimeCalls;
  } else if (!error) {
    ++driver::runtimeCalls;
  } else if (insight::Sanitizer *sanitizer = insight::Sanitizer::get();
             sanitizer && driver::runtimeCalls <= 1) {
    sanitizer->apiFailed(call, error, name, text);
  }
}
