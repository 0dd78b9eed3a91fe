// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Stream Ordered Memory Allocator". Memory has its address, and is there, from
// the call on; only its end waits for the stream.
#include "driver/MemPool.h"

#include <algorithm>

#include "driver/Device.h"
#include "driver/Process.h"

namespace anywarp::driver {

// -- Pools -------------------------------------------------------------------------------------------

static bool isPoolMemory(const Allocation &allocation) {
  return allocation.kind == Allocation::Kind::Pool;
}

/// An unused block of about the size, of this context.
bool MemoryPool::takeUnused(Context &context, size_t bytes, CUdeviceptr &address) {
  for (auto it = unused_.lower_bound(bytes); it != unused_.end() && it->first <= bytes * 2;) {
    std::optional<Allocation> allocation = Process::get().memory.find(it->second.address);
    if (!allocation || allocation->id != it->second.id) {
      reserved_ -= it->first;
      it = unused_.erase(it);
      continue;
    }
    if (allocation->context == &context) {
      address = it->second.address;
      Process::get().memory.setFreed(address, false);
      unused_.erase(it);
      return true;
    }
    ++it;
  }
  return false;
}

CUresult MemoryPool::allocate(Context &context, size_t bytes, CUdeviceptr &address) {
  std::lock_guard lock(mutex_);
  if (maxBytes_ && (bytes > maxBytes_ || used_ > maxBytes_ - bytes))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (!takeUnused(context, bytes, address)) {
    MemoryMap &memory = Process::get().memory;
    CUresult result =
        memory.allocate(context, Allocation::Kind::Pool, bytes, 0, address, this);
    if (result == CUDA_ERROR_OUT_OF_MEMORY && !unused_.empty()) {
      trimLocked(0);
      result = memory.allocate(context, Allocation::Kind::Pool, bytes, 0, address, this);
    }
    if (result)
      return result;
    reserved_ += bytes;
    reservedHigh_ = std::max(reservedHigh_, reserved_);
  }
  used_ += Process::get().memory.find(address)->size;
  usedHigh_ = std::max(usedHigh_, used_);
  retain(); // by the allocation, which may outlive the pool's handle
  return CUDA_SUCCESS;
}

void MemoryPool::takeBack(CUdeviceptr address, size_t bytes) {
  release(); // what the allocation held
  std::lock_guard lock(mutex_);
  used_ -= std::min<uint64_t>(used_, bytes);
  std::optional<Allocation> allocation = Process::get().memory.find(address);
  if (!allocation)
    return;
  unused_.emplace(bytes, Unused{address, allocation->id});
  if (reserved_ > threshold_)
    trimLocked(threshold_);
}

void MemoryPool::trim(size_t keep) {
  std::lock_guard lock(mutex_);
  trimLocked(keep);
}

void MemoryPool::trimLocked(size_t keep) {
  while (reserved_ > keep && !unused_.empty()) {
    auto largest = std::prev(unused_.end());
    (void)Process::get().memory.free(largest->second.address, [&](const Allocation &allocation) {
      return allocation.id == largest->second.id;
    });
    reserved_ -= largest->first;
    unused_.erase(largest);
  }
}

void MemoryPool::forget() {
  std::lock_guard lock(mutex_);
  unused_.clear();
  used_ = reserved_ = 0;
}

static int reuseIndex(CUmemPool_attribute attribute) {
  return attribute - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES;
}

CUresult MemoryPool::attribute(CUmemPool_attribute attribute, void *value) {
  std::lock_guard lock(mutex_);
  auto answer = [value](uint64_t number) {
    *static_cast<cuuint64_t *>(value) = number;
    return CUDA_SUCCESS;
  };
  switch (attribute) {
  case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
    *static_cast<int *>(value) = reuse_[reuseIndex(attribute)];
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    return answer(threshold_);
  case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    return answer(reserved_);
  case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    return answer(reservedHigh_);
  case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
    return answer(used_);
  case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    return answer(usedHigh_);
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult MemoryPool::setAttribute(CUmemPool_attribute attribute, const void *value) {
  std::lock_guard lock(mutex_);
  switch (attribute) {
  case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
    reuse_[reuseIndex(attribute)] = *static_cast<const int *>(value) != 0;
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    threshold_ = *static_cast<const cuuint64_t *>(value);
    return CUDA_SUCCESS;
  // The high marks can only be put back to what is now.
  case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    if (*static_cast<const cuuint64_t *>(value))
      return CUDA_ERROR_INVALID_VALUE;
    reservedHigh_ = reserved_;
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    if (*static_cast<const cuuint64_t *>(value))
      return CUDA_ERROR_INVALID_VALUE;
    usedHigh_ = used_;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

namespace {
class FreeCommand final : public Command {
public:
  FreeCommand(const Allocation &allocation)
      : Command(Runs::Anywhere), allocation_(allocation), pool_(allocation.pool) {}
  CUresult run(CUresult) override {
    if (pool_)
      pool_->takeBack(allocation_.base, allocation_.size);
    else
      (void)Process::get().memory.free(allocation_.base, [this](const Allocation &allocation) {
        return allocation.id == allocation_.id;
      });
    return CUDA_SUCCESS;
  }

private:
  Allocation allocation_;
  Ref<MemoryPool> pool_;
};
} // namespace

CUresult freeAsync(CUdeviceptr address, Stream &stream) {
  std::optional<Allocation> allocation = Process::get().memory.find(address);
  if (!allocation || allocation->base != address ||
      (!isPoolMemory(*allocation) && allocation->kind != Allocation::Kind::Device))
    return CUDA_ERROR_INVALID_VALUE;
  // Marks the allocation as given back, so that a second free is told.
  if (!Process::get().memory.setFreed(address, true))
    return CUDA_ERROR_INVALID_VALUE;
  Process::get().scheduler.enqueue(make<FreeCommand>(*allocation), stream);
  return CUDA_SUCCESS;
}

// -- Which pool --------------------------------------------------------------------------------------

/// The pools of a device, made at the first call that needs them.
static Ref<MemoryPool> currentPool(Device &device, bool wantsDefault) {
  std::lock_guard lock(device.pools.mutex);
  if (!device.pools.initial) {
    Ref<MemoryPool> pool = make<MemoryPool>(device, /*isDefault=*/true, size_t(0));
    if (!Process::get().handles.insert(Object::KindMemoryPool, pool))
      return nullptr;
    device.pools.initial = device.pools.current = std::move(pool);
  }
  return wantsDefault ? device.pools.initial : device.pools.current;
}

static CUresult poolOf(CUdevice dev, bool wantsDefault, CUmemoryPool *pool) {
  Device *device = findDevice(dev);
  if (!device)
    return CUDA_ERROR_INVALID_DEVICE;
  Ref<MemoryPool> found = currentPool(*device, wantsDefault);
  if (!found)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *pool = handleOf(*found);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev) {
  return poolOf(dev, /*wantsDefault=*/true, pool_out);
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev) {
  return poolOf(dev, /*wantsDefault=*/false, pool);
}

CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
  Device *device = findDevice(dev);
  if (!device)
    return CUDA_ERROR_INVALID_DEVICE;
  MemoryPool *found = find<MemoryPool>(pool);
  if (!found || &found->device() != device)
    return CUDA_ERROR_INVALID_VALUE;
  currentPool(*device, /*wantsDefault=*/true);
  std::lock_guard lock(device->pools.mutex);
  device->pools.current = Ref<MemoryPool>(found);
  return CUDA_SUCCESS;
}

/// The device of a location; pools elsewhere are not built.
static CUresult deviceAt(const CUmemLocation *location, CUmemAllocationType type, CUdevice &device) {
  if (!location)
    return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_MEM_ALLOCATION_TYPE_PINNED || location->type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_NOT_SUPPORTED;
  device = location->id;
  return CUDA_SUCCESS;
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location,
                                CUmemAllocationType type) {
  CUdevice device;
  if (CUresult result = deviceAt(location, type, device))
    return result;
  return poolOf(device, /*wantsDefault=*/true, pool_out);
}

CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type) {
  CUdevice device;
  if (CUresult result = deviceAt(location, type, device))
    return result;
  return poolOf(device, /*wantsDefault=*/false, pool);
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool) {
  CUdevice device;
  if (CUresult result = deviceAt(location, type, device))
    return result;
  return driver::cuDeviceSetMemPool(device, pool);
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps) {
  if (!poolProps || poolProps->allocType != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  if (poolProps->handleTypes != CU_MEM_HANDLE_TYPE_NONE ||
      poolProps->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_NOT_SUPPORTED;
  Device *device = findDevice(poolProps->location.id);
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  Ref<MemoryPool> made = make<MemoryPool>(*device, /*isDefault=*/false, poolProps->maxSize);
  if (!Process::get().handles.insert(Object::KindMemoryPool, made))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *pool = handleOf(*made);
  return CUDA_SUCCESS;
}

/// Allocations that are still out live on; the pool goes with the last of them.
CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  Ref<MemoryPool> found(find<MemoryPool>(pool));
  if (!found || found->isDefault())
    return CUDA_ERROR_INVALID_VALUE;
  {
    std::lock_guard lock(found->device().pools.mutex);
    if (found->device().pools.current == found)
      found->device().pools.current = found->device().pools.initial;
  }
  found->trim(0);
  Process::get().handles.remove(Object::KindMemoryPool, reinterpret_cast<uint64_t>(pool));
  return CUDA_SUCCESS;
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) {
  MemoryPool *found = find<MemoryPool>(pool);
  if (!found)
    return CUDA_ERROR_INVALID_VALUE;
  found->trim(minBytesToKeep);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value) {
  MemoryPool *found = find<MemoryPool>(pool);
  if (!found || !value)
    return CUDA_ERROR_INVALID_VALUE;
  return found->setAttribute(attr, value);
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value) {
  MemoryPool *found = find<MemoryPool>(pool);
  if (!found || !value)
    return CUDA_ERROR_INVALID_VALUE;
  return found->attribute(attr, value);
}

/// All devices share one memory: access from everywhere, which the owner's cannot be taken from.
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count) {
  MemoryPool *found = find<MemoryPool>(pool);
  if (!found || (count && !map))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < count; ++i) {
    if (map[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || !findDevice(map[i].location.id))
      return CUDA_ERROR_INVALID_VALUE;
    if (map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_NONE &&
        map[i].location.id == found->device().ordinal())
      return CUDA_ERROR_INVALID_DEVICE;
  }
  return CUDA_SUCCESS;
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool,
                            CUmemLocation *location) {
  if (!find<MemoryPool>(memPool) || !location ||
      location->type != CU_MEM_LOCATION_TYPE_DEVICE || !findDevice(location->id))
    return CUDA_ERROR_INVALID_VALUE;
  *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return CUDA_SUCCESS;
}

/// No pool can be made with a handle type, so there is none to be exported.
CUresult cuMemPoolExportToShareableHandle(void *handle_out, CUmemoryPool pool,
                                          CUmemAllocationHandleType handleType,
                                          unsigned long long flags) {
  return CUDA_ERROR_INVALID_VALUE;
}

// -- Allocations -------------------------------------------------------------------------------------

static CUresult allocateAsync(CUdeviceptr *dptr, size_t bytes, MemoryPool &pool, CUstream hStream) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  if (bytes == 0) {
    *dptr = 0; // as NVIDIA's driver does
    return CUDA_SUCCESS;
  }
  return pool.allocate(stream->context(), bytes, *dptr);
}

CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  Ref<MemoryPool> pool = currentPool(stream->context().device(), /*wantsDefault=*/false);
  if (!pool)
    return CUDA_ERROR_OUT_OF_MEMORY;
  return allocateAsync(dptr, bytesize, *pool, hStream);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool,
                                 CUstream hStream) {
  MemoryPool *found = find<MemoryPool>(pool);
  if (!found)
    return CUDA_ERROR_INVALID_VALUE;
  return allocateAsync(dptr, bytesize, *found, hStream);
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  return dptr ? freeAsync(dptr, *stream) : CUDA_SUCCESS;
}

} // namespace anywarp::driver
