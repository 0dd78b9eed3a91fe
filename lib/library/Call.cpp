// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What exported functions tell of themselves.
#include "library/Call.h"

#include <string>

namespace anywarp::library {

void EntryPoint::reportAbsent(const char *reason) {
  if (!said_.exchange(true))
    trace("library", std::string(symbol_) + " is not supported" +
                         (*reason ? std::string(": ") + reason : std::string()));
}

void EntryPoint::show(const char *names, std::initializer_list<TraceArgument> arguments,
                      bool succeeded, const char *status, const char *reason, Log *log) const {
  std::string line = formatCall(symbol_, names, arguments, succeeded) + " = " + status;
  if (reason)
    line += std::string(" (") + reason + ")";
  if (isTraced())
    trace("library", line);
  if (log)
    log->tell(symbol_, succeeded, line);
}

} // namespace anywarp::library
