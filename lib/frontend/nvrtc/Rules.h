// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What NVRTC refuses and Clang does not: functions and variables of the host, lambdas that nothing
// makes device code, names that are not those of kernels or device variables, words of GNU C. And
// what a source may not see: that the compiler is Clang, on a Linux.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/Frontend.h"

#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTConsumer;
class CompilerInstance;
class Preprocessor;
class Token;
} // namespace clang

namespace anywarp::frontend {

/// Reports what breaks the rules as errors, in the order of the source. What stands in system
/// headers (ours, the C++ library's) is not looked at.
std::unique_ptr<clang::ASTConsumer> makeRuntimeRules(clang::CompilerInstance &instance,
                                                     const RuntimeSource &source);

/// True of a builtin function of Clang's that NVRTC does not have.
bool isForeignBuiltin(llvm::StringRef name);

/// Of the tokens that a file of the user has: takes its meaning from a keyword that only Clang
/// knows, so that it is a name like others, and lets __has_builtin answer that there is no such
/// word.
void forgetForeignWord(clang::Preprocessor &preprocessor, clang::Token &token);

/// `path` is a header of ours, and not what somebody has put beside them, as a CCCL into include/
/// or include/cccl.
bool isOwnHeader(llvm::StringRef path);

/// From now on `absent` gets the paths at which headers are looked for before they are found.
void noteLookups(std::vector<std::string> &absent);
void forgetLookups();

/// Takes the macros by which sources know a compiler of the host away wherever a file of the user
/// is read, and gives them back to system headers.
void hideHostMacros(clang::Preprocessor &preprocessor);

} // namespace anywarp::frontend
