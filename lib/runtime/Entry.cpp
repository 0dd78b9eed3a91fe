// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes and trace of entry points.
#include "runtime/Entry.h"

#include <string>

#include "runtime/Devices.h"
#include "runtime/Driver.h"
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

Scope::Scope(const char *symbol, Requires requires_, bool perThread)
    : symbol_(symbol), own_(thread_), outerPerThread_(own_.perThreadDefault),
      result_(prepare(requires_, own_)) {
  own_.perThreadDefault = perThread;
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
