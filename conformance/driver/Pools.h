// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs about pools share: places, pools made and asked.
#pragma once

#include "Check.h"

inline CUmemLocation at(CUmemLocationType type, int id = 0) {
  CUmemLocation location{};
  location.type = type;
  location.id = id;
  return location;
}

inline CUmemoryPool makePool(size_t maxSize = 0) {
  CUmemPoolProps props{};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location = at(CU_MEM_LOCATION_TYPE_DEVICE);
  props.maxSize = maxSize;
  CUmemoryPool pool = nullptr;
  OK(cuMemPoolCreate(&pool, &props));
  return pool;
}

inline CUmemoryPool poolOf(CUdeviceptr p) {
  CUmemoryPool pool = nullptr;
  OK(cuPointerGetAttribute(&pool, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p));
  return pool;
}

inline constexpr auto kManagedType = CU_MEM_ALLOCATION_TYPE_MANAGED;
inline constexpr auto kPinnedType = CU_MEM_ALLOCATION_TYPE_PINNED;

inline CUresult create(CUmemoryPool &pool, CUmemAllocationType type, CUmemLocation location,
                       int handle = 0, size_t maxSize = 0) {
  CUmemPoolProps props{};
  props.allocType = type;
  props.location = location;
  props.handleTypes = CUmemAllocationHandleType(handle);
  props.maxSize = maxSize;
  return cuMemPoolCreate(&pool, &props);
}

template <typename T> T pointerFact(CUpointer_attribute attribute, CUdeviceptr p) {
  T value{};
  OK(cuPointerGetAttribute(&value, attribute, p));
  return value;
}

inline cuuint64_t number(CUmemoryPool pool, CUmemPool_attribute attribute) {
  cuuint64_t value = 77;
  OK(cuMemPoolGetAttribute(pool, attribute, &value));
  return value;
}
