// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that the runtime learns of though the host pass saw no __device__.
#pragma once

namespace llvm {
class Module;
}

namespace anywarp::frontend {

/// Registers every variable of the host that device code defines under the same name, as nvcc does:
/// its list comes from the device pass. So `__device__` may stand behind an #ifdef __CUDA_ARCH__.
void registerDeviceVariables(llvm::Module &module);

} // namespace anywarp::frontend
