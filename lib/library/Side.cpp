// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choice of the side, and NVIDIA's libraries.
#include "library/Side.h"

#include <dlfcn.h>
#include <map>
#include <string>
#include <vector>

#include "driver/Native.h"
#include "runtime/core/Driver.h"
#include "support/Mutex.h"
#include "support/Trace.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::library {

bool isVendors() {
  static const bool vendors = [] {
    const runtime::Driver &driver = runtime::driver();
    if (driver.status != cudaSuccess)
      return false; // every launch says so
    auto *load =
        reinterpret_cast<driver::LoadNative>(::dlsym(driver.library, driver::kLoadNativeName));
    return !load || load(nullptr, nullptr, 0) == CUDA_ERROR_NOT_SUPPORTED;
  }();
  return vendors;
}

static void *openVendors(const Library &library) {
  for (const char *const *soname = library.sonames; *soname; ++soname) {
    std::vector<std::string> paths = findLibraries(*soname);
    paths.push_back(std::string(kToolkitFolder) + "/lib64/" + *soname);
    for (const std::string &path : paths)
      if (!isOwnLibrary(path))
        if (void *opened = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
          return opened;
  }
  report(std::string("NVIDIA's ") + library.sonames[0] +
         " was not found: on a GPU its functions are not supported");
  return nullptr;
}

void *vendorFunction(const Library &library, const char *symbol) {
  static Mutex mutex;
  static std::map<std::string, void *> all; // most rooms ask for one, of their own name
  void *opened;
  {
    LockGuard lock(mutex);
    auto [it, isNew] = all.try_emplace(library.name);
    if (isNew)
      it->second = openVendors(library);
    opened = it->second;
  }
  if (!opened)
    return nullptr;
  void *found = ::dlsym(opened, symbol);
  if (!found)
    report(std::string("NVIDIA's ") + library.sonames[0] + " has no function " + symbol);
  return found;
}

} // namespace anywarp::library
