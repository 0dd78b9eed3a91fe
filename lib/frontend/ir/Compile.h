// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One compilation: modules of LLVM IR to one PTX text, or to an input of nvJitLink that holds it.
#pragma once

#include <string>
#include <vector>

#include <nvvm.h>

#include "frontend/Frontend.h"

namespace anywarp::frontend::ir {

struct Options {
  Arch arch{75, 0};
  unsigned level = 3; ///< -opt
  bool debug = false;
  bool linkTime = false; ///< -gen-lto: not PTX but what lib/fatbin/LtoIr.h describes
  bool flushDenormals = false, preciseSqrt = true, preciseDivision = true, fusedMultiplyAdd = true;

  bool optimizes() const { return level > 0 && !debug; }
  bool contracts() const { return level > 0 && fusedMultiplyAdd; }

  /// The first option that is none, or empty.
  AW_FRONTEND_API std::string parse(const std::vector<std::string> &options);
};

struct ModuleText {
  std::string name, contents; ///< bitcode or text
  bool isLazy = false;        ///< only what others use of it is taken
};

struct Result {
  nvvmResult code = NVVM_ERROR_COMPILATION;
  std::string ptx, log;
};

/// In a child process: whatever the modules are, the caller lives on. With `verifyOnly` no PTX is
/// made.
AW_FRONTEND_API Result compile(const std::vector<ModuleText> &modules, const Options &options,
                               bool verifyOnly);

} // namespace anywarp::frontend::ir
