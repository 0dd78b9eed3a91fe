// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launch of a kernel whose handle is known.
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

cudaError_t launchKernel(CUkernel kernel, dim3 gridDim, dim3 blockDim, void **args,
                         size_t sharedMem, cudaStream_t stream);

/// The driver's form of a launch configuration; shares the attribute list.
CUlaunchConfig toDriver(const cudaLaunchConfig_t &config);

} // namespace anywarp::runtime
