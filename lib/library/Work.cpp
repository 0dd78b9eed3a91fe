// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of a library, by the driver's public functions.
#include "library/Work.h"

#include <algorithm>
#include <dlfcn.h>

namespace anywarp::library {

CUresult ensureContext() {
  const runtime::Driver &driver = runtime::driver();
  if (driver.status != cudaSuccess)
    return CUDA_ERROR_NOT_INITIALIZED;
  CUcontext context = nullptr;
  if (CUresult result = driver.legacy.cuCtxGetCurrent(&context); result != CUDA_SUCCESS || context)
    return result;
  CUdevice device;
  if (CUresult result = driver.legacy.cuDeviceGet(&device, 0))
    return result;
  if (CUresult result = driver.legacy.cuDevicePrimaryCtxRetain(&context, device))
    return result;
  return driver.legacy.cuCtxSetCurrent(context);
}

CUresult synchronize(CUstream stream) { return cu().cuStreamSynchronize(stream); }

CUresult settle(CUstream stream) {
  auto *wait = reinterpret_cast<driver::SettleStream>(
      ::dlsym(runtime::driver().library, driver::kSettleStreamName));
  return wait ? CUresult(wait(stream)) : CUDA_ERROR_NOT_SUPPORTED;
}

bool isCapturing(CUstream stream) {
  CUstreamCaptureStatus status;
  return cu().cuStreamIsCapturing(stream, &status) == CUDA_SUCCESS &&
         status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/// Two threads may both load it: one is kept, the other is never used.
CUresult Kernel::load(CUkernel &kernel) {
  if (CUresult result = ensureContext())
    return result;
  auto *load = reinterpret_cast<driver::LoadNative>(
      ::dlsym(runtime::driver().library, driver::kLoadNativeName));
  CUlibrary library;
  if (int result = load ? load(&library, &native_, 1) : CUDA_ERROR_NOT_SUPPORTED)
    return CUresult(result);
  if (CUresult result = cu().cuLibraryGetKernel(&kernel, library, native_.name))
    return result;
  kernel_.store(kernel, std::memory_order_release);
  return CUDA_SUCCESS;
}

CUresult Kernel::launch(driver::JointLaunch &launch) {
  static auto *const give = reinterpret_cast<driver::LaunchJointly>(
      ::dlsym(runtime::driver().library, driver::kLaunchJointlyName));
  if (!give)
    return CUDA_ERROR_NOT_SUPPORTED;
  CUkernel kernel = kernel_.load(std::memory_order_acquire);
  if (!kernel)
    if (CUresult result = load(kernel))
      return result;
  launch.kernel = kernel;
  return CUresult(give(&launch));
}

CUresult Kernel::launch(CUstream stream, uint64_t blocks, const void *params) {
  CUkernel kernel = kernel_.load(std::memory_order_acquire);
  if (!kernel)
    if (CUresult result = load(kernel))
      return result;
  constexpr uint64_t kColumns = 1 << 30;
  const auto columns = unsigned(std::min(blocks, kColumns));
  const auto rows = unsigned((blocks + columns - 1) / columns);
  void *arguments[] = {const_cast<void *>(params)};
  auto run = [&] {
    return cu().cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), columns, rows, 1, 1, 1, 1, 0,
                               stream, arguments, nullptr);
  };
  CUresult result = run();
  if (result == CUDA_ERROR_INVALID_CONTEXT && (result = ensureContext()) == CUDA_SUCCESS)
    result = run();
  return result;
}

Scratch::Scratch(CUstream stream, size_t bytes) : stream_(stream) {
  if (bytes)
    result_ = cu().cuMemAllocAsync(&address_, bytes, stream);
}

Scratch::~Scratch() {
  if (address_)
    (void)cu().cuMemFreeAsync(address_, stream_);
}

} // namespace anywarp::library
