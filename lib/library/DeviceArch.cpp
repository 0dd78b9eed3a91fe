// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library/DeviceArch.h"

#include "library/Work.h"

namespace anywarp::library {

std::string archOfDevice() {
  CUdevice device;
  int major = 0, minor = 0;
  if (cu().cuCtxGetDevice(&device) ||
      cu().cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) ||
      cu().cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device))
    return {};
  return "sm_" + std::to_string(major * 10 + minor);
}

} // namespace anywarp::library
