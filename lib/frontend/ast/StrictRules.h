// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --strict-nvcc: what NVIDIA's nvcc refuses and this one takes otherwise.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace anywarp::frontend {

/// In a device pass, which reads host code as well: reports what breaks the rules as errors.
std::unique_ptr<clang::ASTConsumer> makeStrictRules(clang::CompilerInstance &instance);

} // namespace anywarp::frontend
