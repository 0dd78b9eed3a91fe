// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the diagnostics of a pass as text.
#pragma once

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

#include "frontend/Pass.h"

namespace anywarp::frontend {

/// Renders as Clang does, with four differences: a mark where each diagnostic begins (Pass.h),
/// nvcc's numbers of warnings, no list of all functions of the system's headers that a wrong call
/// does not fit, and what to do where a header of CCCL is missing.
class MarkingPrinter : public clang::TextDiagnosticPrinter {
public:
  MarkingPrinter(llvm::raw_string_ostream &out, clang::DiagnosticOptions *options)
      : TextDiagnosticPrinter(out, options), out_(out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

  bool pchFailed = false;
  /// What kinds of errors there were: a pass's exit code. `ruleIsBroken`: see noteBrokenRule.
  int exitCode(bool ruleIsBroken) const {
    return sawOtherError_      ? 1
           : ruleIsBroken      ? kRefusedByRule
           : sawLanguageError_ ? kRefusedByLanguage
           : sawPromoted_      ? kRefusedByRequest
                               : 1;
  }

private:
  void countError(const clang::Diagnostic &info);
  bool isNeedless(const clang::Diagnostic &note);
  void giveNumber(const clang::Diagnostic &info);
  void explainMissing(const clang::Diagnostic &info);

  llvm::raw_string_ostream &out_;
  bool sawPromoted_ = false;      ///< warnings that -diag-error names
  bool sawLanguageError_ = false; ///< of what reads the preprocessor's output
  bool sawOtherError_ = false;    ///< the preprocessor's, -Werror's
  bool hasOmitted_ = false;       ///< candidates of the error that was told last
};

} // namespace anywarp::frontend
