// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Start and end; the choice between NVIDIA's library and ours, made by the first nvmlInit.
#include <atomic>
#include <dlfcn.h>
#include <string>

#include "nvml/Nvml.h"
#include "support/Mutex.h"
#include "support/Options.h"
#include "support/Trace.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::nvml {

namespace {
Mutex mutex; ///< guards the choice and the table
bool isChosen AW_GUARDED_BY(mutex) = false;
std::atomic<unsigned> references = 0;

nvmlReturn_t notFound() { return NVML_ERROR_FUNCTION_NOT_FOUND; }

using Init = nvmlReturn_t (*)(unsigned int flags);
using Count = nvmlReturn_t (*)(unsigned int *count);

/// Loads it and initialises it; null without a device. The caller's flags are its.
void *openVendor(unsigned flags) {
  for (const std::string &path : findVendorLibraries("libnvidia-ml.so.1")) {
    void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      continue;
    auto *init = reinterpret_cast<Init>(::dlsym(library, "nvmlInitWithFlags"));
    auto *count = reinterpret_cast<Count>(::dlsym(library, "nvmlDeviceGetCount_v2"));
    unsigned devices = 0;
    if (init && count && init(flags) == NVML_SUCCESS) {
      if (count(&devices) == NVML_SUCCESS && devices)
        return library;
      if (auto *end = reinterpret_cast<nvmlReturn_t (*)()>(::dlsym(library, "nvmlShutdown")))
        end();
    }
    ::dlclose(library);
  }
  return nullptr;
}

void handOver(void *library) {
  for (unsigned i = 0; i < kEntries; ++i) {
    void *found = ::dlsym(library, kNames[i]);
    void *target = found ? found : reinterpret_cast<void *>(&notFound);
    __atomic_store_n(&anywarpNvmlTable[i], target, __ATOMIC_RELEASE);
  }
}
} // namespace

bool isInitialized() { return references.load(std::memory_order_acquire) > 0; }

nvmlReturn_t nvmlInitWithFlags(unsigned int flags) {
  LockGuard lock(mutex);
  const std::string &choice = Options::get().device;
  if (!isChosen && choice != "cpu") {
    if (void *library = openVendor(flags)) {
      handOver(library);
      isChosen = true;
      return NVML_SUCCESS; // it counts this call
    }
    if (choice == "gpu") {
      report("ANYWARP_DEVICE=gpu, but there is no NVIDIA driver with a device");
      return NVML_ERROR_DRIVER_NOT_LOADED;
    }
  }
  isChosen = true;
  references.fetch_add(1, std::memory_order_release);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlInit() { return nvml::nvmlInitWithFlags(0); }
nvmlReturn_t nvmlInit_v1() { return nvml::nvmlInitWithFlags(0); }

nvmlReturn_t nvmlShutdown() {
  LockGuard lock(mutex);
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  references.fetch_sub(1, std::memory_order_release);
  return NVML_SUCCESS;
}

} // namespace anywarp::nvml
