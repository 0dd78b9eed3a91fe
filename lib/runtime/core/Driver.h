// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver that this process uses, chosen once by ANYWARP_DEVICE: NVIDIA's libcuda or ours for
// CPUs. Everything in this room reaches it through a table of function pointers from
// cuGetProcAddress; a function that the driver lacks is a stub that answers NOT_SUPPORTED. Any
// thread may call.
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

/// One pointer for each current driver function, under the name of its row in spec/driver.
struct DriverCalls {
#define AW_DRIVER_CALL(name, symbol, base, since, hasTwin) decltype(&::symbol) name;
#include "runtime/DriverCalls.inc"
#undef AW_DRIVER_CALL
};

struct Driver {
  cudaError_t status = cudaErrorInitializationError; ///< why the driver cannot be used
  int version = 0;                                   ///< of cuDriverGetVersion
  void *library = nullptr;                           ///< of dlopen
  /// The driver's function of that name under compute-sanitizer, else null.
  void (*sanitizerCall)(const char *call, int error, const char *name, const char *text) = nullptr;
  /// Of our driver, else null: a context is current that calls may use; false: ask the API.
  bool (*hasContext)() = nullptr;
  DriverCalls legacy;    ///< a null stream is the legacy default stream
  DriverCalls perThread; ///< a null stream is the thread's own
};

/// The driver, loaded and initialised at the first call.
const Driver &driver();

/// The table for the API call under way (entry::Scope knows by which name it came).
const DriverCalls &cu();

/// The same error in the runtime's numbers.
cudaError_t toError(CUresult result);

} // namespace anywarp::runtime
