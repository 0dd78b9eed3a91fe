// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a kernel's PTX to the bytes of a relocatable object: codegen, then LLVM's x86 back end.
#pragma once

#include <functional>
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

/// Takes an object of the same kernel that is made in a part of the time and does the same, slower.
using TakeQuickObject = std::function<void(std::string object)>;

/// Compiles one kernel variant. A mistake in a pass or the back end is a failure, not a crash. Any
/// number of threads may compile at once. `stages`, if not null, is told of each stage.
/// `takeQuick`, if not null, is given a quick object before the kernel is optimised, where that
/// takes long; nothing that `request` points to is used afterwards, but `unwanted`.
Expected<std::string> compileToObject(const CompileRequest &request, const TargetCpu &cpu,
                                      std::vector<CompileStage> *stages = nullptr,
                                      const TakeQuickObject &takeQuick = nullptr);

} // namespace anywarp::jit
