// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The front end stands for two compilers, nvcc and NVRTC. A Dialect has the differences between the
// languages that they take. What a caller asks for by an option is a member of CompileJob.
#pragma once

#include <span>

#include "frontend/Frontend.h"

namespace anywarp::frontend {

struct Dialect {
  std::span<const char *const> options; ///< of Clang
  std::span<const char *const> refused; ///< extensions, by Clang's warnings of them
  /// A macro may expand to a line with `#pragma unroll`.
  bool hasPragmasInMacros;
  /// Headers may be texts that the program gives.
  bool hasHeaderTexts;
  /// Words that Clang knows and the compiler does not are plain names.
  bool forgetsForeignWords;
  /// Clang's builtins that the compiler does not have are refused.
  bool refusesForeignBuiltins;
  /// Conditions that read members of a null pointer are computed where they can be.
  bool computesNullMembers;
  /// A function of a system header that is declared again without spaces keeps those that it has.
  bool keepsSystemSpaces;
  /// The source is a whole program where nothing says that it will be linked with device code.
  bool hasWholePrograms;
  /// Local functions and variables get names that no other file has.
  bool renamesLocalEntities;
  /// Lambdas need a flag before device code may call them; else all of them are device code.
  bool checksLambdas;
  /// A library of the toolkit that could not be fetched is named where its header is missing.
  bool explainsMissingLibraries;
};

/// Of a compile.
const Dialect &dialectOf(const CompileJob &job);
/// Of the compile of this process; nvcc's before there is one.
const Dialect &dialect();

} // namespace anywarp::frontend
