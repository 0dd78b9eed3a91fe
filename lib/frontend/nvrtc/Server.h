// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The process that compiles for this one: a companion (support/os/Companion.h), small whatever this
// process holds, which forks a child for each compilation. It keeps the headers that programs
// share.
#pragma once

#include <functional>
#include <optional>

#include "frontend/Frontend.h"

namespace anywarp::frontend {

/// How compileAtRuntime asks while it waits: in milliseconds, whether its caller has had enough.
inline constexpr int kAskEvery = 10;

/// Compiles in the companion, which is started if there is none. Nothing: it cannot be had, or went
/// away.
std::optional<RuntimeResult> compileByServer(const CompileJob &job,
                                             const std::function<bool()> &isCancelled);

} // namespace anywarp::frontend
