// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What NVIDIA's ptxas would say of the PTX of a compile: it is not assembled here before it is
// loaded, and a mistake in inline assembly, or memory that no device has, should not wait for that.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontend/Frontend.h"

namespace anywarp::nvcc {

struct AssemblyJob {
  std::string input; ///< the source file, for messages
  bool isWhole =
      true; ///< linked with nothing else: all symbols and limits of a program are checked
  /// Compiles again for one architecture with line information. Only asked for after a mistake.
  std::function<std::string(const frontend::Arch &)> withLines;
};

/// Prints the mistakes to standard error, each with its line in the source. True if there are none.
bool checkAssembly(const std::vector<frontend::PtxImage> &images, const AssemblyJob &job);

} // namespace anywarp::nvcc
