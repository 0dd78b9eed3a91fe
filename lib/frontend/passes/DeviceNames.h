// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names in device code of what has internal linkage, as nvcc gives them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace clang {
class ASTConsumer;
class CodeGenerator;
class CompilerInstance;
} // namespace clang

namespace anywarp::frontend {

/// What such names begin with in relocatable code (-rdc=true), so that those of different files do
/// not meet; empty in a whole program.
const std::string &internalPrefix();
/// The beginning for a module with this id and source file.
std::string makeInternalPrefix(const std::string &moduleId, std::string_view source);

/// From the first declaration on, the device code of `instance` has the linkage of code that will
/// be linked: one instance of a template in several files is one, and explicit ones are there for
/// all.
std::unique_ptr<clang::ASTConsumer> makeSharedLinkage(clang::CompilerInstance &instance);

/// Variables that host code uses are emitted in one order. Without host code, as with NVRTC, none
/// is: what has internal linkage stays private. `generator` may be null.
std::unique_ptr<clang::ASTConsumer> makeHostUses(clang::CompilerInstance &instance,
                                                 clang::CodeGenerator *generator, bool hasHost);

} // namespace anywarp::frontend
