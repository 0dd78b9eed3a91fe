// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host object of a relocatable compile.
#pragma once

namespace llvm {
class Module;
}

namespace anywarp::frontend {

struct HostFacts;

/// Makes the object register its device code with those of the same program, as one: instead of its
/// own registration it calls __cudaRegisterLinkedBinary_nv_ID(registerGlobals, wrapper, id, null),
/// which the device link (tools/nvcc/DeviceLink.h) defines. An object without kernels or variables
/// gets the container of `facts.fatBinary`, too. Shadows of device variables become symbols of the
/// library.
void makeRelocatable(llvm::Module &module, const HostFacts &facts);

} // namespace anywarp::frontend
