// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers that options and pragmas of nvcc and NVRTC use for warnings, and what Clang calls
// them.
#pragma once

#include <string_view>

namespace anywarp::frontend {

struct CompileJob;

/// Those that come only when they are asked for.
enum : unsigned { kLambdaCapturesThis = 20178, kDefaultStream = 20198, kLaunchBounds = 20238 };

/// True if CUDA 13's compilers have a warning of this number.
bool isWarningNumber(unsigned number);

/// The number of the warning that -Xcudafe calls `name`; 0: Clang has none that says the same, or
/// there is none.
unsigned warningNumber(std::string_view name);

enum class Severity { Ignored, Warning, Error };

/// How `job` is to tell the warning `number`: the last word about it counts. One that neither Clang
/// nor we have needs nothing, for it never comes.
void setWarning(CompileJob &job, unsigned number, Severity severity);

} // namespace anywarp::frontend
