// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_CONCURRENT_MANAGED=0: managed memory as on devices that do not share it with the host
// while they work. It lies in a window of addresses of its own. The same memory can be seen at
// kManagedViewOffset from there: kernels are compiled to use it there (codegen/passes/CheckAccess),
// copies and fills do so, too. So the program's view can be closed while they go on.
//
// When it is closed is not known here: setHostMay (HostGuard.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/KernelAbi.h"

namespace anywarp::exec {

extern bool exclusiveManaged; ///< set by enableManagedViews
inline bool isManagedExclusive() { return exclusiveManaged; }
/// Reads ANYWARP_CONCURRENT_MANAGED. Before anything else here; once.
void enableManagedViews();

/// Whole pages of zeros, open to the program until setHostMay. Null when the system refuses.
/// Thread-safe.
void *allocateManaged(size_t bytes);
void freeManaged(void *block, size_t bytes);

inline bool isManaged(uintptr_t address) {
  return address >> kManagedBits == kManagedBase >> kManagedBits;
}
/// Where a device finds what the program has at the address.
template <typename T> T *deviceView(T *address) {
  auto place = reinterpret_cast<uintptr_t>(address);
  return isManagedExclusive() && isManaged(place)
             ? reinterpret_cast<T *>(place + kManagedViewOffset)
             : address;
}
/// The other way round.
inline uintptr_t programView(uintptr_t address) {
  return isManagedExclusive() && isManaged(address - kManagedViewOffset)
             ? address - kManagedViewOffset
             : address;
}

/// Called by the fault handler, in the thread of the program that touched closed memory. It may
/// write a message; the fault then takes its course.
extern void (*onClosedManaged)(uintptr_t address);

} // namespace anywarp::exec
