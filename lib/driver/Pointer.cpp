// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Unified Addressing": what a pointer is, and where its memory should be. There
// is one memory, near every device: advice and prefetches are checked and need nothing done.
#include <algorithm>
#include <cstring>

#include "driver/Device.h"
#include "driver/MemPool.h"
#include "driver/Process.h"

namespace anywarp::driver {

static MemoryMap &memory() { return Process::get().memory; }

template <typename T> static CUresult store(void *data, T value) {
  std::memcpy(data, &value, sizeof value);
  return CUDA_SUCCESS;
}

/// The attribute of memory that the driver knows.
static CUresult attributeOf(const Allocation &allocation, CUpointer_attribute attribute,
                            CUdeviceptr ptr, void *data) {
  using Kind = Allocation::Kind;
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    return store(data, allocation.kind == Kind::Pool ? nullptr : handleOf(*allocation.context));
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return store(data, unsigned(allocation.isHost() ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE));
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return store(data, ptr);
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    if (!allocation.isHost() && allocation.kind != Kind::Managed)
      return CUDA_ERROR_INVALID_VALUE;
    return store(data, ptr);
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    return store(data, unsigned(allocation.syncMemops));
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
  case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
    return store(data, static_cast<unsigned long long>(allocation.id));
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    return store(data, unsigned(allocation.kind == Kind::Managed));
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return store(data, allocation.context->device().ordinal());
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
  case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
    return store(data, CUdeviceptr(allocation.base));
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
  case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    return store(data, allocation.size);
  case CU_POINTER_ATTRIBUTE_MAPPED:
    return store(data, 1u);
  case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    return store(data, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE);
  case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    return store(data, allocation.pool ? handleOf(*allocation.pool) : nullptr);
  case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
  case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
  case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
    return store(data, 0u);
  case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    return store(data, 0ull);
  case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  if (!data)
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<Allocation> allocation = memory().find(ptr);
  if (!allocation || allocation->kind == Allocation::Kind::Array)
    return CUDA_ERROR_INVALID_VALUE;
  return attributeOf(*allocation, attribute, ptr, data);
}

/// What cuPointerGetAttributes says of memory that the driver does not know, by the size of the value.
static CUresult unknownAttribute(CUpointer_attribute attribute, void *data) {
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
  case CU_POINTER_ATTRIBUTE_MAPPED:
  case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
  case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
  case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
  case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
    return store(data, 0u);
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return store(data, int(CU_DEVICE_INVALID));
  case CU_POINTER_ATTRIBUTE_CONTEXT:
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
  case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
  case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
  case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
  case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
  case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    return store(data, 0ull);
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes,
                                void **data, CUdeviceptr ptr) {
  if (!numAttributes || !attributes || !data)
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<Allocation> allocation = memory().find(ptr);
  bool isKnown = allocation && allocation->kind != Allocation::Kind::Array;
  for (unsigned i = 0; i < numAttributes; ++i) {
    // An attribute that this memory does not have reads as nothing.
    if (isKnown && attributeOf(*allocation, attributes[i], ptr, data[i]) == CUDA_SUCCESS)
      continue;
    if (CUresult result = unknownAttribute(attributes[i], data[i]))
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr ptr) {
  if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
    return CUDA_ERROR_INVALID_VALUE;
  bool sync = *static_cast<const unsigned *>(value) != 0;
  return memory().setSyncMemops(ptr, sync) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// -- Advice ------------------------------------------------------------------------------------------

/// Advice and prefetches are for managed memory, or for pageable memory, which devices access here.
static CUresult checkRange(CUdeviceptr devPtr, size_t count) {
  if (!devPtr || !count)
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<Allocation> allocation = memory().find(devPtr);
  if (!allocation)
    return CUDA_SUCCESS;
  bool isManaged = allocation->kind == Allocation::Kind::Managed;
  return isManaged && count <= allocation->end() - devPtr ? CUDA_SUCCESS
                                                          : CUDA_ERROR_INVALID_VALUE;
}

static CUresult checkLocation(CUmemLocation location) {
  switch (location.type) {
  case CU_MEM_LOCATION_TYPE_DEVICE:
    return findDevice(location.id) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
  case CU_MEM_LOCATION_TYPE_HOST:
  case CU_MEM_LOCATION_TYPE_HOST_NUMA:
  case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

/// The older calls name a device, or the host as CU_DEVICE_CPU.
static CUmemLocation locationOf(CUdevice device) {
  CUmemLocation location{};
  location.type = device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
  location.id = device == CU_DEVICE_CPU ? 0 : device;
  return location;
}

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUmemLocation location,
                            unsigned int flags, CUstream hStream) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult result = checkRange(devPtr, count))
    return result;
  return checkLocation(location);
}

CUresult cuMemPrefetchAsync_v1(CUdeviceptr devPtr, size_t count, CUdevice dstDevice,
                               CUstream hStream) {
  return driver::cuMemPrefetchAsync(devPtr, count, locationOf(dstDevice), 0, hStream);
}

CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice,
                     CUmemLocation location) {
  if (advice < CU_MEM_ADVISE_SET_READ_MOSTLY || advice > CU_MEM_ADVISE_UNSET_ACCESSED_BY)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult result = checkRange(devPtr, count))
    return result;
  bool usesLocation = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
                      advice == CU_MEM_ADVISE_SET_ACCESSED_BY ||
                      advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
  return usesLocation ? checkLocation(location) : CUDA_SUCCESS;
}

CUresult cuMemAdvise_v1(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device) {
  return driver::cuMemAdvise(devPtr, count, advice, locationOf(device));
}

} // namespace anywarp::driver
