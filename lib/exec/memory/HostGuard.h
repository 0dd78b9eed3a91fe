// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that the program's own code may not touch: device memory in strict mode (Strict.h),
// managed memory while a device is at work that cannot share it (ManagedViews.h).
//
// Its pages are inaccessible. When code of the driver or of a device touches one all the same, the
// fault handler opens the mapping until no call of the API and no work of a device is under way. So
// other threads of the program are not stopped in that time: pages belong to the process, not to
// threads.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anywarp::exec {

extern bool guardsHost; ///< set by enableHostGuard
/// There will be such memory. Before anything else here.
void enableHostGuard();

/// A mapping of it, from its first page to its last; again after it was mapped anew. `hostMay`: the
/// program may touch it for now.
void guardFromHost(void *start, size_t bytes, bool hostMay = false);
/// It is about to go.
void unguardFromHost(void *start);
/// From now on the program may touch the mapping, or may not any more.
void setHostMay(void *start, bool may);
/// From now on the program may touch the mapping in which the address lies, if there is one.
void openToHost(uintptr_t address);

/// Code of the driver that may touch such memory. Nests.
class DeviceAccess {
public:
  DeviceAccess() {
    if (guardsHost)
      enter();
  }
  ~DeviceAccess() {
    if (guardsHost)
      leave();
  }
  DeviceAccess(const DeviceAccess &) = delete;
  /// Opens all of it: for system calls, which do not fault but fail.
  static void openAll();

private:
  static void enter();
  static void leave();
};

/// A function of the program, called from such code.
class HostAccess {
public:
  HostAccess();
  ~HostAccess();
  HostAccess(const HostAccess &) = delete;

private:
  unsigned depth_ = 0;
};

/// For the fault handler: the thread is in such code, or in a device's.
bool isInside();
/// For the fault handler: true if the access may be repeated.
bool admitAccess(uintptr_t address);

} // namespace anywarp::exec
