// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choice and loading of the driver.
#include "runtime/Driver.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::runtime {

namespace {

using GetProcAddress = decltype(&::cuGetProcAddress_v2);

/// Stands in for a function that the driver does not have.
template <typename F> struct Missing;
template <typename... A> struct Missing<CUresult (*)(A...)> {
  static CUresult call(A...) { return CUDA_ERROR_NOT_SUPPORTED; }
};

template <typename F>
void find(F &pointer, GetProcAddress getProcAddress, const char *base, int since, cuuint64_t flags) {
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
#include "driver/Dispatch.inc"
#undef AW_DRIVER_CALL
}

bool isSameFile(const std::string &a, const std::string &b) {
  struct stat x, y;
  return ::stat(a.c_str(), &x) == 0 && ::stat(b.c_str(), &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

/// Our own driver: beside this library, else where it was built or installed.
std::string ownDriverPath() {
  Dl_info info;
  std::string beside;
  if (::dladdr(reinterpret_cast<void *>(&ownDriverPath), &info) && info.dli_fname) {
    char resolved[PATH_MAX];
    if (::realpath(info.dli_fname, resolved)) {
      beside = resolved;
      beside = beside.substr(0, beside.rfind('/') + 1) + "libcuda.so.1";
    }
  }
  for (const std::string &path :
       {beside, std::string(ANYWARP_BUILD_LIBDIR "/libcuda.so.1"),
        std::string(ANYWARP_INSTALL_LIBDIR "/libcuda.so.1")})
    if (!path.empty() && ::access(path.c_str(), R_OK) == 0)
      return path;
  return {};
}

std::string pathOf(void *library) {
  link_map *map = nullptr;
  return ::dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : std::string();
}

/// Number of devices of a driver, or -1 if it cannot be initialised.
int countDevices(void *library) {
  auto *init = reinterpret_cast<decltype(&::cuInit)>(::dlsym(library, "cuInit"));
  auto *count = reinterpret_cast<decltype(&::cuDeviceGetCount)>(::dlsym(library, "cuDeviceGetCount"));
  int n = 0;
  if (!init || !count || init(0) != CUDA_SUCCESS || count(&n) != CUDA_SUCCESS)
    return -1;
  return n;
}

/// NVIDIA's driver: where the loader finds libcuda.so.1, unless that is ours, else in the usual
/// folders. A machine without GPUs may have it, too; then it counts as absent if `needsDevice`.
void *openVendorDriver(const std::string &own, bool needsDevice) {
  const char *const candidates[] = {"libcuda.so.1",
                                    "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
                                    "/usr/lib64/libcuda.so.1",
                                    "/usr/lib/aarch64-linux-gnu/libcuda.so.1",
                                    "/usr/lib/wsl/lib/libcuda.so.1",
                                    "/usr/local/nvidia/lib64/libcuda.so.1",
                                    "/usr/local/nvidia/lib/libcuda.so.1"};
  for (const char *candidate : candidates) {
    void *library = ::dlopen(candidate, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      continue;
    if (!isSameFile(pathOf(library), own) && (!needsDevice || countDevices(library) > 0))
      return library;
    ::dlclose(library);
  }
  return nullptr;
}

void *openOwnDriver(const std::string &own) {
  if (own.empty())
    return nullptr;
  void *library = ::dlopen(own.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    report(std::string("the CPU driver cannot be loaded: ") + ::dlerror());
  return library;
}

void *openDriver() {
  const std::string own = ownDriverPath();
  // A program that is linked with a driver itself shares handles with it, so there is no choice left.
  if (void *linked = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD))
    return linked;
  const std::string &choice = Options::get().device;
  if (choice == "cpu")
    return openOwnDriver(own);
  if (choice == "gpu") {
    void *library = openVendorDriver(own, /*needsDevice=*/false);
    if (!library)
      report("ANYWARP_DEVICE=gpu, but NVIDIA's driver (libcuda.so.1) was not found");
    return library;
  }
  if (choice != "auto")
    report("ANYWARP_DEVICE=" + choice + " is not supported; taking auto");
  void *library = openVendorDriver(own, /*needsDevice=*/true);
  return library ? library : openOwnDriver(own);
}

Driver *load() {
  // Never freed: programs call the runtime from their last destructors.
  auto *d = new Driver;
  void *library = openDriver();
  auto *getProcAddress =
      library ? reinterpret_cast<GetProcAddress>(::dlsym(library, "cuGetProcAddress_v2")) : nullptr;
  if (!getProcAddress) {
    // Without cuGetProcAddress_v2 a driver is older than CUDA 12.
    d->status = cudaErrorInsufficientDriver;
    getProcAddress = [](const char *, void **pfn, int, cuuint64_t, CUdriverProcAddressQueryResult *) {
      *pfn = nullptr;
      return CUDA_ERROR_NOT_FOUND;
    };
  }
  fill(d->legacy, getProcAddress, /*perThread=*/false);
  fill(d->perThread, getProcAddress, /*perThread=*/true);
  if (d->status == cudaErrorInsufficientDriver)
    return d;
  if (isTraced("runtime"))
    trace("runtime", "driver: " + pathOf(library));
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
