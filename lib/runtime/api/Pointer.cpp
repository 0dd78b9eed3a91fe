// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pointer points to.
#include "runtime/core/DeviceTable.h"
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr) {
  if (!attributes)
    return cudaErrorInvalidValue;
  CUmemorytype type = static_cast<CUmemorytype>(0);
  unsigned int isManaged = 0;
  int ordinal = -2;
  CUdeviceptr devicePointer = 0;
  void *hostPointer = nullptr;
  CUpointer_attribute names[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                 CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                 CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                                 CU_POINTER_ATTRIBUTE_HOST_POINTER};
  void *values[] = {&type, &isManaged, &ordinal, &devicePointer, &hostPointer};
  if (CUresult result = cu().cuPointerGetAttributes(5, names, values, address(ptr)))
    return toError(result);

  *attributes = {};
  attributes->device = ordinal;
  attributes->devicePointer = reinterpret_cast<void *>(devicePointer);
  attributes->hostPointer = hostPointer;
  if (isManaged) {
    attributes->type = cudaMemoryTypeManaged;
  } else if (type == CU_MEMORYTYPE_HOST) {
    attributes->type = cudaMemoryTypeHost;
  } else if (type == CU_MEMORYTYPE_DEVICE) {
    attributes->type = cudaMemoryTypeDevice;
  } else {
    // Memory that CUDA does not know is the host's; an address that only a device may use has none.
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = cudaInvalidDeviceId;
    attributes->devicePointer = nullptr;
    attributes->hostPointer = const_cast<void *>(ptr);
  }
  return cudaSuccess;
}

} // namespace anywarp::runtime
