// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs whose kernels launch kernels, on NVIDIA's driver: unlike ours, it has no device runtime
// built in and expects one as an input of the link (CUDA guide, "Dynamic Parallelism", "Linking").
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

/// The wrapper of a fat binary is one that a device link made.
bool isDeviceLinked(const void *wrapper);

/// Links the fat binaries of a device link in the current context with the
/// libcudadevrt.a of the CUDA toolkit that is installed there, and loads the result. False: there
/// is no such archive, or they do not link; `library` is unchanged. The trace says which.
bool loadWithDeviceRuntime(const void *wrapper, CUlibrary &library);

} // namespace anywarp::runtime
