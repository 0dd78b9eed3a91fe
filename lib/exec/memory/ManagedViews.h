// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_CONCURRENT_MANAGED=0: managed memory as on devices that do not share it with the host
// while they work. It lies in a window of addresses of its own. The same memory can be seen at
// kManagedViewOffset from there: kernels are compiled to use it there
// (codegen/passes/checks/CheckAccess), copies and fills do so, too. So the program's view can be
// closed while they go on.
//
// When it is closed is not known here: setHostMay (HostGuard.h).
//
// racecheck wants the same views for managed and pinned memory, without those rules: it closes
// pages to see who touches them (watchViews), and opens them then.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/KernelAbi.h"

namespace anywarp::exec {

extern bool exclusiveManaged; ///< set by enableManagedViews
extern bool managedViews;     ///< there is a window
inline bool isManagedExclusive() { return exclusiveManaged; }
/// Reads ANYWARP_CONCURRENT_MANAGED. Before anything else here; once.
void enableManagedViews();

/// Called by the fault handler when pages are touched that were closed by closeView: true if it
/// opened them. `isInside`: by code of the driver or of a device.
using OnTouched = bool (*)(uintptr_t address, bool isWrite, uintptr_t pc, bool isInside);
extern OnTouched onTouched;
/// Memory can lie in the window, and there are no rules. Nothing happens in strict mode, nor where
/// the rules are in force.
void watchViews(OnTouched onTouched);
/// The program's view of whole pages; not those that it shares with others.
void closeView(uintptr_t start, size_t bytes);
void openView(uintptr_t start, size_t bytes);

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
  return managedViews && isManaged(place) ? reinterpret_cast<T *>(place + kManagedViewOffset)
                                          : address;
}
/// The other way round.
inline uintptr_t programView(uintptr_t address) {
  return managedViews && isManaged(address - kManagedViewOffset) ? address - kManagedViewOffset
                                                                 : address;
}

/// Called by the fault handler, in the thread of the program that touched closed memory. It may
/// write a message; the fault then takes its course.
extern void (*onClosedManaged)(uintptr_t address);

} // namespace anywarp::exec
