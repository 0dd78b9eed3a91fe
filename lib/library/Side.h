// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whose devices a library serves: CPU devices by its own code, NVIDIA's GPUs by NVIDIA's library of
// the same name, if there is one. Decided once, with the driver (ANYWARP_DEVICE). Any thread may
// call.
#pragma once

#include <atomic>

namespace anywarp::library {

/// One library of NVIDIA's toolkit.
struct Library {
  const char *name;           ///< "curand"
  const char *const *sonames; ///< the newest first; ends with null
};

/// True: the devices are NVIDIA's.
bool isVendors();

/// A function of NVIDIA's library; null if the library or the function is missing, which is told
/// once.
void *vendorFunction(const Library &library, const char *symbol);

} // namespace anywarp::library
