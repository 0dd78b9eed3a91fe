// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime remembers of each device. One table for the process, made at the first call that
// needs it; any thread may use it.
#pragma once

#include <atomic>
#include <vector>

#include "runtime/Api.h"
#include "support/Mutex.h"

namespace anywarp::runtime {

struct DeviceState {
  CUdevice handle = CU_DEVICE_INVALID;
  std::atomic<CUcontext> primary = nullptr; ///< the last one retained
  std::atomic<bool> isRetained = false;     ///< false again after cudaDeviceReset
};

class DeviceTable {
public:
  static DeviceTable &get();

  int count() const { return static_cast<int>(states_.size()); }
  DeviceState *find(int ordinal); ///< null if there is none
  int ordinalOf(CUdevice handle) const;

  /// Retains the primary context unless this process already did, and it still is active: programs
  /// release and reset it by the driver API, too.
  cudaError_t retain(DeviceState &state, CUcontext &context);
  /// Destroys everything in the primary context.
  cudaError_t reset(DeviceState &state);

  /// The ordinal of the thread's last cudaSetDevice, -1 before it.
  static int &chosen();
  /// The ordinal that a thread without a context takes.
  int preferred();
  /// `first`: of the list of cudaSetValidDevices.
  void setValid(int first);

private:
  DeviceTable();
  std::vector<DeviceState> states_;
  Mutex mutex_; ///< guards retaining and resetting
  std::atomic<int> firstValid_{0};
};

} // namespace anywarp::runtime
