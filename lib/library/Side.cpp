// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choice of the side, and NVIDIA's libraries.
#include "library/Side.h"

#include <dlfcn.h>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "driver/Native.h"
#include "runtime/core/Driver.h"
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
  const std::string self = pathOfCode(reinterpret_cast<const void *>(&openVendors));
  for (const char *const *soname = library.sonames; *soname; ++soname) {
    std::vector<std::string> paths = findLibraries(*soname);
    paths.push_back(std::string(kToolkitFolder) + "/lib64/" + *soname);
    for (const std::string &path : paths)
      if (!isSameFile(path, self))
        if (void *opened = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
          return opened;
  }
  report(std::string("NVIDIA's ") + library.sonames[0] +
         " was not found: on a GPU its functions are not supported");
  return nullptr;
}

void *vendorFunction(const Library &library, const char *symbol) {
  static void *const opened = openVendors(library); // one library in each shared object
  if (!opened)
    return nullptr;
  void *found = ::dlsym(opened, symbol);
  if (!found)
    report(std::string("NVIDIA's ") + library.sonames[0] + " has no function " + symbol);
  return found;
}

} // namespace anywarp::library
