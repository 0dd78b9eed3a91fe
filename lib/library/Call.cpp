// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What exported functions trace.
#include "library/Call.h"

#include <string>

namespace anywarp::library {

void EntryPoint::reportAbsent(const char *reason) {
  if (!said_.exchange(true))
    trace("library", std::string(symbol_) + " is not supported" +
                         (*reason ? std::string(": ") + reason : std::string()));
}

void EntryPoint::show(const char *names, std::initializer_list<TraceArgument> arguments,
                      bool succeeded, const char *status, const char *reason) const {
  std::string line = formatCall(symbol_, names, arguments, succeeded) + " = " + status;
  if (reason)
    line += std::string(" (") + reason + ")";
  trace("library", line);
}

} // namespace anywarp::library
