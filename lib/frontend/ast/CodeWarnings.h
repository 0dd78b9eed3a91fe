// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings that nvcc gives unasked and Clang does not have, or not alike.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace anywarp::frontend {

/// In a device pass, which reads host code as well: constants that conversions change, expressions
/// without an effect, assignments as conditions, variables set and not used, words that have no
/// meaning at device code. `isWhole`: not -rdc=true.
std::unique_ptr<clang::ASTConsumer> makeCodeWarnings(clang::CompilerInstance &instance,
                                                     bool isWhole);

/// In the host pass: host functions that read or write device variables by their names.
std::unique_ptr<clang::ASTConsumer> makeHostAccesses(clang::CompilerInstance &instance);

} // namespace anywarp::frontend
