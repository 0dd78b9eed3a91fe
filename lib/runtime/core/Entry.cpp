// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes and trace of entry points.
#include "runtime/core/Entry.h"

#include <string>

#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::runtime {

const DriverCalls &cu() {
  const Driver &d = driver();
  return entry::Scope::isPerThreadDefault() ? d.perThread : d.legacy;
}

namespace entry {

static cudaError_t prepare(Requires requires_, Thread &thread) {
  switch (requires_) {
  case Requires::None:
    return cudaSuccess;
  case Requires::Initialized:
    return driver().status;
  case Requires::CurrentContext:
    return ensureContext(thread.hadContext);
  }
  __builtin_unreachable();
}

static bool isSanitized() {
  static const bool is = !Options::get().sanitizer.empty();
  return is;
}

Scope::Scope(const char *symbol, const void *params, Requires requires_, bool perThread)
    : symbol_(symbol), own_(thread_), outerPerThread_(own_.perThreadDefault) {
  if (requires_ != Requires::None && !own_.hadContext)
    driver(); // whom observers are known to
  observation_.enter(symbol, params, /*isDriver=*/false);
  if (isSanitized() && driver().sanitizerCall) {
    isTold_ = true;
    driver().sanitizerCall(symbol, cudaSuccess, nullptr, nullptr);
  }
  result_ = prepare(requires_, own_);
  own_.perThreadDefault = perThread;
}

void Scope::tellFailed(const char *symbol, cudaError_t error) {
  if (isSanitized() && driver().sanitizerCall && error != cudaSuccess && error != cudaErrorNotReady)
    driver().sanitizerCall(symbol, error, runtime::cudaGetErrorName(error),
                           runtime::cudaGetErrorString(error));
}

void Scope::tell() const {
  tellFailed(symbol_, result_);
  driver().sanitizerCall(nullptr, 0, nullptr, nullptr);
}

bool Scope::isTraced() {
  static const bool traced = anywarp::isTraced("runtime");
  return traced;
}

void Scope::show(const char *names, std::initializer_list<Argument> arguments) const {
  std::string line = formatCall(symbol_, names, arguments, result_ == cudaSuccess) + " = " +
                     runtime::cudaGetErrorName(result_);
  if (reason_)
    line += std::string(": ") + reason_;
  trace("runtime", line);
}

cudaError_t Absence::answer() {
  if (Scope::isTraced() && !said_.exchange(true))
    trace("runtime", std::string(symbol_) + " is not supported" + (*reason_ ? ": " : "") + reason_);
  Scope::lastError() = cudaErrorNotSupported;
  return cudaErrorNotSupported;
}

} // namespace entry
} // namespace anywarp::runtime
