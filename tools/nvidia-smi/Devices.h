// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver tells about its devices, asked through its public API.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace anywarp::smi {

struct Device {
  int index = 0;
  std::string name, uuid, busId;
  int major = 0, minor = 0, multiprocessors = 0, clockKHz = 0, memoryClockKHz = 0;
  uint64_t totalBytes = 0, freeBytes = 0;
  std::string computeMode;
};

struct Inventory {
  std::vector<Device> devices;
  int cudaVersion = 0; ///< 13000
};

/// False with `error` if there is no driver, or it has no device.
bool readDevices(Inventory &inventory, std::string &error);

} // namespace anywarp::smi
