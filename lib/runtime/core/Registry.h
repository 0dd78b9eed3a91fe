// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What compiled programs register before main: fat binaries with the kernels and variables in them,
// under the addresses of their host stubs and shadows. Registration only records; a fat binary is
// handed to the driver when the first of its names is used. One registry for the process, any
// thread.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "runtime/Api.h"
#include "support/Mutex.h"

namespace anywarp::runtime {

struct FatBinary;

struct KernelEntry {
  FatBinary *binary;
  std::string name;
  std::atomic<CUkernel> handle = nullptr; ///< null until first used
};

struct VariableEntry {
  FatBinary *binary;
  std::string name;
  size_t size;
  void **managedPointer = nullptr; ///< a __managed__ variable: where host code finds its address
};

struct FatBinary {
  const void *wrapper;
  Mutex mutex; ///< guards loading
  std::atomic<CUlibrary> library = nullptr;
  std::vector<const void *> kernels, variables; ///< keys of the registry's maps
  std::vector<VariableEntry *> managed;
};

class Registry {
public:
  static Registry &get();

  FatBinary *addBinary(const void *wrapper);
  void addKernel(FatBinary *binary, const void *stub, const char *name);
  VariableEntry *addVariable(FatBinary *binary, const void *shadow, const char *name, size_t size);
  void addManaged(FatBinary *binary, void **pointer, const char *name, size_t size);
  void removeBinary(FatBinary *binary);

  /// The kernel behind a host stub. A pointer that is no stub but a handle that the driver gave out
  /// (cudaGetKernel, cudaLibraryGetKernel) is that handle.
  cudaError_t kernel(const void *stub, CUkernel &handle);
  /// What stands for a kernel handle in this API: the host stub it came from, else the handle
  /// itself.
  void *symbolOf(CUkernel handle);
  /// The registered variable with this shadow or, if managed, at this address; null if none.
  VariableEntry *variable(const void *symbol);
  /// Address and size of a variable in the current context.
  cudaError_t locate(const void *symbol, CUdeviceptr &address, size_t &size);
  /// Tells host code where the managed variables of `binary` are.
  cudaError_t initManaged(FatBinary *binary);

  /// Handles that came from the driver and may be passed where a stub is expected.
  void noteHandle(CUkernel handle);

private:
  cudaError_t load(FatBinary *binary, CUlibrary &library);

  SharedMutex mutex_; ///< entries stay until their binary is removed
  std::unordered_map<const void *, std::unique_ptr<KernelEntry>> kernels_ AW_GUARDED_BY(mutex_);
  std::unordered_map<const void *, std::unique_ptr<VariableEntry>> variables_ AW_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<VariableEntry>> managed_ AW_GUARDED_BY(mutex_);
  std::unordered_map<CUkernel, const void *>
      stubs_ AW_GUARDED_BY(mutex_); ///< of the kernels in use
  std::unordered_set<CUkernel> handles_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::runtime
