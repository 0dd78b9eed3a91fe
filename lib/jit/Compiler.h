// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a kernel's PTX to the bytes of a relocatable object: codegen, then LLVM's x86 back end.
#pragma once

#include <string>
#include <vector>

#include "jit/Session.h"
#include "jit/TargetCpu.h"

namespace anywarp::jit {

/// Where the time of a compilation went: processor time of the compiling thread.
struct CompileStage {
  std::string name; ///< "SetUp", "Emit", a pass of codegen::loweringPassNames, "BackEnd"
  double milliseconds;
};

/// Compiles one kernel variant. A mistake in a pass or the back end is a failure, not a crash. Any
/// number of threads may compile at once. `stages`, if not null, is told of each stage.
/// `isQuick`, if not null: where it takes long to optimise the kernel, the object is one that is
/// made in a part of the time and does the same, slower; and whether it is such a one.
Expected<std::string> compileToObject(const CompileRequest &request, const TargetCpu &cpu,
                                      std::vector<CompileStage> *stages = nullptr,
                                      bool *isQuick = nullptr);

} // namespace anywarp::jit
