// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a modelled device is made of, and the calls of the manual's section "Device Management".
#include "driver/context/Device.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "driver/memory/Array.h"
#include "driver/memory/MemPool.h"
#include "driver/process/Process.h"
#include "exec/Launch.h"
#include "exec/ManagedViews.h"
#include "exec/Strict.h"
#include "insight/Sanitizer.h"
#include "machine/Machine.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::driver {

// -- The machine ----------------------------------------------------------------------------------

CUuuid deviceUuid(int number) {
  const auto bytes = machine::deviceUuid(number);
  CUuuid uuid;
  std::memcpy(uuid.bytes, bytes.data(), bytes.size());
  return uuid;
}

fatbin::Others codeForOthers() {
  return machine::isModelChosen() || exec::isStrict() ? fatbin::Others::Refused
                                                      : fatbin::Others::Taken;
}

/// By default those that run blocks at once, as programs size their grids by the number.
static uint32_t countMultiprocessors(int place) {
  constexpr int kMost = 1024;
  const int asked = std::atoi(Options::get().multiprocessors.c_str());
  return asked > 0 ? uint32_t(std::min(asked, kMost)) : exec::workerCount(place);
}

Device::Device(int ordinal, int number, int count)
    : ordinal_(ordinal), number_(number), name_(machine::deviceName()), uuid_(deviceUuid(number)),
      memoryBytes_(machine::memoryBytes() / size_t(count)),
      multiprocessors_(countMultiprocessors(place())), clockKHz_(machine::clockKHz()) {}

Device::~Device() = default;

const NumaNode *Device::node() const {
  const auto &nodes = machine::deviceNodes();
  return size_t(number_) < nodes.size() ? &nodes[size_t(number_)] : nullptr;
}

bool Device::attribute(int attribute, int &value) const {
  using namespace model;
  auto set = [&value](auto v) {
    value = int(v);
    return true;
  };
  switch (attribute) {
  // Blocks and grids.
  case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    return set(kMaxThreadsPerBlock);
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    return set(kMaxBlockDim[0]);
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
    return set(kMaxBlockDim[1]);
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
    return set(kMaxBlockDim[2]);
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
    return set(kMaxGridDim[0]);
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    return set(kMaxGridDim[1]);
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
    return set(kMaxGridDim[2]);
  case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
    return set(kWarpSize);
  case CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH:
    return set(architecture().hasClusters());
  // What a multiprocessor has.
  case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    return set(multiprocessors_);
  case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
    return set(architecture().maxWarpsPerSm * kWarpSize);
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR:
    return set(architecture().maxBlocksPerSm);
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
    return set(kSharedPerBlock);
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    return set(architecture().sharedPerBlockOptIn);
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
    return set(architecture().sharedPerSm);
  case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:
    return set(architecture().reservedSharedPerBlock);
  case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
    return set(kRegistersPerBlock);
  case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:
    return set(kRegistersPerSm);
  case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY:
    return set(kConstantBytes);
  case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
    return set(clockKHz_);
  case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:
    return set(machine::product().memoryClockKHz);
  case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
    return set(machine::product().memoryBusBits);
  case CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO:
    return set(2);
  case CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED:
    return set(1);
  // Identity.
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    return set(architecture().major());
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    return set(architecture().minor());
  case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
    return set(pciBus());
  case CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID:
    return set(pciDevice());
  case CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID:
    return set(pciDomain());
  case CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID:
    return set(number_);
  case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
    return set(CU_COMPUTEMODE_DEFAULT);
  case CU_DEVICE_ATTRIBUTE_NUMA_CONFIG:
    return set(CU_DEVICE_NUMA_CONFIG_NONE);
  case CU_DEVICE_ATTRIBUTE_NUMA_ID:
    return set(-1);
  case CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID:
    return set(node() ? node()->number : 0);
  case CU_DEVICE_ATTRIBUTE_INTEGRATED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
    if (long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE); bytes > 0)
      return set(std::min(bytes, 0x7fffffffL));
    return set(machine::product().l2Bytes);
  case CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE:
    return set(architecture().maxPersistingL2);
  case CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE:
    return set(architecture().maxAccessPolicyWindow);
  // Memory: all of it is the process's own.
  case CU_DEVICE_ATTRIBUTE_MAX_PITCH:
    return set(kMaxPitch);
  case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS:
  case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES: {
    // memcheck takes such an access for an error: the program is told to do without.
    const insight::Sanitizer *sanitizer = insight::Sanitizer::get();
    return set(!exec::isManagedExclusive() && !(sanitizer && sanitizer->checksPlaces()));
  }
  case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS:
  case CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST:
    return set(!exec::isManagedExclusive());
  case CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES:
    return set(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
  case CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
    return set(architecture().sm >= 90);
  case CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK:
    return set(CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE);
  case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH:
    return set(0x7fffffff);
  case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS:
    return set(CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST);
  case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING:
    return set(CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES);
  case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    return set(1);
  // Concurrency.
  case CU_DEVICE_ATTRIBUTE_GPU_OVERLAP:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT:
    return set(2);
  case CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT:
    return set(architecture().memSyncDomains());
  // Textures and surfaces.
  case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
    return set(kTextureAlignment);
  case CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT:
    return set(kTexturePitchAlignment);
  case CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT:
    return set(kTextureAlignment);
  case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    return set(1);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH:
    return set(131072);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH:
    return set(kTextureLinearWidth);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS:
    return set(2048);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH:
    return set(131072);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT:
    return set(65536);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH:
    return set(131072);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT:
    return set(65000);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH:
    return set(2097120);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS:
    return set(2048);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH:
    return set(16384);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT:
    return set(16384);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH:
    return set(16384);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE:
    return set(8192);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE:
    return set(8192);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS:
    return set(2046);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS:
    return set(2048);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH:
    return set(131072);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT:
    return set(65536);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS:
    return set(2048);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH:
    return set(16384);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT:
    return set(16384);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH:
    return set(16384);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH:
    return set(32768);
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS:
    return set(2046);
  }
  // Everything else the manual lists is a feature that the device does not have.
  return attribute > 0 && attribute < CU_DEVICE_ATTRIBUTE_MAX && set(0);
}

