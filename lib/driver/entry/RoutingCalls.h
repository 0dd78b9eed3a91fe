// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For the functions that serve both drivers. vendors::cuX calls NVIDIA's driver. ours::cuX calls
// our own entry point with everything around it. Both take the form (legacy or per-thread default
// stream) of the exported function that the program called.
#pragma once

#include "driver/entry/Entry.h"
#include "driver/entry/Routing.h"

namespace anywarp::driver::routing {

inline bool isPerThread() { return perThreadDefaultStream; }

#include "driver/Routing.inc"

/// Names memory of ours by its host address.
void nameOursAsHost(CUDA_MEMCPY3D &copy);

} // namespace anywarp::driver::routing
