// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries where NVIDIA's devices and ours are both listed. A library belongs to no context, so it
// is loaded on both drivers. The program has one handle of it and of each kernel: ours where our
// driver has it, else NVIDIA's. Every call that takes such a handle gets that of its own driver.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "driver/code/Library.h"
#include "driver/entry/RoutingCalls.h"
#include "driver/entry/Vendor.h"
#include "driver/process/Process.h"
#include "support/Mutex.h"
#include "support/Trace.h"

namespace anywarp::driver::routing {

namespace {

struct Loaded {
  uint64_t ours = 0, vendors = 0; ///< 0: not there
  CUresult whyNotOurs = CUDA_SUCCESS, whyNotVendors = CUDA_SUCCESS;
  uint64_t library = 0; ///< of a kernel: what the program has for its library
  uint64_t handle() const { return ours ? ours : vendors; }
};

struct LoadedTable {
  SharedMutex mutex; ///< guards everything below
  std::unordered_map<uint64_t, Loaded> byHandle AW_GUARDED_BY(mutex);
  std::unordered_map<uint64_t, uint64_t>
      ofVendors AW_GUARDED_BY(mutex); ///< NVIDIA's handle → the program's
};

LoadedTable &table() {
  static auto *made = new LoadedTable; // programs unload from their last destructors
  return *made;
}

template <typename T> uint64_t bitsOf(T *handle) { return reinterpret_cast<uint64_t>(handle); }

bool find(uint64_t handle, Loaded &loaded) {
  LoadedTable &all = table();
  SharedLock lock(all.mutex);
  auto it = all.byHandle.find(handle);
  if (it == all.byHandle.end())
    return false;
  loaded = it->second;
  return true;
}

void add(const Loaded &loaded) {
  LoadedTable &all = table();
  LockGuard lock(all.mutex);
  all.byHandle[loaded.handle()] = loaded;
  if (loaded.vendors)
    all.ofVendors[loaded.vendors] = loaded.handle();
}

} // namespace

bool findLoaded(uint64_t handle, Driver driver, uint64_t &found, CUresult &result) {
  Loaded loaded;
  if (!find(handle, loaded))
    return false;
  found = driver == Driver::Ours ? loaded.ours : loaded.vendors;
  result = driver == Driver::Ours ? loaded.whyNotOurs : loaded.whyNotVendors;
  return true;
}

// -- Managed variables: one place for both, NVIDIA's ----------------------------------------------

/// Makes our kernels use the managed variables of NVIDIA's driver, which host code can use as well.
static CUresult shareManaged(const Loaded &loaded) {
  Library *library = driver::find<Library>(reinterpret_cast<CUlibrary>(loaded.ours));
  if (!library || !loaded.vendors)
    return CUDA_SUCCESS;
  std::vector<std::string> names = library->managedNames();
  if (names.empty())
    return CUDA_SUCCESS;
  // They are where they are as soon as some context has the library.
  CUcontext former, primary;
  if (CUresult result = vendors::cuCtxGetCurrent(&former))
    return result;
  if (!former) {
    if (CUresult result = vendors::cuDevicePrimaryCtxRetain(&primary, 0)) // for good
      return result;
    if (CUresult result = vendors::cuCtxSetCurrent(primary))
      return result;
  }
  auto share = [&] {
    CUmodule module;
    auto vendorLibrary = reinterpret_cast<CUlibrary>(loaded.vendors);
    if (CUresult result = vendors::cuLibraryGetModule(&module, vendorLibrary))
      return result;
    for (const std::string &name : names) {
      CUdeviceptr address;
      size_t bytes;
      if (CUresult result =
              vendors::cuLibraryGetManaged(&address, &bytes, vendorLibrary, name.c_str()))
        return result;
      library->placeManaged(name, address, bytes);
    }
    return CUDA_SUCCESS;
  };
  CUresult result = share();
  if (!former)
    (void)vendors::cuCtxSetCurrent(nullptr);
  return result;
}

// -- Loading --------------------------------------------------------------------------------------

/// Loads on the current driver with the program's options, and then on the other with none: what
/// they write is of the one. Good if one driver has it; calls for the other answer why it has not.
template <typename Load> static CUresult loadBoth(CUlibrary *library, Load load) {
  const Driver first = currentDriver(),
               second = first == Driver::Ours ? Driver::Vendor : Driver::Ours;
  Loaded loaded;
  auto loadOn = [&](Driver driver, bool hasOptions) {
    CUlibrary handle = nullptr;
    CUresult result = load(driver, hasOptions, handle);
    if (driver == Driver::Ours && result == CUDA_SUCCESS) {
      // Ours knows now whether it can be used. If not, nothing at work can be of it.
      result = driver::find<Library>(handle)->failure();
      if (result)
        Process::get().handles.remove(Object::KindLibrary, bitsOf(handle));
    }
    const uint64_t bits = result == CUDA_SUCCESS ? bitsOf(handle) : 0;
    (driver == Driver::Ours ? loaded.ours : loaded.vendors) = bits;
    (driver == Driver::Ours ? loaded.whyNotOurs : loaded.whyNotVendors) = result;
    return result;
  };
  const CUresult result = loadOn(first, /*hasOptions=*/true);
  if (result == CUDA_ERROR_INVALID_VALUE) // of the arguments
    return result;
  if (loadOn(second, /*hasOptions=*/false) != CUDA_SUCCESS && result != CUDA_SUCCESS)
    return result;
  if (CUresult shared = shareManaged(loaded)) {
    if (isTraced("driver"))
      trace("driver", "managed variables are not shared with NVIDIA's devices: " +
                          std::string(entry::errorName(shared)));
    (void)vendors::cuLibraryUnload(reinterpret_cast<CUlibrary>(loaded.vendors));
    loaded.vendors = 0;
    loaded.whyNotVendors = shared;
  }
  add(loaded);
  *library = reinterpret_cast<CUlibrary>(loaded.handle());
  return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions,
                           void **jitOptionsValues, unsigned int numJitOptions,
                           CUlibraryOption *libraryOptions, void **libraryOptionValues,
                           unsigned int numLibraryOptions) {
  return loadBoth(library, [&](Driver driver, bool hasOptions, CUlibrary &handle) {
    auto *load = driver == Driver::Ours ? ours::cuLibraryLoadData : vendors::cuLibraryLoadData;
    return load(&handle, code, jitOptions, jitOptionsValues, hasOptions ? numJitOptions : 0,
                libraryOptions, libraryOptionValues, numLibraryOptions);
  });
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions,
                               void **jitOptionsValues, unsigned int numJitOptions,
                               CUlibraryOption *libraryOptions, void **libraryOptionValues,
                               unsigned int numLibraryOptions) {
  return loadBoth(library, [&](Driver driver, bool hasOptions, CUlibrary &handle) {
    auto *load =
        driver == Driver::Ours ? ours::cuLibraryLoadFromFile : vendors::cuLibraryLoadFromFile;
    return load(&handle, fileName, jitOptions, jitOptionsValues, hasOptions ? numJitOptions : 0,
                libraryOptions, libraryOptionValues, numLibraryOptions);
  });
}

CUresult cuLibraryUnload(CUlibrary library) {
  const uint64_t handle = bitsOf(library);
  Loaded loaded;
  if (!find(handle, loaded))
    return CUDA_ERROR_INVALID_HANDLE;
  {
    LoadedTable &all = table();
    LockGuard lock(all.mutex);
    std::erase_if(all.byHandle, [&](const auto &entry) {
      return entry.first == handle || entry.second.library == handle;
    });
    std::erase_if(all.ofVendors, [&](const auto &entry) {
      all.mutex.assertHeld();
      return !all.byHandle.contains(entry.second);
    });
  }
  CUresult result = CUDA_SUCCESS;
  if (loaded.ours)
    result = ours::cuLibraryUnload(reinterpret_cast<CUlibrary>(loaded.ours));
  if (loaded.vendors)
    if (CUresult other = vendors::cuLibraryUnload(reinterpret_cast<CUlibrary>(loaded.vendors)))
      result = other;
  return result;
}

// -- Kernels --------------------------------------------------------------------------------------

CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name) {
  Loaded loaded, kernel;
  if (!find(bitsOf(library), loaded))
    return CUDA_ERROR_INVALID_HANDLE;
  CUkernel found = nullptr;
  kernel.library = bitsOf(library);
  kernel.whyNotOurs = loaded.whyNotOurs;
  kernel.whyNotVendors = loaded.whyNotVendors;
  if (loaded.ours) {
    kernel.whyNotOurs =
        ours::cuLibraryGetKernel(&found, reinterpret_cast<CUlibrary>(loaded.ours), name);
    kernel.ours = kernel.whyNotOurs == CUDA_SUCCESS ? bitsOf(found) : 0;
  }
  if (loaded.vendors) {
    kernel.whyNotVendors =
        vendors::cuLibraryGetKernel(&found, reinterpret_cast<CUlibrary>(loaded.vendors), name);
    kernel.vendors = kernel.whyNotVendors == CUDA_SUCCESS ? bitsOf(found) : 0;
  }
  if (!kernel.handle())
    return loaded.ours ? kernel.whyNotOurs : kernel.whyNotVendors;
  add(kernel);
  *pKernel = reinterpret_cast<CUkernel>(kernel.handle());
  return CUDA_SUCCESS;
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int numKernels, CUlibrary lib) {
  Loaded loaded;
  if (!find(bitsOf(lib), loaded))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!numKernels)
    return CUDA_ERROR_INVALID_VALUE;
  // Those of one driver, each by its name.
  const bool isOurs = loaded.ours != 0;
  auto library = reinterpret_cast<CUlibrary>(loaded.handle());
  unsigned count = 0;
  if (CUresult result = isOurs ? ours::cuLibraryGetKernelCount(&count, library)
                               : vendors::cuLibraryGetKernelCount(&count, library))
    return result;
  std::vector<CUkernel> found(count);
  if (!count)
    return CUDA_SUCCESS;
  if (CUresult result = isOurs ? ours::cuLibraryEnumerateKernels(found.data(), count, library)
                               : vendors::cuLibraryEnumerateKernels(found.data(), count, library))
    return result;
  for (unsigned i = 0; i < std::min(count, numKernels); ++i) {
    const char *name = nullptr;
    if (CUresult result = isOurs ? ours::cuKernelGetName(&name, found[i])
                                 : vendors::cuKernelGetName(&name, found[i]))
      return result;
    if (CUresult result = routing::cuLibraryGetKernel(&kernels[i], lib, name))
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult cuKernelGetLibrary(CUlibrary *pLib, CUkernel kernel) {
  Loaded loaded;
  if (!find(bitsOf(kernel), loaded))
    return CUDA_ERROR_INVALID_HANDLE;
  *pLib = reinterpret_cast<CUlibrary>(loaded.library);
  return CUDA_SUCCESS;
}

/// The kernel as the program knows it.
CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams) {
  if (driverOf(hNode) == Driver::Ours)
    return ours::cuGraphKernelNodeGetParams(hNode, nodeParams);
  if (CUresult result = vendors::cuGraphKernelNodeGetParams(hNode, nodeParams))
    return result;
  LoadedTable &all = table();
  SharedLock lock(all.mutex);
  if (auto it = all.ofVendors.find(bitsOf(nodeParams->kern)); it != all.ofVendors.end())
    nodeParams->kern = reinterpret_cast<CUkernel>(it->second);
  if (auto it = all.ofVendors.find(bitsOf(nodeParams->func)); it != all.ofVendors.end())
    nodeParams->func = reinterpret_cast<CUfunction>(it->second);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver::routing
