// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choice between NVIDIA's driver and ours.
#include "driver/entry/Vendor.h"

#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <string>
#include <unordered_set>

#include "driver/entry/Entry.h"
#include "driver/entry/Routing.h"
#include "machine/Machine.h"
#include "support/Options.h"
#include "support/Trace.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::driver {

std::atomic<bool> vendorIsChosen = false;
const Vendor *chosenVendor = nullptr;

namespace {

template <typename F, CUresult Answer> struct Stub;
template <typename... A, CUresult Answer> struct Stub<CUresult (*)(A...), Answer> {
  static CUresult call(A...) { return Answer; }
};

std::atomic<bool> isInitialized = false;
decltype(&::cuInit) vendorInit = nullptr;

CUresult noticeInit(unsigned int flags) {
  const CUresult result = vendorInit(flags);
  if (result == CUDA_SUCCESS)
    isInitialized.store(true, std::memory_order_relaxed);
  return result;
}

/// Our exported functions that pass calls on to one of NVIDIA's driver.
std::unordered_set<const void *> &passedOn() {
  static auto *made = new std::unordered_set<const void *>; // calls may come after destructors
  return *made;
}
decltype(Vendor::cuGetProcAddress) vendorEntryPoint = nullptr;
decltype(Vendor::cuGetProcAddress_v2) vendorEntryPointWithStatus = nullptr;

/// Entry points asked for by name are the exported functions, so that a cuInit by either way counts
/// for both. NVIDIA's own where ours passes on to another or knows none.
void preferExported(const char *symbol, void **function, int version, cuuint64_t flags) {
  if (!*function)
    return;
  bool tooNew;
  void *exported = entry::findEntryPoint(
      symbol, version, flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, tooNew);
  if (exported && passedOn().contains(exported))
    *function = exported;
}

CUresult entryPoint(const char *symbol, void **function, int version, cuuint64_t flags) {
  const CUresult result = vendorEntryPoint(symbol, function, version, flags);
  if (result == CUDA_SUCCESS)
    preferExported(symbol, function, version, flags);
  return result;
}

CUresult entryPointWithStatus(const char *symbol, void **function, int version, cuuint64_t flags,
                              CUdriverProcAddressQueryResult *status) {
  const CUresult result = vendorEntryPointWithStatus(symbol, function, version, flags, status);
  if (result == CUDA_SUCCESS)
    preferExported(symbol, function, version, flags);
  return result;
}

/// Functions from `library`; with null a driver that has no device.
const Vendor *makeVendor(void *library) {
  auto *made = new Vendor;
#define AW_SYMBOL(name)                                                                            \
  if (void *found = library ? ::dlsym(library, #name) : nullptr) {                                 \
    made->name = reinterpret_cast<decltype(made->name)>(found);                                    \
    passedOn().insert(reinterpret_cast<const void *>(&::name));                                    \
  } else                                                                                           \
    made->name = library ? &Stub<decltype(made->name), CUDA_ERROR_NOT_SUPPORTED>::call             \
                         : &Stub<decltype(made->name), CUDA_ERROR_NO_DEVICE>::call;
#include "driver/Symbols.inc"
#undef AW_SYMBOL
  vendorInit = made->cuInit;
  made->cuInit = &noticeInit;
  vendorEntryPoint = made->cuGetProcAddress;
  made->cuGetProcAddress = &entryPoint;
  vendorEntryPointWithStatus = made->cuGetProcAddress_v2;
  made->cuGetProcAddress_v2 = &entryPointWithStatus;
  return made;
}

int countDevices(void *library) {
  auto *init = reinterpret_cast<decltype(&::cuInit)>(::dlsym(library, "cuInit"));
  auto *count =
      reinterpret_cast<decltype(&::cuDeviceGetCount)>(::dlsym(library, "cuDeviceGetCount"));
  int devices = 0;
  return init && count && init(0) == CUDA_SUCCESS && count(&devices) == CUDA_SUCCESS ? devices : 0;
}

const Vendor *decide() {
  const std::string &choice = Options::get().device;
  if (choice == "cpu")
    return nullptr;
  for (const std::string &path : findVendorDrivers()) {
    void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      continue;
    if (const int devices = countDevices(library)) {
      const bool areBoth = choice == "all" && machine::deviceCount(1) > 0;
      if (isTraced("driver"))
        trace("driver", (areBoth ? "calls for its devices go to " : "calls go to ") + path);
      const Vendor *vendors = makeVendor(library);
      return areBoth ? routing::combine(vendors, devices) : vendors;
    }
    ::dlclose(library);
  }
  if (choice != "gpu")
    return nullptr;
  report("ANYWARP_DEVICE=gpu, but there is no NVIDIA driver with a device");
  return makeVendor(nullptr);
}

} // namespace

CUresult admitToVendor(bool needsNothing) {
  return needsNothing || isInitialized.load(std::memory_order_relaxed) ? CUDA_SUCCESS
                                                                       : CUDA_ERROR_NOT_INITIALIZED;
}

const Vendor *chooseVendor() {
  static std::once_flag once;
  std::call_once(once, [] {
    Options::reportMeaningless();
    chosenVendor = decide();
    vendorIsChosen.store(true, std::memory_order_release);
  });
  return chosenVendor;
}

} // namespace anywarp::driver
