// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled headers of the prelude, kept in the user's cache folder. They are an optimisation
// that nobody sees: whatever goes wrong, the compile runs without one.
//
// A header is found by a key over everything that decides how the prelude reads (language, target,
// relevant macros, search path, this program's build). It is used only while each file it was made
// from is unchanged, and while neither a -D nor a -I of the user could have changed its text.
#pragma once

#include <string>

namespace clang {
class CompilerInvocation;
}

namespace anywarp::frontend {

/// Makes `invocation` use a precompiled prelude instead of including it, making the file first if
/// there is none. False if it is left as it was.
bool usePrecompiledPrelude(clang::CompilerInvocation &invocation);

} // namespace anywarp::frontend
