// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings of ours that carry a number of nvcc's: whether one is told, and how. Options say so, and
// pragmas, which count from their place in the source on: nv_diag_suppress, nv_diag_warning,
// nv_diag_error, nv_diag_default, nv_diag_once and nv_diagnostic.
#pragma once

#include "clang/Basic/Diagnostic.h"

namespace clang {
class CompilerInstance;
}

namespace anywarp::frontend {

/// How the warning `number` is told at `where`; Ignored: not at all, as everywhere in a header of
/// the system.
clang::DiagnosticsEngine::Level levelOf(clang::DiagnosticsEngine &diagnostics, unsigned number,
                                        clang::SourceLocation where);

/// The id of a diagnostic with `text`, which gets the number behind it.
unsigned numberedId(clang::DiagnosticsEngine &diagnostics, unsigned number,
                    clang::DiagnosticsEngine::Level level, llvm::StringRef text);

/// Reports the warning as `text`, or nothing. The builder takes its arguments (%0 …); those given
/// after nothing was reported go nowhere.
template <class... Arguments>
void warn(clang::DiagnosticsEngine &diagnostics, clang::SourceLocation where, unsigned number,
          llvm::StringRef text, const Arguments &...arguments) {
  const clang::DiagnosticsEngine::Level level = levelOf(diagnostics, number, where);
  if (level == clang::DiagnosticsEngine::Ignored)
    return;
  clang::DiagnosticBuilder builder =
      diagnostics.Report(where, numberedId(diagnostics, number, level, text));
  ((void)(builder << arguments), ...);
}

/// Makes the compile listen to the pragmas.
void addDiagnosticPragmas(clang::CompilerInstance &instance);

} // namespace anywarp::frontend
