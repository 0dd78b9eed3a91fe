// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output of trace lines and reports.
#include "support/Trace.h"

#include <string>
#include <unistd.h>

#include "support/Options.h"

namespace anywarp {

static void writeAll(const std::string &line) {
  // A lost line of a trace is no reason to fail the call that it describes.
  [[maybe_unused]] ssize_t n = ::write(STDERR_FILENO, line.data(), line.size());
}

bool isTraced(std::string_view room) { return Options::contains(Options::get().trace, room); }

void trace(std::string_view room, std::string_view text) {
  static const bool threads = isTraced("threads");
  std::string line = "[anywarp " + std::string(room);
  if (threads)
    line += " " + std::to_string(getpid()) + "/" + std::to_string(gettid());
  writeAll(line + "] " + std::string(text) + "\n");
}

void report(std::string_view text) { writeAll("anywarp: " + std::string(text) + "\n"); }

} // namespace anywarp
