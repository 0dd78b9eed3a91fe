// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts of traced calls.
#include "support/TraceCall.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace anywarp {

std::string TraceArgument::text() const {
  char text[64];
  switch (kind_) {
  case Signed:
    std::snprintf(text, sizeof text, "%" PRId64, static_cast<int64_t>(bits_));
    break;
  case Unsigned:
    std::snprintf(text, sizeof text, bits_ < 10 ? "%" PRIu64 : "0x%" PRIx64, bits_);
    break;
  case Pointer:
    if (!bits_)
      return "null";
    std::snprintf(text, sizeof text, "0x%" PRIx64, bits_);
    break;
  case Text: {
    if (!bits_)
      return "null";
    // A name of millions of characters is a program's fault, not a reason for such a line.
    const char *string = reinterpret_cast<const char *>(bits_);
    return "\"" + std::string(string, ::strnlen(string, 200)) + "\"";
  }
  case Real:
    std::snprintf(text, sizeof text, "%g", real_);
    break;
  case Opaque:
    return "{...}";
  }
  return text;
}

std::string formatCall(const char *symbol, const char *names,
                       std::initializer_list<TraceArgument> arguments, bool succeeded) {
  std::string line = std::string(symbol) + "(";
  for (const TraceArgument &argument : arguments) {
    const size_t length = std::strcspn(names, ",");
    line.append(names, length);
    names += length + (names[length] ? 2 : 0);
    if (argument.isOutput() && !succeeded)
      line += "=?, ";
    else
      line += (argument.isOutput() ? "->" : "=") + argument.text() + ", ";
  }
  if (arguments.size())
    line.resize(line.size() - 2);
  return line + ")";
}

} // namespace anywarp
