// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass of Clang over a source file, in the process that calls it. At most one per process:
// LLVM's options are global.
#pragma once

#include "frontend/Isolate.h"
#include "frontend/KeptHeaders.h"

namespace anywarp::frontend {

struct Arch;
struct CompileJob;

/// Runs the pass for `arch` (null: host) and leaves PTX or an object file in `output.data` and the
/// diagnostics in `output.messages` (see splitMessages). `fatBinary` is a file name that the host
/// pass reads when it comes to the embedding. A source of NVRTC may use what is in `kept`. Answers
/// the exit code.
int runPass(const CompileJob &job, const Arch *arch, const std::string &fatBinary,
            ChildOutput &output, const KeptHeaders::Map *kept = nullptr);

/// Diagnostics of a pass: each is one error or warning with the notes that follow it. In a pass's
/// text, one of the marks stands before each.
inline constexpr char kErrorMark = '\1', kOtherMark = '\2';
struct Message {
  bool isError = false;
  std::string text;
};
std::vector<Message> splitMessages(const std::string &messages);

} // namespace anywarp::frontend
