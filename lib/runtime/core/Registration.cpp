// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What compiled programs call: registration before main, and the steps of kernel<<<...>>>(...).
#include <atomic>

#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/core/Entry.h"
#include "runtime/core/Launch.h"
#include "runtime/core/Registry.h"
#include "support/Trace.h"

using namespace anywarp::runtime;
using anywarp::runtime::entry::Scope;

namespace {

/// One <<<grid, block, shared, stream>>> between its push and the pop in the kernel's stub.
struct CallConfiguration {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
};

/// The calling thread's launches between push and pop: arguments of a launch may launch, too. It
/// has no destructor, which would keep a library with this runtime in memory until the thread ends.
class CallConfigurations {
public:
  void push(const CallConfiguration &configuration) {
    Entry *entry = top_ ? new Entry : &first_;
    *entry = {configuration, top_};
    top_ = entry;
  }
  bool pop(CallConfiguration &configuration) {
    Entry *entry = top_;
    if (!entry)
      return false;
    configuration = entry->configuration;
    top_ = entry->below;
    if (entry != &first_)
      delete entry;
    return true;
  }
  static CallConfigurations &ofThread() {
    static constinit thread_local CallConfigurations configurations;
    return configurations;
  }

private:
  struct Entry {
    CallConfiguration configuration;
    Entry *below;
  };
  Entry first_ = {}, *top_ = nullptr;
};

FatBinary *binaryOf(void **handle) { return reinterpret_cast<FatBinary *>(handle); }

cudaError_t record(cudaError_t error) {
  if (error != cudaSuccess)
    Scope::lastError() = error;
  return error;
}

/// Why the last __cudaGetKernel of a stub has found none; stubs keep that. What is no stub
/// (cudaErrorInvalidValue) says nothing of them.
std::atomic<cudaError_t> whyNoKernel = cudaErrorInvalidResourceHandle;

cudaError_t launch(const char *symbol, bool perThread, cudaKernel_t kernel, dim3 gridDim,
                   dim3 blockDim, void **args, size_t sharedMem, cudaStream_t stream) {
  const struct { // of cudaLaunchKernel
    const void *func;
    dim3 gridDim, blockDim;
    void **args;
    size_t sharedMem;
    cudaStream_t stream;
  } arguments{kernel, gridDim, blockDim, args, sharedMem, stream};
  Scope call(symbol, &arguments, entry::Requires::CurrentContext, perThread);
  if (call.ok())
    call.finish(kernel ? launchKernel(kernel, gridDim, blockDim, args, sharedMem, stream)
                       : whyNoKernel.load());
  if (call.isTraced())
    call.show("kernel, gridDim, blockDim, args, sharedMem, stream",
              {kernel, gridDim, blockDim, args, sharedMem, stream});
  return call.result();
}

} // namespace

#define AW_EXPORT __attribute__((visibility("default")))

extern "C" {
#include "anywarp/api/runtime_registration.h"

AW_EXPORT void **__cudaRegisterFatBinary(void *fatCubin) {
  return reinterpret_cast<void **>(Registry::get().addBinary(fatCubin));
}

AW_EXPORT void __cudaRegisterFatBinaryEnd(void **fatCubinHandle) {
  // Host code of our compiler reads managed variables without asking first, so they must be in
  // place before main. nvcc's calls __cudaInitModule instead and finds it done.
  if (FatBinary *binary = binaryOf(fatCubinHandle); !binary->managed.empty())
    __cudaInitModule(fatCubinHandle);
}

AW_EXPORT void __cudaUnregisterFatBinary(void **fatCubinHandle) {
  if (fatCubinHandle)
    Registry::get().removeBinary(binaryOf(fatCubinHandle));
}

AW_EXPORT void __cudaRegisterFunction(void **fatCubinHandle, const char *hostFun, char *,
                                      const char *deviceName, int, uint3 *, uint3 *, dim3 *, dim3 *,
                                      int *) {
  Registry::get().addKernel(binaryOf(fatCubinHandle), hostFun, deviceName);
}

AW_EXPORT void __cudaRegisterVar(void **fatCubinHandle, char *hostVar, char *,
                                 const char *deviceName, int, size_t size, int, int) {
  Registry::get().addVariable(binaryOf(fatCubinHandle), hostVar, deviceName, size);
}

AW_EXPORT void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, char *,
                                        const char *deviceName, int, size_t size, int, int) {
  Registry::get().addManaged(binaryOf(fatCubinHandle), hostVarPtrAddress, deviceName, size);
}

// Unified host variables and function tables have no public description; a program that needs them
// is told so.
AW_EXPORT void __cudaRegisterHostVar(void **) {
  anywarp::report("__cudaRegisterHostVar (unified host variables) is not supported");
}

AW_EXPORT void __cudaRegisterUnifiedTable(void **) {
  anywarp::report("__cudaRegisterUnifiedTable (unified function pointers) is not supported");
}

AW_EXPORT cudaError_t __cudaGetProcAddress(const char *) { return record(cudaErrorNotSupported); }

AW_EXPORT char __cudaInitModule(void **fatCubinHandle) {
  Scope call("__cudaInitModule", nullptr, entry::Requires::CurrentContext, /*perThread=*/false);
  if (call.ok())
    call.finish(Registry::get().initManaged(binaryOf(fatCubinHandle)));
  if (call.isTraced())
    call.show("fatCubinHandle", {fatCubinHandle});
  return call.result() == cudaSuccess;
}

AW_EXPORT unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
                                                   struct CUstream_st *stream) {
  CallConfigurations::ofThread().push({gridDim, blockDim, sharedMem, stream});
  return 0;
}

AW_EXPORT cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
                                                 void *stream) {
  CallConfiguration top;
  if (!CallConfigurations::ofThread().pop(top))
    return record(cudaErrorMissingConfiguration);
  *gridDim = top.grid;
  *blockDim = top.block;
  *sharedMem = top.shared;
  *static_cast<cudaStream_t *>(stream) = top.stream;
  return cudaSuccess;
}

AW_EXPORT cudaError_t __cudaGetKernel(cudaKernel_t *kernelPtr, const void *entryFuncAddr) {
  Scope call("__cudaGetKernel", nullptr, entry::Requires::CurrentContext, /*perThread=*/false);
  if (call.ok())
    call.finish(anywarp::runtime::cudaGetKernel(kernelPtr, entryFuncAddr));
  if (call.result() != cudaSuccess && call.result() != cudaErrorInvalidValue)
    whyNoKernel = call.result();
  if (call.isTraced())
    call.show("kernelPtr, entryFuncAddr", {entry::out(kernelPtr), entryFuncAddr});
  return call.result();
}

AW_EXPORT cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim,
                                         void **args, size_t sharedMem, cudaStream_t stream) {
  return launch("__cudaLaunchKernel", /*perThread=*/false, kernel, gridDim, blockDim, args,
                sharedMem, stream);
}

AW_EXPORT cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim,
                                              void **args, size_t sharedMem, cudaStream_t stream) {
  return launch("__cudaLaunchKernel_ptsz", /*perThread=*/true, kernel, gridDim, blockDim, args,
                sharedMem, stream);
}

} // extern "C"
