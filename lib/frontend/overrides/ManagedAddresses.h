// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses of __managed__ variables. Host code finds them in pointers that the runtime fills when
// it registers the file. So they are no constants there: what is initialised with one is so
// dynamically, as with nvcc.
#pragma once

namespace clang {
class CodeGenerator;
class VarDecl;
} // namespace clang

namespace anywarp::frontend {

/// The host pass has a managed variable; before, nothing is looked at.
void noteManaged();

/// The code generator of the host pass.
void noteGenerator(clang::CodeGenerator *generator);

/// True if the value that `variable` starts with holds the address of a managed variable.
bool startsWithManagedAddress(const clang::VarDecl *variable);

} // namespace anywarp::frontend
