// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in bodies of templates, as nvcc tells them (seen). Its device pass and NVRTC 13 read a
// body when it is instantiated. What is wrong in one that nobody uses is no error there, such as a
// name that only another compiler's headers declare. Its host pass instantiates nothing for device
// code. And g++, which reads host code for nvcc, overlooks some errors.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
} // namespace clang

namespace anywarp::frontend {

/// Clang reads all bodies, instantiates everywhere and tells errors at once. While this lives,
/// errors in the thread that made it are kept.
///
/// Errors that do not hang on the arguments are told when a function with the body is instantiated.
/// In the host pass these are the errors that g++ overlooks. Also in the host pass, errors in
/// instances for the device or for both sides are told if host code refers to the function. Stands
/// before the code generator, which ends with the first error.
std::unique_ptr<clang::ASTConsumer> makeTemplateBodies(bool isHost);

} // namespace anywarp::frontend
