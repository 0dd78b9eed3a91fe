// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc prints about itself.
#pragma once

#include <string>

namespace anywarp::nvcc {

std::string versionText();
std::string helpText();
/// The architectures, one a line, each after `prefix`.
std::string archText(const char *prefix);

} // namespace anywarp::nvcc
