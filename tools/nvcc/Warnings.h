// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What -diag-suppress, -diag-error, -diag-warn and -Xcudafe ask for, as options of the front end.
#pragma once

#include <string>

#include "Options.h"
#include "frontend/Frontend.h"

namespace anywarp::nvcc {

/// Adds to the job what the options say of warnings by number or name. False with a message in
/// `error`.
bool addWarningOptions(const CommandLine &line, frontend::CompileJob &job, std::string &error);

} // namespace anywarp::nvcc
