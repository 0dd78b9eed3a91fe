// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rendering of diagnostics.
#include "support/Diagnostic.h"

namespace anywarp {

std::string Diagnostics::render(const std::string &name) const {
  static const char *const kSeverity[] = {"error  ", "warning", "info   "};
  std::string text;
  for (const Diagnostic &d : list_) {
    text += name;
    if (d.line)
      text += ", line " + std::to_string(d.line);
    if (d.column)
      text += ":" + std::to_string(d.column);
    text += "; ";
    text += kSeverity[d.severity];
    text += " : " + d.message + "\n";
  }
  return text;
}

} // namespace anywarp
