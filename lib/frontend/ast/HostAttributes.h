// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code as the host compiler sees it: its version, `#pragma GCC target`, attributes that only
// the host's code generator can follow.
#pragma once

namespace clang {
class CompilerInstance;
class Decl;
class Sema;
} // namespace clang

namespace anywarp::frontend {

struct CompileJob;

// Both are called before the first token of a pass is read.
void addHostVersion(clang::CompilerInstance &instance, const CompileJob &job);
void addHostPragmas(clang::CompilerInstance &instance);

/// Called for every declaration of a function or variable, when its attributes are there.
void adaptHostAttributes(clang::Sema &sema, clang::Decl *decl);

} // namespace anywarp::frontend
