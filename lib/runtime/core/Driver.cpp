// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choice and loading of the driver.
#include "runtime/core/Driver.h"

#include <algorithm>
#include <dlfcn.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "support/Environment.h"
#include "support/Observer.h"
#include "support/Options.h"
#include "support/Trace.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::runtime {

namespace {

using GetProcAddress = decltype(&::cuGetProcAddress_v2);

/// Stands in for a function that the driver does not have.
template <typename F> struct Missing;
template <typename... A> struct Missing<CUresult (*)(A...)> {
  static CUresult call(A...) { return CUDA_ERROR_NOT_SUPPORTED; }
};

template <typename F>
void find(F &pointer, GetProcAddress getProcAddress, const char *base, int since,
          cuuint64_t flags) {
  void *found = nullptr;
  CUdriverProcAddressQueryResult status;
  if (getProcAddress(base, &found, since, flags, &status) != CUDA_SUCCESS)
    found = nullptr;
  pointer = found ? reinterpret_cast<F>(found) : &Missing<F>::call;
}

void fill(DriverCalls &calls, GetProcAddress getProcAddress, bool perThread) {
#define AW_DRIVER_CALL(name, symbol, base, since, hasTwin)                                         \
  if (perThread && hasTwin)                                                                        \
    find(calls.name, getProcAddress, base, since > 7000 ? since : 7000,                            \
         CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);                                           \
  else                                                                                             \
    find(calls.name, getProcAddress, base, since, CU_GET_PROC_ADDRESS_LEGACY_STREAM);
#include "runtime/DriverCalls.inc"
#undef AW_DRIVER_CALL
}

constexpr const char kName[] = "libcuda.so.1";

/// Where our own driver may lie: beside this library, where a loader would look, where it was
/// built, where it was installed.
std::vector<std::string> ownDriverPaths() {
  std::vector<std::string> paths;
  const std::string self = pathOfCode(reinterpret_cast<void *>(&ownDriverPaths));
  std::vector<std::string> candidates{self.substr(0, self.rfind('/') + 1) + kName};
  for (std::string &path : findLibraries(kName))
    if (isOwnLibrary(path))
      candidates.push_back(std::move(path));
  candidates.push_back(ANYWARP_BUILD_LIBDIR "/" + std::string(kName));
  candidates.push_back(ANYWARP_INSTALL_LIBDIR "/" + std::string(kName));
  for (const std::string &path : candidates)
    if (::access(path.c_str(), R_OK) == 0 && isSafeToLoad(path))
      paths.push_back(path);
  return paths;
}

/// Number of devices of a driver, or -1 if it cannot be initialised.
int countDevices(void *library) {
  auto *init = reinterpret_cast<decltype(&::cuInit)>(::dlsym(library, "cuInit"));
  auto *count =
      reinterpret_cast<decltype(&::cuDeviceGetCount)>(::dlsym(library, "cuDeviceGetCount"));
  int n = 0;
  if (!init || !count || init(0) != CUDA_SUCCESS || count(&n) != CUDA_SUCCESS)
    return -1;
  return n;
}

/// NVIDIA's driver: any libcuda.so.1 of the system that is not ours. A machine without GPUs may
/// have it, too; then it counts as absent if `needsDevice`.
void *openVendorDriver(bool needsDevice) {
  for (const std::string &path : findVendorDrivers()) {
    void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      continue;
    if (!needsDevice || countDevices(library) > 0)
      return library;
    ::dlclose(library);
  }
  return nullptr;
}

void *openOwnDriver(const std::vector<std::string> &own) {
  for (const std::string &path : own)
    if (void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
      return library;
  // A static runtime in a moved tree: the program's run path leads to our libraries.
  void *library = ::dlopen(kName, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    report(std::string("no CUDA driver can be loaded: ") + ::dlerror());
  return library;
}

void *openDriver() {
  // A program that is linked with a driver itself shares handles with it, so there is no choice
  // left (ours passes calls on to NVIDIA's by the same rule as here).
  if (void *linked = ::dlopen(kName, RTLD_NOW | RTLD_NOLOAD))
    return linked;
  const std::vector<std::string> own = ownDriverPaths();
  const std::string &choice = Options::get().device;
  if (choice == "cpu" || choice == "all") // which has NVIDIA's behind it
    return openOwnDriver(own);
  if (choice == "gpu") {
    void *library = openVendorDriver(/*needsDevice=*/true);
    if (!library)
      library = openVendorDriver(/*needsDevice=*/false); // and let it say what is wrong
    if (!library)
      report("ANYWARP_DEVICE=gpu, but NVIDIA's driver (libcuda.so.1) was not found");
    return library;
  }
  void *library = openVendorDriver(/*needsDevice=*/true);
  if (!library)
    return openOwnDriver(own); // which reports what this would
  Options::reportMeaningless();
  return library;
}

Driver *load() {
  // Never freed: programs call the runtime from their last destructors.
  auto *d = new Driver;
  void *library = d->library = openDriver();
  auto *getProcAddress =
      library ? reinterpret_cast<GetProcAddress>(::dlsym(library, "cuGetProcAddress_v2")) : nullptr;
  if (!getProcAddress) {
    // Without cuGetProcAddress_v2 a driver is older than CUDA 12.
    d->status = cudaErrorInsufficientDriver;
    getProcAddress = [](const char *, void **pfn, int, cuuint64_t,
                        CUdriverProcAddressQueryResult *) {
      *pfn = nullptr;
      return CUDA_ERROR_NOT_FOUND;
    };
  }
  fill(d->legacy, getProcAddress, /*perThread=*/false);
  fill(d->perThread, getProcAddress, /*perThread=*/true);
  if (d->status == cudaErrorInsufficientDriver)
    return d;
  if (auto *getObserved = reinterpret_cast<GetObserved>(::dlsym(library, kObservedName)))
    Observation::setPlace(getObserved());
  d->hasContext = reinterpret_cast<decltype(d->hasContext)>(
      ::dlsym(library, "anywarp_hasContext")); // driver/Native.cpp
  if (!Options::get().sanitizer.empty())
    d->sanitizerCall = reinterpret_cast<decltype(d->sanitizerCall)>(
        ::dlsym(library, "anywarp_sanitizerCall")); // driver/SanitizerCalls.h
  if (isTraced("runtime"))
    trace("runtime", "driver: " + pathOfLibrary(library));
  if (CUresult result = d->legacy.cuInit(0); result != CUDA_SUCCESS) {
    d->status = toError(result);
    return d;
  }
  d->legacy.cuDriverGetVersion(&d->version);
  d->status = d->version < 12000 ? cudaErrorInsufficientDriver : cudaSuccess;
  return d;
}

} // namespace

const Driver &driver() {
  static const Driver *const d = load();
  return *d;
}

cudaError_t toError(CUresult result) {
  switch (static_cast<int>(result)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return name;
#include "runtime/Errors.inc"
#undef AW_ERROR
  }
  return cudaErrorUnknown;
}

} // namespace anywarp::runtime
