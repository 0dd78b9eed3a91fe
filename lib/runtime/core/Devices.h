// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices and their primary contexts. A thread's device is the device of its current driver
// context, or, before it has one, the ordinal of its last cudaSetDevice (0 at first). The first
// call that needs a context retains the primary context of that device, once for the process.
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

/// Makes a context current to the calling thread if none is. `hadContext`: the thread's, whether
/// one was found before.
cudaError_t ensureContext(bool &hadContext);

/// The calling thread's device.
int currentDevice();

/// The driver's handle of the calling thread's device.
CUdevice currentDeviceHandle();

/// The driver's handle of an ordinal, or cudaErrorInvalidDevice.
cudaError_t deviceHandle(int ordinal, CUdevice &handle);

/// The primary context of an ordinal, retained.
cudaError_t primaryContext(int ordinal, CUcontext &context);

/// The context that is current to the thread; after ensureContext never null.
CUcontext currentContext();

/// An attribute of the calling thread's device, 0 if the driver does not know it.
int currentDeviceAttribute(CUdevice_attribute attribute);

} // namespace anywarp::runtime
