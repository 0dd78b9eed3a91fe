// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of templates that nobody instantiates. NVIDIA's device pass and NVRTC 13 do not read them
// (seen): what is wrong in one, a name that only another compiler's headers declare for instance,
// is no error there. g++, which reads host code for nvcc, overlooks some errors.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
} // namespace clang

namespace anywarp::frontend {

/// Clang reads them all and tells errors at once. While this lives, in the thread that made it,
/// those that do not hang on the arguments (`isHost`: that g++ overlooks) are kept, and told when a
/// function with the body is instantiated. Stands before the code generator, which ends with the
/// first error.
std::unique_ptr<clang::ASTConsumer> makeTemplateBodies(bool isHost);

} // namespace anywarp::frontend
