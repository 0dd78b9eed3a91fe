// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of devices, and the identifiers of contexts, streams and devices.
#include "cupti/Devices.h"

#include "cupti/Buffers.h"
#include "cupti/Tracer.h"
#include "runtime/core/Driver.h"

namespace anywarp::cupti {

static void addDevice(const runtime::DriverCalls &cu, CUdevice device) {
  auto read = [&](CUdevice_attribute which) {
    int value = 0;
    cu.cuDeviceGetAttribute(&value, which, device);
    return uint32_t(value);
  };
  CUpti_ActivityDevice5 record{};
  record.kind = CUPTI_ACTIVITY_KIND_DEVICE;
  record.id = uint32_t(device);
  size_t bytes = 0;
  cu.cuDeviceTotalMem(&bytes, device);
  record.globalMemorySize = bytes;
  // kbit/s of each line, twice a cycle
  record.globalMemoryBandwidth = uint64_t(read(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)) * 2 *
                                 read(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / 8;
  record.constantMemorySize = read(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
  record.l2CacheSize = read(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  record.numThreadsPerWarp = read(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  record.coreClockRate = read(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  record.numMemcpyEngines = read(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT);
  record.numMultiprocessors = read(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  record.maxWarpsPerMultiprocessor =
      read(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) / record.numThreadsPerWarp;
  record.maxBlocksPerMultiprocessor = read(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
  record.maxSharedMemoryPerMultiprocessor =
      read(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  record.maxRegistersPerMultiprocessor = read(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  record.maxRegistersPerBlock = read(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
  record.maxSharedMemoryPerBlock = read(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  record.maxThreadsPerBlock = read(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  record.maxBlockDimX = read(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
  record.maxBlockDimY = read(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y);
  record.maxBlockDimZ = read(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z);
  record.maxGridDimX = read(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
  record.maxGridDimY = read(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y);
  record.maxGridDimZ = read(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
  record.computeCapabilityMajor = read(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  record.computeCapabilityMinor = read(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  record.eccEnabled = read(CU_DEVICE_ATTRIBUTE_ECC_ENABLED);
  cu.cuDeviceGetUuid(&record.uuid, device);
  char name[256] = "";
  cu.cuDeviceGetName(name, sizeof name, device);
  record.name = Buffers::get().keep(name);
  record.isCudaVisible = 1;
  record.numaId = invalidNumaId;
  Buffers::get().add(record);
}

void addDevices() {
  OwnCalls own;
  const runtime::DriverCalls &cu = runtime::driver().legacy;
  int count = 0;
  cu.cuDeviceGetCount(&count);
  for (int device = 0; device < count; ++device)
    addDevice(cu, device);
}

uint32_t contextIdOf(CUcontext context) {
  OwnCalls own;
  unsigned long long id = 0;
  return context && !runtime::driver().legacy.cuCtxGetId(context, &id) ? uint32_t(id) : 0;
}

CUptiResult cuptiGetContextId(CUcontext context, uint32_t *contextId) {
  *contextId = contextIdOf(context);
  return *contextId ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_CONTEXT;
}

CUptiResult cuptiGetStreamIdEx(CUcontext context, CUstream stream, uint8_t perThreadStream,
                               uint32_t *streamId) {
  OwnCalls own;
  const runtime::Driver &driver = runtime::driver();
  const runtime::DriverCalls &cu = perThreadStream ? driver.perThread : driver.legacy;
  if (context && cu.cuCtxPushCurrent(context))
    return CUPTI_ERROR_INVALID_CONTEXT;
  unsigned long long id = 0;
  const CUresult result = cu.cuStreamGetId(stream, &id);
  if (context)
    cu.cuCtxPopCurrent(&context);
  *streamId = uint32_t(id);
  return result ? CUPTI_ERROR_INVALID_STREAM : CUPTI_SUCCESS;
}

CUptiResult cuptiGetStreamId(CUcontext context, CUstream stream, uint32_t *streamId) {
  return cupti::cuptiGetStreamIdEx(context, stream, 0, streamId);
}

CUptiResult cuptiGetDeviceId(CUcontext context, uint32_t *deviceId) {
  OwnCalls own;
  const runtime::DriverCalls &cu = runtime::driver().legacy;
  CUdevice device = 0;
  if (context && cu.cuCtxPushCurrent(context))
    return CUPTI_ERROR_INVALID_CONTEXT;
  const CUresult result = cu.cuCtxGetDevice(&device);
  if (context)
    cu.cuCtxPopCurrent(&context);
  *deviceId = uint32_t(device);
  return result ? CUPTI_ERROR_INVALID_CONTEXT : CUPTI_SUCCESS;
}

CUptiResult cuptiDeviceVirtualizationMode(CUdevice dev, CUpti_DeviceVirtualizationMode *mode) {
  OwnCalls own;
  int count = 0;
  runtime::driver().legacy.cuDeviceGetCount(&count);
  if (dev < 0 || dev >= count)
    return CUPTI_ERROR_INVALID_DEVICE;
  *mode = CUPTI_DEVICE_VIRTUALIZATION_MODE_NONE;
  return CUPTI_SUCCESS;
}

} // namespace anywarp::cupti
