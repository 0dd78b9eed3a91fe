// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver beside this program, loaded by name: it may be ours or hand calls on to a GPU's.
#include "nvidia-smi/Devices.h"

#include <cstdio>
#include <cuda.h>
#include <dlfcn.h>
#include <unistd.h>

namespace anywarp::smi {
namespace {

std::string programFolder() {
  char buffer[4096];
  ssize_t n = readlink("/proc/self/exe", buffer, sizeof buffer);
  std::string self(buffer, n > 0 ? size_t(n) : 0);
  return self.substr(0, self.rfind('/'));
}

template <typename Function> bool find(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

struct Driver {
  decltype(&::cuInit) init;
  decltype(&::cuDriverGetVersion) version;
  decltype(&::cuDeviceGetCount) count;
  decltype(&::cuDeviceGetName) name;
  decltype(&::cuDeviceGetUuid) uuid;
  decltype(&::cuDeviceGetPCIBusId) busId;
  decltype(&::cuDeviceGetAttribute) attribute;
  decltype(&::cuDeviceTotalMem) totalMemory;
  decltype(&::cuDevicePrimaryCtxRetain) retain;
  decltype(&::cuDevicePrimaryCtxRelease) release;
  decltype(&::cuCtxSetCurrent) setCurrent;
  decltype(&::cuMemGetInfo) memoryInfo;

  bool load(std::string &error) {
    std::string top = programFolder() + "/../lib";
    void *library = nullptr;
    for (const std::string &path :
         {top + "/libcuda.so.1", top + "/anywarp/libcuda.so.1", std::string("libcuda.so.1")})
      if ((library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)))
        break;
    if (!library) {
      error = "the driver library libcuda.so.1 was not found";
      return false;
    }
    error = "the driver library lacks a function";
    return find(library, "cuInit", init) && find(library, "cuDriverGetVersion", version) &&
           find(library, "cuDeviceGetCount", count) && find(library, "cuDeviceGetName", name) &&
           find(library, "cuDeviceGetUuid_v2", uuid) &&
           find(library, "cuDeviceGetPCIBusId", busId) &&
           find(library, "cuDeviceGetAttribute", attribute) &&
           find(library, "cuDeviceTotalMem_v2", totalMemory) &&
           find(library, "cuDevicePrimaryCtxRetain", retain) &&
           find(library, "cuDevicePrimaryCtxRelease_v2", release) &&
           find(library, "cuCtxSetCurrent", setCurrent) &&
           find(library, "cuMemGetInfo_v2", memoryInfo);
  }
};

std::string spelled(const CUuuid &uuid) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    char byte[4];
    snprintf(byte, sizeof byte, "%02x", unsigned(static_cast<unsigned char>(uuid.bytes[i])));
    text += byte;
    if (i == 3 || i == 5 || i == 7 || i == 9)
      text += '-';
  }
  return text;
}

} // namespace

bool readDevices(Inventory &inventory, std::string &error) {
  Driver driver;
  if (!driver.load(error))
    return false;
  int count = 0;
  if (driver.init(0) != CUDA_SUCCESS || driver.count(&count) != CUDA_SUCCESS || count == 0) {
    error = "the driver has no devices";
    return false;
  }
  driver.version(&inventory.cudaVersion);
  for (int i = 0; i < count; ++i) {
    CUdevice handle = i;
    Device device;
    device.index = i;
    char text[256] = "";
    if (driver.name(text, sizeof text, handle) == CUDA_SUCCESS)
      device.name = text;
    if (CUuuid uuid; driver.uuid(&uuid, handle) == CUDA_SUCCESS)
      device.uuid = spelled(uuid);
    if (driver.busId(text, sizeof text, handle) == CUDA_SUCCESS)
      device.busId = text;
    auto attribute = [&](CUdevice_attribute which) {
      int value = 0;
      driver.attribute(&value, which, handle);
      return value;
    };
    device.major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    device.minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    device.multiprocessors = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    device.clockKHz = attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    device.memoryClockKHz = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    switch (attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE)) {
    case CU_COMPUTEMODE_PROHIBITED:
      device.computeMode = "Prohibited";
      break;
    case CU_COMPUTEMODE_EXCLUSIVE_PROCESS:
      device.computeMode = "Exclusive_Process";
      break;
    default:
      device.computeMode = "Default";
    }
    size_t total = 0, free = 0;
    if (driver.totalMemory(&total, handle) == CUDA_SUCCESS)
      device.totalBytes = device.freeBytes = total;
    CUcontext context;
    if (driver.retain(&context, handle) == CUDA_SUCCESS) {
      if (driver.setCurrent(context) == CUDA_SUCCESS &&
          driver.memoryInfo(&free, &total) == CUDA_SUCCESS)
        device.freeBytes = free;
      driver.setCurrent(nullptr);
      driver.release(handle);
    }
    inventory.devices.push_back(std::move(device));
  }
  return true;
}

} // namespace anywarp::smi
