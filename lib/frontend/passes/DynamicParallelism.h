// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel launches in device code.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace anywarp::frontend {

/// Turns what Clang makes of kernel<<<...>>> in device code (a call of __cudaPushCallConfiguration
/// and, guarded by its result, a plain call of the kernel) into calls of the device runtime:
///   buffer = __cudaCDP2GetParameterBufferV2(kernel, grid, block, shared bytes)
///   if (buffer) { arguments → buffer; __cudaCDP2LaunchDeviceV2(buffer, stream); }
/// `kernels` are the functions known to be kernels. A launch it cannot read is an error of the
/// module's context.
void lowerDeviceLaunches(llvm::Module &module,
                         const llvm::SmallPtrSetImpl<llvm::Function *> &kernels);

} // namespace anywarp::frontend
