// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps from host addresses to kernels and variables, and lazy loading of fat binaries.
#include "runtime/core/Registry.h"

#include "runtime/core/DeviceRuntime.h"
#include "runtime/core/Driver.h"

namespace anywarp::runtime {

Registry &Registry::get() {
  // Made by the first static constructor that registers, never freed.
  static Registry *const registry = new Registry;
  return *registry;
}

FatBinary *Registry::addBinary(const void *wrapper) {
  auto *binary = new FatBinary;
  binary->wrapper = wrapper;
  return binary;
}

void Registry::addKernel(FatBinary *binary, const void *stub, const char *name) {
  UniqueLock lock(mutex_);
  auto entry = std::make_unique<KernelEntry>();
  entry->binary = binary;
  entry->name = name;
  // The same instance of a template registered by two objects: the first stays.
  if (kernels_.try_emplace(stub, std::move(entry)).second)
    binary->kernels.push_back(stub);
}

VariableEntry *Registry::addVariable(FatBinary *binary, const void *shadow, const char *name,
                                     size_t size) {
  UniqueLock lock(mutex_);
  auto entry = std::make_unique<VariableEntry>(VariableEntry{binary, name, size});
  auto [it, isNew] = variables_.try_emplace(shadow, std::move(entry));
  if (isNew)
    binary->variables.push_back(shadow);
  return it->second.get();
}

void Registry::addManaged(FatBinary *binary, void **pointer, const char *name, size_t size) {
  UniqueLock lock(mutex_);
  managed_.push_back(std::make_unique<VariableEntry>(VariableEntry{binary, name, size, pointer}));
  binary->managed.push_back(managed_.back().get());
}

void Registry::removeBinary(FatBinary *binary) {
  {
    UniqueLock lock(mutex_);
    for (const void *stub : binary->kernels) {
      stubs_.erase(kernels_[stub]->handle);
      handles_.erase(kernels_[stub]->handle);
      kernels_.erase(stub);
    }
    for (const void *shadow : binary->variables)
      variables_.erase(shadow);
    std::erase_if(managed_, [&](const auto &entry) { return entry->binary == binary; });
  }
  if (CUlibrary library = binary->library)
    driver().legacy.cuLibraryUnload(library);
  delete binary;
}

cudaError_t Registry::load(FatBinary *binary, CUlibrary &library) {
  if ((library = binary->library))
    return cudaSuccess;
  LockGuard lock(binary->mutex);
  if ((library = binary->library))
    return cudaSuccess;
  CUresult result =
      cu().cuLibraryLoadData(&library, binary->wrapper, nullptr, nullptr, 0, nullptr, nullptr, 0);
  // What a device link made is loaded at once: lazily, the first launch would say what is missing.
  CUmodule module;
  if (result == CUDA_SUCCESS && isDeviceLinked(binary->wrapper) &&
      (result = cu().cuLibraryGetModule(&module, library)) != CUDA_SUCCESS)
    cu().cuLibraryUnload(library);
  if (result != CUDA_SUCCESS && !loadWithDeviceRuntime(binary->wrapper, library))
    return toError(result);
  binary->library = library;
  return cudaSuccess;
}

cudaError_t Registry::kernel(const void *stub, CUkernel &handle) {
  if (!stub)
    return cudaErrorInvalidDeviceFunction;
  KernelEntry *entry;
  {
    SharedLock lock(mutex_);
    auto it = kernels_.find(stub);
    if (it == kernels_.end()) {
      auto *given = reinterpret_cast<CUkernel>(const_cast<void *>(stub));
      if (!handles_.contains(given))
        return cudaErrorInvalidResourceHandle;
      handle = given;
      return cudaSuccess;
    }
    entry = it->second.get();
  }
  if ((handle = entry->handle))
    return cudaSuccess;
  CUlibrary library;
  if (cudaError_t error = load(entry->binary, library))
    return error;
  if (CUresult result = cu().cuLibraryGetKernel(&handle, library, entry->name.c_str()))
    return result == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction : toError(result);
  UniqueLock lock(mutex_);
  entry->handle = handle;
  stubs_[handle] = stub;
  return cudaSuccess;
}

void *Registry::symbolOf(CUkernel handle) {
  SharedLock lock(mutex_);
  auto it = stubs_.find(handle);
  return it == stubs_.end() ? handle : const_cast<void *>(it->second);
}

VariableEntry *Registry::variable(const void *symbol) {
  SharedLock lock(mutex_);
  if (auto it = variables_.find(symbol); it != variables_.end())
    return it->second.get();
  // Host code that names a managed variable means the memory itself.
  for (auto &entry : managed_)
    if (entry->managedPointer == symbol || *entry->managedPointer == symbol)
      return entry.get();
  return nullptr;
}

cudaError_t Registry::locate(const void *symbol, CUdeviceptr &address, size_t &size) {
  VariableEntry *entry = variable(symbol);
  if (!entry)
    return cudaErrorInvalidSymbol;
  CUlibrary library;
  if (cudaError_t error = load(entry->binary, library))
    return error;
  auto *get = entry->managedPointer ? cu().cuLibraryGetManaged : cu().cuLibraryGetGlobal;
  CUresult result = get(&address, &size, library, entry->name.c_str());
  return result == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidSymbol : toError(result);
}

cudaError_t Registry::initManaged(FatBinary *binary) {
  if (binary->managed.empty())
    return cudaSuccess;
  CUlibrary library;
  if (cudaError_t error = load(binary, library))
    return error;
  for (VariableEntry *entry : binary->managed) {
    CUdeviceptr address = 0;
    size_t size = 0;
    if (CUresult result = cu().cuLibraryGetManaged(&address, &size, library, entry->name.c_str()))
      return toError(result);
    *entry->managedPointer = reinterpret_cast<void *>(address);
  }
  return cudaSuccess;
}

void Registry::noteHandle(CUkernel handle) {
  UniqueLock lock(mutex_);
  handles_.insert(handle);
}

} // namespace anywarp::runtime
