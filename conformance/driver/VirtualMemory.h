// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties and rights of memory that is mapped, and its granularity.
#pragma once
#include "Check.h"

inline CUmemAllocationProp onDevice(unsigned handleTypes = CU_MEM_HANDLE_TYPE_NONE) {
  CUmemAllocationProp prop{};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = 0;
  prop.requestedHandleTypes = CUmemAllocationHandleType(handleTypes);
  return prop;
}

inline CUmemAccessDesc accessOf(CUmemAccess_flags flags) {
  CUmemAccessDesc desc{};
  desc.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  desc.flags = flags;
  return desc;
}
static const CUmemAccessDesc kReadWrite = accessOf(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);

inline size_t granularity() {
  size_t bytes = 0;
  CUmemAllocationProp prop = onDevice();
  OK(cuMemGetAllocationGranularity(&bytes, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CHECK(bytes && (bytes & (bytes - 1)) == 0);
  size_t recommended = 0;
  OK(cuMemGetAllocationGranularity(&recommended, &prop, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  CHECK(recommended >= bytes && recommended % bytes == 0);
  return bytes;
}
