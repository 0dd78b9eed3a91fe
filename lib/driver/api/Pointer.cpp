// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of the manual's section "Unified Addressing" that says what a pointer is.
#include <cstring>

#include "driver/context/Device.h"
#include "driver/memory/MemPool.h"
#include "driver/memory/PhysicalMemory.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

static MemoryMap &memory() { return Process::get().memory; }

template <typename T> static CUresult store(void *data, T value) {
  std::memcpy(data, &value, sizeof value);
  return CUDA_SUCCESS;
}

/// The attributes in which mapped memory differs: it belongs to no context, and where it is and
/// what it may be exported as is said by the physical memory.
static bool mappedAttribute(const Allocation &allocation, CUpointer_attribute attribute,
                            CUdeviceptr ptr, void *data, CUresult &result) {
  Ref<PhysicalMemory> physical = memory().physicalAt(allocation.base);
  if (!physical)
    return false;
  bool isOnHost = physical->isOnHost();
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    result = store(data, CUcontext(nullptr));
    return true;
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    result = store(data, unsigned(isOnHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE));
    return true;
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    result = isOnHost ? store(data, ptr) : CUDA_ERROR_INVALID_VALUE;
    return true;
  case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    result =
        store(data, static_cast<unsigned long long>(physical->properties().requestedHandleTypes));
    return true;
  case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    result = store(data, allocation.writers   ? CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE
                         : allocation.readers ? CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ
                                              : CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE);
    return true;
  default:
    return false;
  }
}

/// The attribute of memory that the driver knows.
static CUresult attributeOf(const Allocation &allocation, CUpointer_attribute attribute,
                            CUdeviceptr ptr, void *data) {
  using Kind = Allocation::Kind;
  if (CUresult result;
      allocation.kind == Kind::Mapped && mappedAttribute(allocation, attribute, ptr, data, result))
    return result;
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    return store(data, allocation.kind == Kind::Pool || allocation.kind == Kind::Graph
                           ? nullptr
                           : handleOf(*allocation.context));
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return store(data, unsigned(allocation.isHost() ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE));
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return allocation.kernelsMay() ? store(data, ptr) : CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    if (!allocation.isOpenToHost())
      return CUDA_ERROR_INVALID_VALUE;
    return store(data, ptr);
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    return store(data, unsigned(allocation.syncMemops || allocation.isManaged())); // seen
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
  case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
    return store(data, static_cast<unsigned long long>(allocation.id));
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    return store(data, unsigned(allocation.isManaged()));
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return store(data, allocation.context->device().ordinal());
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: // the device's
    return store(data, CUdeviceptr(allocation.kernelsMay() ? allocation.base : 0));
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
    return store(data, unsigned(allocation.kind == Kind::Device));
  case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    return store(data, 0u);
  case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
    return store(data, 1u);
  case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    return store(data,
                 allocation.kind == Kind::Pool && allocation.physical
                     ? static_cast<unsigned long long>(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
                     : 0ull);
  case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

/// Not an array's memory, nor a graph's while no launch has allocated it (seen).
static bool isKnown(const std::optional<Allocation> &allocation) {
  using Kind = Allocation::Kind;
  return allocation && allocation->kind != Kind::Array &&
         !(allocation->kind == Kind::Graph && allocation->isFreed);
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  std::optional<Allocation> allocation = memory().find(ptr);
  if (!isKnown(allocation))
    return CUDA_ERROR_INVALID_VALUE;
  return attributeOf(*allocation, attribute, ptr, data);
}

/// What cuPointerGetAttributes says of memory that the driver does not know, by the size of the
/// value.
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
  std::optional<Allocation> allocation = memory().find(ptr);
  bool known = isKnown(allocation);
  for (unsigned i = 0; i < numAttributes; ++i) {
    // An attribute that this memory does not have reads as nothing.
    if (known && attributeOf(*allocation, attributes[i], ptr, data[i]) == CUDA_SUCCESS)
      continue;
    if (CUresult result = unknownAttribute(attributes[i], data[i]))
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute, CUdeviceptr ptr) {
  bool sync = *static_cast<const unsigned *>(value) != 0;
  return memory().setSyncMemops(ptr, sync) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // namespace anywarp::driver
