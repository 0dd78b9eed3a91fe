// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ptxas -v and nvcc --resource-usage tell about the kernels of a PTX text, and what is wrong
// with several that are linked.
#pragma once

#include <string>
#include <vector>

#include "ptx/Module.h"
#include "ptx/link/LinkCheck.h"

namespace anywarp::tool {

/// Lines as NVIDIA's assembler prints them, with what the driver answers to cuFuncGetAttribute:
/// registers are an estimate from the values that are live at once, memory is exact.
std::string describeKernels(const ptx::Module &module, const std::string &gpuName);

/// A message for each kernel or module that needs more memory than any device has. `isWhole`: it is
/// linked with nothing else, so that what its kernels call counts, too.
std::vector<std::string> exceededLimits(const ptx::Module &module, bool isWhole);

/// Prints faults of a device link as nvlink does. Answers its exit code, 0 if there are none.
int reportLinkFaults(const ptx::LinkFaults &faults);

} // namespace anywarp::tool
