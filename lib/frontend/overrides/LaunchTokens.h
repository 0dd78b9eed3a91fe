// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel launches that nvcc reads and Clang does not.
#pragma once

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace anywarp::frontend {

/// Clang's own Lex.
using ReadToken = void (*)(clang::Preprocessor *, clang::Token &);

/// Whether the lexer reads a preprocessor's directive, as the definition of a macro.
bool isInDirective(clang::Preprocessor &preprocessor);

/// Called for each token as it is first read: one that begins a launch has the configuration behind
/// it read and put back as Clang takes it.
void readLaunch(clang::Preprocessor &preprocessor, clang::Token &token, ReadToken read);

} // namespace anywarp::frontend
