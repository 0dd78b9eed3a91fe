// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc and NVRTC refuse in device code and Clang does not: kernels and their qualifiers, what
// an architecture does not have, addresses and values that only the device sets.
#pragma once

#include <memory>

#include "frontend/Frontend.h"

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace anywarp::frontend {

/// Reports what breaks the rules as errors. What stands in system headers is not looked at.
std::unique_ptr<clang::ASTConsumer> makeDeviceRules(clang::CompilerInstance &instance,
                                                    const CompileJob &job, const Arch &arch);

} // namespace anywarp::frontend
