// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices, which are the machine's CPUs; what NVIDIA's library answers to wrong arguments was
// seen on an H100.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sched.h>

#include "machine/Machine.h"
#include "nvml/Nvml.h"

namespace anywarp::nvml {

static constexpr unsigned kMaxDevices = 64;
/// Handles are addresses of its elements.
static char handles[kMaxDevices];

unsigned deviceCount() {
  static const unsigned count = unsigned(machine::deviceCount(kMaxDevices));
  return count;
}
nvmlDevice_t deviceOf(unsigned number) { return reinterpret_cast<nvmlDevice_t>(&handles[number]); }
unsigned numberOf(nvmlDevice_t device) {
  return unsigned(reinterpret_cast<char *>(device) - handles);
}
bool isDevice(nvmlDevice_t device) {
  const auto at = reinterpret_cast<uintptr_t>(device), first = reinterpret_cast<uintptr_t>(handles);
  return at >= first && at - first < deviceCount();
}

// -- Which there are ------------------------------------------------------------------------------

nvmlReturn_t nvmlDeviceGetCount(unsigned int *deviceCount) {
  *deviceCount = nvml::deviceCount();
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetCount_v1(unsigned int *deviceCount) {
  return nvml::nvmlDeviceGetCount(deviceCount);
}

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device) {
  if (index >= deviceCount())
    return NVML_ERROR_INVALID_ARGUMENT;
  *device = deviceOf(index);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByIndex_v1(unsigned int index, nvmlDevice_t *device) {
  return nvml::nvmlDeviceGetHandleByIndex(index, device);
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device) {
  if (!uuid)
    return NVML_ERROR_INVALID_ARGUMENT;
  for (unsigned i = 0; i < deviceCount(); ++i)
    if (machine::uuidText(machine::deviceUuid(int(i))) == uuid) {
      *device = deviceOf(i);
      return NVML_SUCCESS;
    }
  return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *pciBusId, nvmlDevice_t *device) {
  unsigned domain, bus, slot, function;
  if (!pciBusId || !machine::readPciId(pciBusId, domain, bus, slot, function))
    return NVML_ERROR_INVALID_ARGUMENT;
  if (domain != machine::kPciDomain || bus != machine::kPciBus || slot >= deviceCount() || function)
    return NVML_ERROR_NOT_FOUND;
  *device = deviceOf(slot);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v1(const char *pciBusId, nvmlDevice_t *device) {
  return nvml::nvmlDeviceGetHandleByPciBusId(pciBusId, device);
}

// -- What they are --------------------------------------------------------------------------------

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index) {
  *index = numberOf(device);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int *minorNumber) {
  *minorNumber = numberOf(device);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t, char *name, unsigned int length) {
  return copyText(machine::deviceName().c_str(), name, length);
}
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int length) {
  return copyText(machine::uuidText(machine::deviceUuid(int(numberOf(device)))).c_str(), uuid,
                  length);
}

nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *pci) {
  *pci = {};
  pci->domain = machine::kPciDomain;
  pci->bus = machine::kPciBus;
  pci->device = numberOf(device);
  std::snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.0", pci->domain,
                pci->bus, pci->device);
  std::snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.0", pci->domain, pci->bus,
                pci->device);
  return NVML_SUCCESS;
}
/// Without the fields behind the second id; the first form has not that one either (seen).
nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_v2_t *pci) {
  nvmlPciInfo_t all;
  (void)nvml::nvmlDeviceGetPciInfo(device, &all);
  std::memcpy(pci, &all, offsetof(nvmlPciInfo_v2_t, reserved0));
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetPciInfo_v1(nvmlDevice_t device, nvmlPciInfo_v2_t *pci) {
  nvmlPciInfo_t all;
  (void)nvml::nvmlDeviceGetPciInfo(device, &all);
  std::memcpy(pci, &all, offsetof(nvmlPciInfo_v2_t, pciSubSystemId));
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetPciInfoExt(nvmlDevice_t device, nvmlPciInfoExt_t *pci) {
  if (pci->version != nvmlPciInfoExt_v1)
    return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
  nvmlPciInfo_t all;
  (void)nvml::nvmlDeviceGetPciInfo(device, &all);
  *pci = {};
  pci->version = nvmlPciInfoExt_v1;
  pci->domain = all.domain;
  pci->bus = all.bus;
  pci->device = all.device;
  std::memcpy(pci->busId, all.busId, sizeof pci->busId);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetBrand(nvmlDevice_t, nvmlBrandType_t *type) {
  *type = NVML_BRAND_UNKNOWN;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t, nvmlDeviceArchitecture_t *arch) {
  switch (machine::modelledArchitecture()) {
#define AW_DEVICE_MODEL(sm, nvml, ...)                                                             \
  case sm:                                                                                         \
    *arch = NVML_DEVICE_ARCH_##nvml;                                                               \
    break;
#include "support/Architectures.inc"
  }
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t, int *major, int *minor) {
  *major = int(machine::modelledArchitecture() / 10);
  *minor = int(machine::modelledArchitecture() % 10);
  return NVML_SUCCESS;
}

/// A device's part of the machine's memory, and of what no process uses at present.
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t, nvmlMemory_t *memory) {
  memory->total = machine::memoryBytes() / deviceCount();
  memory->free =
      std::min<unsigned long long>(machine::availableBytes() / deviceCount(), memory->total);
  memory->used = memory->total - memory->free;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory) {
  if (memory->version != nvmlMemory_v2)
    return NVML_ERROR_FUNCTION_NOT_FOUND; // seen
  nvmlMemory_t all;
  (void)nvml::nvmlDeviceGetMemoryInfo(device, &all);
  *memory = {nvmlMemory_v2, all.total, 0, all.free, all.used};
  return NVML_SUCCESS;
}

/// A CPU has one clock for what graphics and multiprocessors are; the memory's is the product's
/// that the device is modelled on, as in the driver's attributes.
static nvmlReturn_t clockOf(nvmlClockType_t type, int kHz, unsigned *clock) {
  if (type > NVML_CLOCK_MEM)
    return NVML_ERROR_NOT_SUPPORTED;
  *clock = unsigned((type == NVML_CLOCK_MEM ? machine::product().memoryClockKHz : kHz) / 1000);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t, nvmlClockType_t type, unsigned int *clock) {
  return clockOf(type, machine::currentClockKHz(), clock);
}
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t, nvmlClockType_t type, unsigned int *clock) {
  if (unsigned(type) >= NVML_CLOCK_COUNT)
    return NVML_ERROR_INVALID_ARGUMENT; // of this function only (seen)
  return clockOf(type, machine::clockKHz(), clock);
}

nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t, unsigned int *busWidth) {
  *busWidth = unsigned(machine::product().memoryBusBits);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t, nvmlComputeMode_t *mode) {
  *mode = NVML_COMPUTEMODE_DEFAULT;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetDisplayMode(nvmlDevice_t, nvmlEnableState_t *display) {
  *display = NVML_FEATURE_DISABLED;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetDisplayActive(nvmlDevice_t, nvmlEnableState_t *isActive) {
  *isActive = NVML_FEATURE_DISABLED;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMultiGpuBoard(nvmlDevice_t, unsigned int *multiGpuBool) {
  *multiGpuBool = 0;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceIsMigDeviceHandle(nvmlDevice_t, unsigned int *isMigDevice) {
  *isMigDevice = 0;
  return NVML_SUCCESS;
}

// -- Where they are -------------------------------------------------------------------------------

/// The CPUs that this process may run on are the device.
nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t, unsigned int cpuSetSize,
                                      unsigned long *cpuSet) {
  constexpr unsigned kBits = 8 * sizeof(unsigned long);
  cpu_set_t set;
  if (!cpuSetSize || sched_getaffinity(0, sizeof set, &set))
    return cpuSetSize ? NVML_ERROR_UNKNOWN : NVML_ERROR_INVALID_ARGUMENT;
  std::fill(cpuSet, cpuSet + cpuSetSize, 0ul);
  for (unsigned cpu = 0; cpu < std::min(cpuSetSize * kBits, unsigned(CPU_SETSIZE)); ++cpu)
    if (CPU_ISSET(cpu, &set))
      cpuSet[cpu / kBits] |= 1ul << (cpu % kBits);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t device1, nvmlDevice_t device2,
                                    nvmlGpuP2PCapsIndex_t p2pIndex, nvmlGpuP2PStatus_t *p2pStatus) {
  if (unsigned(p2pIndex) >= NVML_P2P_CAPS_INDEX_UNKNOWN)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (device1 == device2) // no device is its own peer (seen on an H100)
    *p2pStatus = NVML_P2P_STATUS_NOT_SUPPORTED;
  else
    *p2pStatus = p2pIndex == NVML_P2P_CAPS_INDEX_NVLINK || p2pIndex == NVML_P2P_CAPS_INDEX_PCI
                     ? NVML_P2P_STATUS_NOT_SUPPORTED // the memory is one, and no bus between
                     : NVML_P2P_STATUS_OK;
  return NVML_SUCCESS;
}

/// They are the same CPUs.
nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t, nvmlDevice_t,
                                                 nvmlGpuTopologyLevel_t *pathInfo) {
  *pathInfo = NVML_TOPOLOGY_INTERNAL;
  return NVML_SUCCESS;
}

} // namespace anywarp::nvml
