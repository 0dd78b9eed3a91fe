// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that only pass on to the driver: rows of spec/runtime with On, and how their
// parameters are turned into the driver's.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/core/Registry.h"
#include "runtime/records/CopyRecord.h"
#include "runtime/records/GraphNodeParams.h"
#include "runtime/records/LayoutCast.h"
#include "runtime/records/ResourceRecord.h"

namespace anywarp::runtime {

/// A record that the other API has in another form; null is the caller's mistake.
template <typename From, typename To> static cudaError_t toDriver(const From *from, To &to) {
  return from ? toDriver(*from, to) : cudaErrorInvalidValue;
}

static cudaError_t kernelOf(const void *entry, CUkernel &kernel) {
  return Registry::get().kernel(entry, kernel);
}

/// The driver takes a kernel where it asks for a function.
static cudaError_t functionOf(const void *entry, CUfunction &function) {
  CUkernel kernel;
  if (cudaError_t error = kernelOf(entry, kernel))
    return error;
  function = reinterpret_cast<CUfunction>(kernel);
  return cudaSuccess;
}

#include "runtime/PassedOn.inc"

} // namespace anywarp::runtime
