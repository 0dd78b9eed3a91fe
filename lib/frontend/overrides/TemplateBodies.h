// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in bodies of templates, as nvcc tells them (seen). Its device pass and NVRTC 13 read a
// body when it is instantiated: what is wrong in one that nobody uses, a name that only another
// compiler's headers declare for instance, is no error there. Its host pass instantiates nothing
// for device code. And g++, which reads host code for nvcc, overlooks some errors.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
} // namespace clang

namespace anywarp::frontend {

/// Clang reads all bodies, instantiates everywhere and tells errors at once. While this lives, in
/// the thread that made it, are kept: errors that do not hang on the arguments (in the host pass
/// those that g++ overlooks), told when a function with the body is instantiated; in the host pass
/// errors in instances for the device or for both sides, told if host code refers to the function.
/// Stands before the code generator, which ends with the first error.
std::unique_ptr<clang::ASTConsumer> makeTemplateBodies(bool isHost);

} // namespace anywarp::frontend
