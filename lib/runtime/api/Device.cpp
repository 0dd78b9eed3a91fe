// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device management: choice, attributes, limits, flags, reset.
#include <string.h>
#include <vector>

#include "runtime/core/DeviceTable.h"
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t cudaGetDeviceCount(int *count) {
  *count = DeviceTable::get().count();
  return *count ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaGetDevice(int *device) {
  CUcontext context; // a host function may not ask
  if (cu().cuCtxGetCurrent(&context) == CUDA_ERROR_NOT_PERMITTED)
    return cudaErrorNotPermitted;
  *device = currentDevice();
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  CUcontext primary = nullptr;
  if (cudaError_t error = primaryContext(device, primary))
    return error;
  DeviceTable::chosen() = device;
  return toError(cu().cuCtxSetCurrent(primary));
}

static cudaError_t setFlags(int device, unsigned int flags) {
  constexpr unsigned int known =
      cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;
  // Schedules exclude each other.
  const unsigned int schedule = flags & cudaDeviceScheduleMask;
  if ((flags & ~known) || (schedule & (schedule - 1)))
    return cudaErrorInvalidValue;
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  // Host memory is always mapped and the driver takes no flag for it.
  return toError(cu().cuDevicePrimaryCtxSetFlags(handle, flags & ~cudaDeviceMapHost));
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  if (flags & cudaInitDeviceFlagsAreValid)
    if (cudaError_t error = setFlags(device, deviceFlags))
      return error;
  CUcontext primary = nullptr;
  return primaryContext(device, primary);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) { return setFlags(currentDevice(), flags); }

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
  unsigned int current = 0;
  int active = 0;
  if (CUresult result = cu().cuDevicePrimaryCtxGetState(currentDeviceHandle(), &current, &active))
    return toError(result);
  *flags = current | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int *device_arr, int len) {
  if (len < 0 || len > DeviceTable::get().count() || (len && !device_arr))
    return cudaErrorInvalidValue;
  CUdevice handle;
  for (int i = 0; i < len; ++i)
    if (cudaError_t error = deviceHandle(device_arr[i], handle))
      return error;
  DeviceTable::get().setValid(len ? device_arr[0] : 0);
  return cudaSuccess;
}

cudaError_t cudaDeviceReset() {
  DeviceTable &table = DeviceTable::get();
  DeviceState *state = table.find(currentDevice());
  return state ? table.reset(*state) : cudaErrorInvalidDevice;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig) {
  CUfunc_cache config = CU_FUNC_CACHE_PREFER_NONE;
  const CUresult result = cu().cuCtxGetCacheConfig(&config);
  *pCacheConfig = static_cast<enum cudaFuncCache>(config);
  return toError(result);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig) {
  CUsharedconfig config = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
  const CUresult result = cu().cuCtxGetSharedMemConfig(&config);
  *pConfig = static_cast<enum cudaSharedMemConfig>(config);
  return toError(result);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId) {
  if (!pciBusId)
    return cudaErrorInvalidValue;
  CUdevice handle;
  if (CUresult result = cu().cuDeviceGetByPCIBusId(&handle, pciBusId))
    return toError(result);
  *device = DeviceTable::get().ordinalOf(handle);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, int device, int flags) {
  if (!nvSciSyncAttrList)
    return cudaErrorInvalidResourceHandle;
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  if (!flags || (flags & ~(cudaNvSciSyncAttrSignal | cudaNvSciSyncAttrWait)))
    return cudaErrorInvalidValue;
  return toError(cu().cuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, handle, flags));
}

} // namespace anywarp::runtime
