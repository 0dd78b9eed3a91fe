// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA's driver behind ours. A program that is linked with libcuda.so.1 gets this library. Where
// ANYWARP_DEVICE and the machine say GPU, every call is passed on unchanged, so that the same
// executable runs there. Under ANYWARP_DEVICE=all those that are for its devices are passed on
// (Routing.h). Decided once, at the first call; any thread may call.
#pragma once

#include <atomic>

#include "driver/base/Api.h"

namespace anywarp::driver {

/// NVIDIA's functions under their exported names. A name that its driver lacks answers
/// NOT_SUPPORTED.
struct Vendor {
#define AW_SYMBOL(name) decltype(&::name) name;
#include "driver/Symbols.inc"
#undef AW_SYMBOL
};

/// NOT_INITIALIZED before the program's own cuInit: looking for devices has already made one.
CUresult admitToVendor(bool needsNothing);

/// Decides; null if this library serves the calls itself.
const Vendor *chooseVendor();

/// The driver to which calls go, null for our own.
inline const Vendor *vendor() {
  extern std::atomic<bool> vendorIsChosen;
  extern const Vendor *chosenVendor;
  return vendorIsChosen.load(std::memory_order_acquire) ? chosenVendor : chooseVendor();
}

} // namespace anywarp::driver
