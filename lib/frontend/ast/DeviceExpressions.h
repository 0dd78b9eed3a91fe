// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check of asm operands; the rest of DeviceExpressions.cpp replaces functions of Clang.
#pragma once

namespace clang {
class Sema;
class Stmt;
} // namespace clang

namespace anywarp::frontend {

/// Operands of an asm statement of device code whose types their constraints do not mean are
/// errors, as nvcc's.
void checkAsmOperands(clang::Sema &sema, const clang::Stmt *statement);

} // namespace anywarp::frontend
