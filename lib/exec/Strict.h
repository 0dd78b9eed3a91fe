// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_STRICT=1: memory is told apart as on a GPU, where host and device share no addresses.
//
// Kernels may touch only pages that were opened to them: device, managed, pinned and registered
// memory, and what the engine itself gives them. One bit for each page of the address space, at a
// fixed place; kernels are compiled with a look-up before each access (codegen/passes/CheckAccess).
//
// The host may not touch device memory. The device's pages are inaccessible while no call of the
// API and no work of a device is under way; when such code touches one, the fault handler opens the
// mapping until the last of them has ended. So other threads of the program are not stopped in that
// time: pages belong to the process, not to threads.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anywarp::exec {

extern bool strictMode; ///< set by enableStrict
inline bool isStrict() { return strictMode; }
/// Reads ANYWARP_STRICT. Before anything else here; once.
void enableStrict();

/// Opens and closes pages to kernels: all that the range has bytes in.
void openToKernels(uintptr_t start, size_t bytes);
void closeToKernels(uintptr_t start, size_t bytes);
bool isOpenToKernels(uintptr_t address);

/// A mapping of device memory, from its first page to its last; again after it was mapped anew.
void guardFromHost(void *start, size_t bytes);
/// It is about to go.
void unguardFromHost(void *start);

/// Code of the driver that may touch device memory. Nests.
class DeviceAccess {
public:
  DeviceAccess() {
    if (isStrict())
      enter();
  }
  ~DeviceAccess() {
    if (isStrict())
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

/// For the fault handler: true if the access may be repeated.
bool admitAccess(uintptr_t address);

} // namespace anywarp::exec
