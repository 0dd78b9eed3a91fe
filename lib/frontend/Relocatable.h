// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host object of a relocatable compile.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace anywarp::frontend {

/// Makes the object register its device code with those of the same program, as one: instead of its
/// own registration it calls __cudaRegisterLinkedBinary_nv_ID(registerGlobals, wrapper, id, null),
/// which the device link (tools/nvcc/DeviceLink.h) defines. An object without kernels or variables
/// gets the container of `fatBinary`, too. Shadows of device variables become visible to the others.
void makeRelocatable(llvm::Module &module, const std::string &moduleId,
                     const std::string &fatBinary);

} // namespace anywarp::frontend
