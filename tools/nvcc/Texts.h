// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc prints about itself.
#pragma once

#include <string>

namespace anywarp::nvcc {

std::string versionText();
std::string helpText();
/// The architectures, one a line: compute_XX, sm_XX, or both in the form of --generate-code.
std::string archText(bool asVirtual, bool asReal);

/// C++ source that is nothing but this assembly text.
std::string cppOfAssembly(const std::string &assembly);

} // namespace anywarp::nvcc
