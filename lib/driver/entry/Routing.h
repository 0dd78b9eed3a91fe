// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_DEVICE=all: NVIDIA's devices and ours in one process, two drivers behind one libcuda. A
// call goes to the driver that owns the first handle, device or known address among its arguments,
// else to the driver of the thread's current context; both is read off the tables in spec/driver. A
// call that names objects of both drivers is refused with INVALID_HANDLE. What has to serve both is
// Across in the tables and written in the files Routing*.cpp: devices, current contexts, copies,
// libraries, waiting for events.
//
// Neither driver knows of the other. To NVIDIA's driver our memory is plain memory of the host, so
// copies between the drivers are copies with the host. Where both are not listed nothing of this is
// ever called.
#pragma once

#include <cstdint>
#include <optional>

#include "driver/base/Api.h"

namespace anywarp::driver {
struct Vendor;

namespace routing {

enum class Driver : uint8_t { Vendor, Ours };

/// Decided with the choice of the driver (Vendor.h): true under ANYWARP_DEVICE=all where NVIDIA's
/// driver has devices.
inline bool hasBothDrivers() {
  extern bool areBothListed; // set before any call can ask
  return areBothListed;
}
/// NVIDIA's devices that are listed before ours; 0 unless hasBothDrivers.
int vendorDevices();
/// The uppermost byte of our handles where there are others.
inline constexpr uint8_t kHandleMark = 0x41;

/// NVIDIA's own functions, while hasBothDrivers.
const Vendor &vendorCalls();
/// Sets the state up; the result is the table for the exported functions.
const Vendor *combine(const Vendor *vendors, int devices);

// -- Whose a thing is -----------------------------------------------------------------------------

Driver driverOf(uint64_t handle);
template <typename T> Driver driverOf(T *handle) {
  return driverOf(reinterpret_cast<uint64_t>(handle));
}
Driver driverOfDevice(CUdevice device);
/// Memory that our driver knows.
bool isOurMemory(CUdeviceptr address);
/// Nothing: memory of the program that neither driver knows.
std::optional<Driver> ownerOf(CUdeviceptr address);

/// The driver of the calling thread's current context; NVIDIA's if there is none.
Driver currentDriver();
bool hasCurrent();
/// For a call for the driver that is not the current one: gives that driver a context. It is
/// the one that the driver had last in this thread, else the one that `address` belongs to, else a
/// primary one that is active.
void lendContext(Driver driver, CUdeviceptr address);

/// Waits for the default stream of a driver.
void finishDefaultStream(Driver driver);

/// While it lives, the driver has in this thread the context that `address` belongs to. A
/// copy that the caller waits for takes its turn there.
class WithContextOf {
public:
  WithContextOf(Driver driver, CUdeviceptr address);
  ~WithContextOf();
  WithContextOf(const WithContextOf &) = delete;

private:
  const Driver driver_;
  CUcontext outer_ = nullptr;
  bool isExchanged_ = false;
};

/// While it lives, the next exported function that is called goes to our driver.
class OnOurs {
public:
  OnOurs();
  ~OnOurs();
  OnOurs(const OnOurs &) = delete;
  /// True once for each object.
  static bool take();

private:
  bool outer_;
};

// -- Libraries (RoutingLibrary.cpp) ---------------------------------------------------------------

/// What a handle of a library or kernel that was loaded on both drivers is on one of them. The
/// result says why it is not there. Other handles are left as they are: false.
bool findLoaded(uint64_t handle, Driver driver, uint64_t &found, CUresult &result);

// -- Where a call goes ----------------------------------------------------------------------------

/// Takes the arguments of one call, by their type in the tables.
class Route {
public:
  /// It is of a kind that does its work in a stream.
  void inStream() { isInStream_ = true; }
  void handle(uint64_t bits);
  template <typename T> void handle(T *handle) { this->handle(reinterpret_cast<uint64_t>(handle)); }
  void device(CUdevice device);
  void pointer(CUdeviceptr address);
  void pointer(const void *address) { pointer(reinterpret_cast<CUdeviceptr>(address)); }
  /// Of no driver, but another on each: exchanged for that of the driver where the call goes.
  template <typename T> void loaded(T *&handle) { loadedAt(reinterpret_cast<uint64_t *>(&handle)); }
  void record(const CUmemLocation &location);
  void record(const CUmemLocation *location);
  void record(const CUmemPoolProps *properties);
  void record(const CUmemAllocationProp *properties);
  void record(const CUlaunchConfig *config);
  void record(CUDA_LAUNCH_PARAMS *launches);
  void record(const CUDA_RESOURCE_DESC *resource);
  /// Exchanged for a copy that names what its driver knows.
  void record(const CUDA_KERNEL_NODE_PARAMS *&params);
  void record(const CUDA_KERNEL_NODE_PARAMS_v1 *&params);
  void record(CUgraphNodeParams *&params);
  void record(const CUDA_MEMCPY3D *&copy);

  struct Decision {
    Driver driver;
    /// The work is in a default stream that the caller does not mean: it is to be waited for.
    bool waits = false;
    CUresult result = CUDA_SUCCESS; ///< else the call is refused
    const char *reason = nullptr;
  };
  Decision decide(bool needsContext);

private:
  void vote(Driver driver);
  void loadedAt(uint64_t *handle);
  std::optional<Driver> owner_;
  bool isMixed_ = false, isInStream_ = false, hasHandle_ = false;
  CUdeviceptr pointer_ = 0; ///< the first one that is not ours
  static constexpr int kMostLoaded = 3;
  uint64_t *loaded_[kMostLoaded];
  int loadedCount_ = 0;
  const CUDA_MEMCPY3D **copy_ = nullptr;
};

/// The functions that serve both drivers, named like the rows of the tables.
#include "driver/Across.inc"

} // namespace routing
} // namespace anywarp::driver
