// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Clang does in a pass: its own actions, with our rules and pragmas around them.
#pragma once

#include <memory>

#include "clang/Frontend/FrontendAction.h"

#include "frontend/Frontend.h"
#include "frontend/nvrtc/Pch.h"

namespace anywarp::frontend {

/// What makes the PTX of a pass, or host code. Nobody frees it: the process ends soon.
clang::FrontendAction *makeAction(const CompileJob &job, const Arch *arch);
/// Preprocesses, and prints what comes of it if `prints`.
std::unique_ptr<clang::FrontendAction> makePreprocessAction(const CompileJob &job, bool prints);
/// Makes a precompiled header, and tells what it read. Nobody frees it.
clang::FrontendAction *makePchAction(const RuntimeSource &source, RuntimePch::Built &built);

} // namespace anywarp::frontend
