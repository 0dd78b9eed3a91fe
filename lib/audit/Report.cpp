// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of the auditor.
#include "audit/Report.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace anywarp::audit {

void report(const char *format, ...) {
  static const bool isVerbose = ::secure_getenv("ANYWARP_AUDIT_VERBOSE") != nullptr;
  if (!isVerbose)
    return;
  char line[4400];
  int length = std::snprintf(line, sizeof line, "anywarp exec: ");
  va_list values;
  va_start(values, format);
  length += std::vsnprintf(line + length, sizeof line - size_t(length) - 1, format, values);
  va_end(values);
  if (length > int(sizeof line) - 2)
    length = sizeof line - 2;
  line[length++] = '\n';
  (void)!::write(2, line, size_t(length)); // one call: lines of threads and processes stay whole
}

} // namespace anywarp::audit
