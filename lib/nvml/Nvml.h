// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The management library inside: the functions of spec/nvml that are Done, and what their entry
// points ask first. Any thread may call anything.
#pragma once

#include <nvml.h>

namespace anywarp::nvml {

#include "nvml/Declarations.inc"

/// nvmlInit has been called, and not nvmlShutdown as often.
bool isInitialized();
/// A handle of ours.
bool isDevice(nvmlDevice_t device);
/// Number of devices, which does not change.
unsigned deviceCount();
/// The device of a number below deviceCount().
nvmlDevice_t deviceOf(unsigned number);
unsigned numberOf(nvmlDevice_t device);

/// Copies with the closing 0; INSUFFICIENT_SIZE leaves the buffer as it is.
nvmlReturn_t copyText(const char *text, char *buffer, unsigned length);

/// The exported name of an entry, and where a call of it goes: one of ours until NVIDIA's library
/// is chosen. Written under the lock of nvmlInit only.
extern const char *const kNames[];
extern const unsigned kEntries;
extern "C" __attribute__((visibility("hidden"))) void *anywarpNvmlTable[];

} // namespace anywarp::nvml
