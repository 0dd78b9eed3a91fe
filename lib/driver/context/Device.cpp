// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a modelled device is made of, and the calls of the manual's section "Device Management".
#include "driver/context/Device.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "driver/memory/Array.h"
#include "driver/memory/MemPool.h"
#include "driver/process/Process.h"
#include "exec/Launch.h"
#include "exec/memory/Strict.h"
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

Device *findDevice(CUdevice device) { return Process::get().device(device); }

// -- The API --------------------------------------------------------------------------------------

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  if (!findDevice(ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
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

#include "driver/bodies/Device.inc"

} // namespace anywarp::driver
