// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What host objects show of device code: the stubs of kernels and the shadows of variables, with
// the names, the linkage and the visibility that nvcc gives them. A stub has the name of its
// kernel, so that host code which declares the kernel as a function has its handle.
#pragma once

namespace clang {
class Decl;
class GlobalDecl;
class Sema;
} // namespace clang
namespace llvm {
class Constant;
class GlobalVariable;
class Module;
} // namespace llvm

namespace anywarp::frontend {

/// Gives a kernel or a device variable hidden visibility (--device-entity-has-hidden-visibility),
/// unless the program says something about its visibility.
void hideEntity(clang::Sema &sema, clang::Decl *decl);

/// The host pass refers to a function or defines it: marks stubs for linkStubs.
void noteStub(clang::GlobalDecl decl, llvm::Constant *function);

/// Names the stubs; those of templates become local (`staticTemplates`).
void linkStubs(llvm::Module &module, bool staticTemplates);

/// True if the program gave this variable default visibility itself.
bool isShown(llvm::Module &module, const llvm::GlobalVariable &variable);

/// Registration comes before the constructors of the file and, by atexit, the end of it after their
/// destructors.
void registerFirst(llvm::Module &module);

} // namespace anywarp::frontend
