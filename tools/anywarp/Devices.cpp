// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// anywarp devices: what programs can use.
#include <cstdlib>
#include <dlfcn.h>

#include <fmt/format.h>

#include "Commands.h"
#include "Places.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::tool {

/// Lists the devices of a driver library through its public API; false if it has none.
static bool listDevices(const std::string &library, const char *title) {
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return false;
  auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(handle, "cuInit"));
  auto count = reinterpret_cast<int (*)(int *)>(dlsym(handle, "cuDeviceGetCount"));
  auto name = reinterpret_cast<int (*)(char *, int, int)>(dlsym(handle, "cuDeviceGetName"));
  auto attribute =
      reinterpret_cast<int (*)(int *, int, int)>(dlsym(handle, "cuDeviceGetAttribute"));
  auto memory = reinterpret_cast<int (*)(size_t *, int)>(dlsym(handle, "cuDeviceTotalMem_v2"));
  int devices = 0;
  if (!init || !count || !name || !attribute || !memory || init(0) != 0 || count(&devices) != 0)
    return false;
  constexpr int kMultiprocessors = 16, kMajor = 75, kMinor = 76; // CU_DEVICE_ATTRIBUTE_…
  for (int device = 0; device < devices; ++device) {
    char text[256] = "";
    int multiprocessors = 0, major = 0, minor = 0;
    size_t bytes = 0;
    if (name(text, sizeof text, device) || attribute(&multiprocessors, kMultiprocessors, device) ||
        attribute(&major, kMajor, device) || attribute(&minor, kMinor, device) ||
        memory(&bytes, device))
      continue;
    fmt::print("{} {}: {}, compute capability {}.{}, {} multiprocessors, {:.1f} GiB\n", title,
               device, text, major, minor, multiprocessors, double(bytes) / (1 << 30));
  }
  return devices > 0;
}

int devices() {
  bool gpu = false;
  for (const std::string &driver : findVendorDrivers())
    gpu = gpu || listDevices(driver, "GPU");
  // Our driver passes calls on to NVIDIA's unless it is told to stay on the CPU.
  setenv("ANYWARP_DEVICE", "cpu", /*overwrite=*/1);
  bool cpu = listDevices((libDir() / "libcuda.so.1").string(), "CPU");
  if (!gpu)
    fmt::print("no NVIDIA driver with a device on this machine: programs run on the CPU\n");
  return cpu ? 0 : 1;
}

} // namespace anywarp::tool