Device *findDevice(CUdevice device) { return Process::get().device(device); }

// -- The API --------------------------------------------------------------------------------------

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  if (!findDevice(ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  *count = Process::get().deviceCount();
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int len, Device &device) {
  std::snprintf(name, size_t(len), "%s", device.name().c_str());
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, Device &device) {
  *uuid = device.uuid();
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *bytes, Device &device) {
  *bytes = device.memoryBytes();
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, Device &device) {
  return device.attribute(attrib, *pi) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice) {
  *major = architecture().major();
  *minor = architecture().minor();
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetProperties(CUdevprop *prop, Device &device) {
  auto value = [&device](CUdevice_attribute attribute) {
    int number = 0;
    device.attribute(attribute, number);
    return number;
  };
  *prop = {};
  prop->maxThreadsPerBlock = int(model::kMaxThreadsPerBlock);
  for (int i = 0; i < 3; ++i) {
    prop->maxThreadsDim[i] = int(model::kMaxBlockDim[i]);
    prop->maxGridSize[i] = int(model::kMaxGridDim[i]);
  }
  prop->sharedMemPerBlock = int(model::kSharedPerBlock);
  prop->totalConstantMemory = int(model::kConstantBytes);
  prop->SIMDWidth = int(model::kWarpSize);
  prop->memPitch = int(model::kMaxPitch);
  prop->regsPerBlock = int(model::kRegistersPerBlock);
  prop->clockRate = value(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  prop->textureAlign = int(model::kTextureAlignment);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, Device &device) {
  char text[32];
  int length = std::snprintf(text, sizeof text, "%04x:%02x:%02x.0", device.pciDomain(),
                             device.pciBus(), device.pciDevice());
  if (!pciBusId || len <= length)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(pciBusId, text, size_t(length) + 1);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId) {
  unsigned domain, bus, slot, function;
  if (!machine::readPciId(pciBusId, domain, bus, slot, function))
    return CUDA_ERROR_INVALID_VALUE;
  for (const auto &device : Process::get().devices())
    if (int(domain) == device->pciDomain() && int(bus) == device->pciBus() &&
        int(slot) == device->pciDevice() && function == 0) {
      *dev = device->ordinal();
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType, CUdevice) {
  *pi = 1;
  return CUDA_SUCCESS;
}

// Memory is the process's own: what others wrote to it is seen.
CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget,
                                    CUflushGPUDirectRDMAWritesScope) {
  int supported = 0;
  currentContext().device().attribute(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS,
                                      supported);
  return supported & CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST ? CUDA_SUCCESS
                                                                 : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, CUarray_format format,
                                            unsigned numChannels, Device &) {
  const uint32_t bytes = channelType(format).bytes * numChannels;
  if (!bytes || (numChannels != 1 && numChannels != 2 && numChannels != 4))
    return CUDA_ERROR_INVALID_VALUE;
  *maxWidthInElements = model::textureLinearWidth(bytes);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v1(unsigned int *bytes, CUdevice dev) {
  size_t all;
  if (CUresult result = edge::cuDeviceTotalMem(&all, dev))
    return result;
  *bytes = unsigned(std::min<size_t>(all, UINT32_MAX)); // the most that it can say
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
