// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass of Clang over a source file, in the process that calls it. At most one per process:
// LLVM's options are global.
#pragma once

#include "frontend/Frontend.h"
#include "frontend/KeptHeaders.h"
#include "support/os/Isolate.h"

namespace anywarp::frontend {

/// What a pass over a source of NVRTC uses and tells besides its output.
struct RuntimePass {
  const KeptHeaders::Map *kept = nullptr; ///< headers that it may use
  std::vector<std::string> names;         ///< of the name expressions
  PchOutcome pch = PchOutcome::NotTried;
  size_t pchBytes = 0;
  NewHeader header; ///< to be kept
};

/// Exit codes of passes whose errors all are of the language, not of the preprocessor or -Werror;
/// of those whose errors all are warnings that -diag-error names; and of device passes with an
/// error that nvcc's host front end tells, and Clang's host pass does not.
inline constexpr int kRefusedByLanguage = 2, kRefusedByRequest = 3, kRefusedByRule = 4;
/// The source was refused, for whatever reason.
constexpr bool isRefusal(int exitCode) { return exitCode >= 1 && exitCode <= kRefusedByRule; }

/// Runs the pass for `arch` (null: host) and leaves PTX or an object file in `output.data` and the
/// diagnostics in `output.messages` (see splitMessages). `fatBinary` is a file name that the host
/// pass reads when it comes to the embedding. `runtime` is there for a source of NVRTC. Answers the
/// exit code.
int runPass(const CompileJob &job, const Arch *arch, const std::string &fatBinary,
            ChildOutput &output, RuntimePass *runtime = nullptr);

/// Diagnostics of a pass: each is one error or warning with the notes that follow it. In a pass's
/// text, one of the marks stands before each.
inline constexpr char kErrorMark = '\1', kOtherMark = '\2';
struct Message {
  bool isError = false;
  std::string text;
};
std::vector<Message> splitMessages(const std::string &messages);

} // namespace anywarp::frontend
