// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where pools are: of devices, of the host, of managed memory; which of them is used; who may use
// their memory. Codes are those of NVIDIA's driver.
#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

#include "driver/context/Device.h"
#include "driver/memory/MemPool.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"
#include "exec/memory/ManagedViews.h"

namespace anywarp::driver {

// -- The table ------------------------------------------------------------------------------------

PoolPlace PoolPlace::of(const Device &device) {
  return {CU_MEM_ALLOCATION_TYPE_PINNED, {CU_MEM_LOCATION_TYPE_DEVICE, device.ordinal()}};
}

static Device &deviceOf(const PoolPlace &place) {
  const bool isDevices = place.location.type == CU_MEM_LOCATION_TYPE_DEVICE;
  return isDevices ? *findDevice(place.location.id) : *Process::get().devices().front();
}

Ref<MemoryPool> PoolTable::at(const PoolPlace &place, Ref<MemoryPool> Slot::*which) {
  LockGuard lock(mutex_);
  Slot &slot = slots_[place.key()];
  if (!slot.initial) {
    Ref<MemoryPool> pool =
        make<MemoryPool>(deviceOf(place), MemoryPool::Role::Default, place, size_t(0));
    if (!Process::get().handles.insert(Object::KindMemoryPool, pool))
      return nullptr;
    slot.initial = slot.current = std::move(pool);
  }
  return slot.*which;
}

void PoolTable::setCurrent(const PoolPlace &place, MemoryPool &pool) {
  (void)initial(place);
  LockGuard lock(mutex_);
  slots_[place.key()].current = Ref<MemoryPool>(&pool);
}

void PoolTable::remove(MemoryPool &pool) {
  LockGuard lock(mutex_);
  for (auto &[key, slot] : slots_)
    if (slot.current.get() == &pool)
      slot.current = slot.initial;
}

// -- Places ---------------------------------------------------------------------------------------

static bool isHosts(const CUmemLocation &location) {
  return location.type == CU_MEM_LOCATION_TYPE_HOST ||
         location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA;
}

#include "driver/rules/PoolPlaces.inc"

/// The place as pools have it: only devices and nodes are numbered.
static CUresult placeOf(CUmemAllocationType type, const CUmemLocation &location, PoolPlace &place) {
  place = {type, location};
  if (location.type == CU_MEM_LOCATION_TYPE_HOST || location.type == CU_MEM_LOCATION_TYPE_INVALID)
    place.location.id = 0;
  return checkPoolPlace(type, location);
}

// -- Which pool -----------------------------------------------------------------------------------

static CUresult answer(const Ref<MemoryPool> &found, CUmemoryPool *pool) {
  if (!found)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *pool = handleOf(*found);
  return CUDA_SUCCESS;
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location,
                                CUmemAllocationType type) {
  PoolPlace place;
  if (CUresult result = placeOf(type, *location, place))
    return result;
  return answer(Process::get().pools.initial(place), pool_out);
}

CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type) {
  PoolPlace place;
  if (CUresult result = placeOf(type, *location, place))
    return result;
  return answer(Process::get().pools.current(place), pool);
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool) {
  PoolPlace place;
  if (CUresult result = placeOf(type, *location, place))
    return result;
  MemoryPool *found = find<MemoryPool>(pool);
  if (CUresult result = checkPoolOf(found, place))
    return result;
  if (CUresult result = refuseUnsafe())
    return result;
  Process::get().pools.setCurrent(place, *found);
  return CUDA_SUCCESS;
}

// -- Pools of the program's -----------------------------------------------------------------------

static CUresult checkProps(const CUmemPoolProps &props, PoolPlace &place) {
  if (CUresult result = checkPoolProps(props))
    return result;
  const bool isManaged = props.allocType == CU_MEM_ALLOCATION_TYPE_MANAGED;
  CUresult result = placeOf(props.allocType, props.location, place);
  if (isManaged && props.location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT &&
      !exec::isManagedExclusive()) {
    place.location.id = 0;
    result = CUDA_SUCCESS; // a pool can be there, although none is there by default
  }
  if (result == CUDA_ERROR_NOT_SUPPORTED && !isManaged)
    result = CUDA_ERROR_INVALID_VALUE;
  return result ? result : checkPoolSharing(props);
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps) {
  PoolPlace place;
  if (CUresult result = checkProps(*poolProps, place))
    return result;
  Device &device = deviceOf(place);
  bool isShared = poolProps->handleTypes == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  int descriptor = isShared ? makePoolFile(device, place) : -1;
  if (isShared && descriptor < 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  Ref<MemoryPool> made =
      make<MemoryPool>(device, MemoryPool::Role::Created, place, poolProps->maxSize, descriptor);
  if (CUresult result = Process::get().publish(Object::KindMemoryPool, made))
    return result;
  *pool = handleOf(*made);
  return CUDA_SUCCESS;
}

/// Allocations that are still out live on; the pool goes with the last of them.
CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  Ref<MemoryPool> found(find<MemoryPool>(pool));
  Process::get().pools.remove(*found);
  found->trim(0);
  Process::get().handles.remove(Object::KindMemoryPool, reinterpret_cast<uint64_t>(pool));
  return CUDA_SUCCESS;
}

// -- Access ---------------------------------------------------------------------------------------

void MemoryPool::setAccess(int device, bool isAllowed) {
  LockGuard lock(mutex_);
  if (isAllowed)
    peers_.insert(device);
  else
    peers_.erase(device);
  if (!place_.isHosts())
    return;
  kernelsMay_ = !peers_.empty();
  Process::get().memory.openToKernels(*this, kernelsMay_);
}

bool MemoryPool::isAccessibleFrom(int device) {
  LockGuard lock(mutex_);
  const bool isOwn = !place_.isManaged() && !place_.isHosts() && device == device_.ordinal();
  return isOwn || peers_.count(device);
}

/// All devices share one memory; who may use it is kept for those who ask. The owner always may.
CUresult cuMemPoolSetAccess(MemoryPool &found, const CUmemAccessDesc *map, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (CUresult result = checkPoolAccess(found, map[i]))
      return result;
  if (CUresult result = refuseUnsafe())
    return result;
  for (size_t i = 0; i < count; ++i)
    if (map[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE)
      found.setAccess(map[i].location.id, map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, MemoryPool &pool, CUmemLocation *location) {
  if (CUresult result = checkPoolUser(*location))
    return result;
  const bool isDevices = location->type == CU_MEM_LOCATION_TYPE_DEVICE;
  // Of managed memory the pool says nothing about the host (seen).
  const bool may = isDevices ? pool.isAccessibleFrom(location->id) : pool.place().isHosts();
  *flags = may ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
  return CUDA_SUCCESS;
}

#include "driver/bodies/PoolPlaces.inc"

} // namespace anywarp::driver
