// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ptxas -v and nvcc --resource-usage tell about the kernels of a PTX text.
#pragma once

#include <string>

#include "ptx/Module.h"

namespace anywarp::tool {

/// Lines as NVIDIA's assembler prints them, with what the driver answers to cuFuncGetAttribute:
/// registers are an estimate from the values that are live at once, memory is exact.
std::string describeKernels(const ptx::Module &module, const std::string &gpuName);

} // namespace anywarp::tool
