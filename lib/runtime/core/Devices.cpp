// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of devices, and the rule by which a thread gets its context.
#include "runtime/core/Devices.h"

#include <vector>

#include "runtime/core/DeviceTable.h"
#include "runtime/core/Driver.h"
#include "support/Mutex.h"

namespace anywarp::runtime {

DeviceTable::DeviceTable() {
  int count = 0;
  if (driver().status == cudaSuccess)
    driver().legacy.cuDeviceGetCount(&count);
  states_ = std::vector<DeviceState>(count);
  for (int ordinal = 0; ordinal < count; ++ordinal)
    driver().legacy.cuDeviceGet(&states_[ordinal].handle, ordinal);
}

DeviceTable &DeviceTable::get() {
  // Never freed, like the driver.
  static DeviceTable *const table = new DeviceTable;
  return *table;
}

DeviceState *DeviceTable::find(int ordinal) {
  return ordinal >= 0 && ordinal < count() ? &states_[ordinal] : nullptr;
}

int DeviceTable::ordinalOf(CUdevice handle) const {
  for (int ordinal = 0; ordinal < count(); ++ordinal)
    if (states_[ordinal].handle == handle)
      return ordinal;
  return -1;
}

/// A device whose context a kernel destroyed stays out of reach until the process ends.
static bool isKernelFault(CUresult result) {
  return result >= CUDA_ERROR_ILLEGAL_ADDRESS && result < CUDA_ERROR_NOT_PERMITTED;
}

/// The one question that tells (seen on a GPU): a primary context that was released or reset keeps
/// its handle and stays current.
static bool isActive(CUcontext context) {
  unsigned version;
  return driver().legacy.cuCtxGetApiVersion(context, &version) != CUDA_ERROR_INVALID_CONTEXT;
}

cudaError_t DeviceTable::retain(DeviceState &state, CUcontext &context) {
  LockGuard lock(mutex_);
  if (!state.isRetained || !isActive(state.primary)) {
    if (state.isRetained) // and reset behind the runtime (seen)
      (void)cu().cuDevicePrimaryCtxRelease(state.handle);
    state.isRetained = false;
    CUcontext primary = nullptr;
    if (CUresult result = cu().cuDevicePrimaryCtxRetain(&primary, state.handle))
      return isKernelFault(result) ? cudaErrorDevicesUnavailable : toError(result);
    state.primary = primary;
    state.isRetained = true;
  }
  context = state.primary;
  return cudaSuccess;
}

cudaError_t DeviceTable::reset(DeviceState &state) {
  LockGuard lock(mutex_);
  if (!state.isRetained || !isActive(state.primary)) // only what the runtime uses (seen)
    return cudaSuccess;
  if (CUresult result = cu().cuDevicePrimaryCtxReset(state.handle))
    return toError(result);
  state.isRetained = false;
  return toError(cu().cuDevicePrimaryCtxRelease(state.handle));
}

int &DeviceTable::chosen() {
  static thread_local int ordinal = -1;
  return ordinal;
}

void DeviceTable::setValid(int first) { firstValid_.store(first, std::memory_order_relaxed); }

int DeviceTable::preferred() {
  if (chosen() >= 0)
    return chosen();
  return firstValid_.load(std::memory_order_relaxed);
}

/// The thread's device, of a primary context that is active no more, too.
static DeviceState *deviceOf(const Driver &d, CUcontext current) {
  DeviceTable &table = DeviceTable::get();
  CUdevice handle;
  if (!current)
    return table.find(table.preferred());
  return d.legacy.cuCtxGetDevice(&handle) ? nullptr : table.find(table.ordinalOf(handle));
}

cudaError_t ensureContext(bool &hadContext) {
  const Driver &d = driver();
  if (d.status != cudaSuccess)
    return d.status;
  // One question for nearly all calls. A no would be an error in the driver's log.
  unsigned version;
  if (hadContext && ((d.hasContext && d.hasContext()) ||
                     d.legacy.cuCtxGetApiVersion(nullptr, &version) == CUDA_SUCCESS))
    return cudaSuccess;
  CUcontext current = nullptr;
  if (d.legacy.cuCtxGetCurrent(&current) == CUDA_ERROR_NOT_PERMITTED) // in a host function
    return cudaErrorNotPermitted;
  hadContext = true;
  // Any context that a program made current itself is taken as it is, and what is gone of it stays
  // gone until another is chosen (seen). A primary one that was released or reset is made anew.
  if (current && isActive(current))
    return cudaSuccess;
  DeviceTable &table = DeviceTable::get();
  DeviceState *state = deviceOf(d, current);
  if (!state)
    return current         ? cudaErrorDeviceUninitialized
           : table.count() ? cudaErrorInvalidDevice
                           : cudaErrorNoDevice;
  CUcontext primary = nullptr;
  if (cudaError_t error = table.retain(*state, primary))
    return error;
  if (current && current != primary)
    return cudaErrorDeviceUninitialized;
  return toError(d.legacy.cuCtxSetCurrent(primary));
}

CUcontext currentContext() {
  CUcontext current = nullptr;
  driver().legacy.cuCtxGetCurrent(&current);
  return current;
}

int currentDevice() {
  DeviceTable &table = DeviceTable::get();
  CUdevice handle;
  if (currentContext() && cu().cuCtxGetDevice(&handle) == CUDA_SUCCESS)
    return table.ordinalOf(handle);
  return table.preferred();
}

CUdevice currentDeviceHandle() {
  DeviceState *state = DeviceTable::get().find(currentDevice());
  return state ? state->handle : CU_DEVICE_INVALID;
}

cudaError_t deviceHandle(int ordinal, CUdevice &handle) {
  DeviceState *state = DeviceTable::get().find(ordinal);
  if (!state)
    return cudaErrorInvalidDevice;
  handle = state->handle;
  return cudaSuccess;
}

cudaError_t primaryContext(int ordinal, CUcontext &context) {
  DeviceState *state = DeviceTable::get().find(ordinal);
  return state ? DeviceTable::get().retain(*state, context) : cudaErrorInvalidDevice;
}

int currentDeviceAttribute(CUdevice_attribute attribute) {
  int value = 0;
  if (cu().cuDeviceGetAttribute(&value, attribute, currentDeviceHandle()) != CUDA_SUCCESS)
    return 0;
  return value;
}

} // namespace anywarp::runtime
