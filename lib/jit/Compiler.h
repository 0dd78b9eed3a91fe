// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a kernel's PTX to the bytes of a relocatable object: codegen, then LLVM's x86 back end.
#pragma once

#include <string>

#include "jit/Session.h"
#include "jit/TargetCpu.h"

namespace anywarp::jit {

/// Compiles one kernel variant. A mistake in a pass or the back end is a failure, not a crash. Any
/// number of threads may compile at once.
Expected<std::string> compileToObject(const CompileRequest &request, const TargetCpu &cpu);

} // namespace anywarp::jit
