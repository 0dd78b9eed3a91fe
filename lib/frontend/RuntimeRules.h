// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What NVRTC refuses and Clang does not: functions and variables of the host, lambdas that nothing
// makes device code, names that are not those of kernels or device variables. And what a source may
// not see: that the compiler is Clang, on a Linux.
#pragma once

#include <memory>
#include <string>

#include "frontend/Frontend.h"

namespace clang {
class ASTConsumer;
class CompilerInstance;
class Preprocessor;
} // namespace clang

namespace anywarp::frontend {

/// Reports what breaks the rules as errors, in the order of the source. What stands in system
/// headers (ours, the C++ library's) is not looked at.
std::unique_ptr<clang::ASTConsumer> makeRuntimeRules(clang::CompilerInstance &instance,
                                                     const RuntimeSource &source);

/// Takes the macros by which sources know a compiler of the host away wherever a file of the user
/// is read, and gives them back to system headers.
void hideHostMacros(clang::Preprocessor &preprocessor);

} // namespace anywarp::frontend
