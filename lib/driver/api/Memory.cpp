// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Memory Management", as far as it allocates.
#include <algorithm>

#include "driver/context/Device.h"
#include "driver/memory/GraphMemory.h"
#include "driver/memory/MemPool.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

static MemoryMap &memory() { return Process::get().memory; }

CUresult cuMemGetInfo(size_t *free, size_t *total) {
  Device &device = currentContext().device();
  if (free)
    *free = memory().available(device);
  if (total)
    *total = device.memoryBytes();
  return CUDA_SUCCESS;
}

CUresult cuMemAllocPitch(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int) {
  // A pitch that copies do not take is one of memory all the same (seen).
  size_t pitch;
  if (WidthInBytes == 0 || Height == 0 ||
      __builtin_add_overflow(WidthInBytes, model::kPitchAlignment - 1, &pitch))
    return CUDA_ERROR_INVALID_VALUE;
  pitch = pitch / model::kPitchAlignment * model::kPitchAlignment;
  size_t bytes;
  if (__builtin_mul_overflow(pitch, Height, &bytes))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (CUresult result =
          memory().allocate(currentContext(), Allocation::Kind::Device, bytes, 0, *dptr))
    return result;
  *pPitch = pitch;
  return CUDA_SUCCESS;
}

/// Waits for work that may use the memory, as cuMemFree does.
/// Tells what that work came to.
static CUresult synchronizeOwner(uintptr_t address) {
  std::optional<Allocation> allocation = memory().find(address);
  if (!allocation)
    return CUDA_SUCCESS;
  Process::get().scheduler.wait(*allocation->context);
  return allocation->context->error();
}

CUresult cuMemFree(CUdeviceptr dptr) {
  if (!dptr)
    return CUDA_SUCCESS;
  if (CUresult result = synchronizeOwner(dptr))
    return result;
  std::optional<Allocation> allocation = memory().find(dptr);
  if (allocation && allocation->base == dptr && allocation->kind == Allocation::Kind::Pool) {
    if (!memory().setFreed(dptr))
      return CUDA_ERROR_INVALID_VALUE;
    Ref<MemoryPool> pool(allocation->pool);
    pool->takeBack(*allocation);
    return CUDA_SUCCESS;
  }
  if (allocation && allocation->base == dptr && allocation->kind == Allocation::Kind::Imported &&
      allocation->pool)
    return memory().closeImported(dptr); // of cuMemPoolImportPointer
  if (std::shared_ptr<GraphMemory> memory = Process::get().graphMemory.find(dptr)) {
    if (CUresult result = freeGraphMemory(*memory))
      return result;
    memory->settleFree(memory->allocations());
    return CUDA_SUCCESS;
  }
  return memory().free(dptr, [](const Allocation &found) {
    return !found.isFreed &&
           (found.kind == Allocation::Kind::Device || found.kind == Allocation::Kind::Managed ||
            found.kind == Allocation::Kind::External);
  });
}

CUresult cuMemGetAddressRange(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr) {
  if (!pbase && !psize) // nothing is asked (seen)
    return CUDA_SUCCESS;
  std::optional<Allocation> allocation = memory().find(dptr);
  if (!allocation || !allocation->isDeviceAccessible() || !allocation->kernelsMay())
    return CUDA_ERROR_NOT_FOUND;
  if (pbase)
    *pbase = allocation->base;
  if (psize)
    *psize = allocation->size;
  return CUDA_SUCCESS;
}

// -- Host memory ----------------------------------------------------------------------------------

CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags) {
  if (bytesize == 0) {
    *pp = nullptr;
    return CUDA_SUCCESS;
  }
  CUdeviceptr address;
  // With unified addressing all of it is mapped.
  if (CUresult result = memory().allocate(currentContext(), Allocation::Kind::Host, bytesize,
                                          Flags | CU_MEMHOSTALLOC_DEVICEMAP, address))
    return result;
  *pp = reinterpret_cast<void *>(address);
  return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void *p) {
  if (!p)
    return CUDA_SUCCESS;
  if (CUresult result = synchronizeOwner(uintptr_t(p)))
    return result;
  return memory().free(CUdeviceptr(p), [](const Allocation &allocation) {
    return allocation.kind == Allocation::Kind::Host;
  });
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *pdptr, void *p, unsigned int) {
  std::optional<Allocation> allocation = memory().find(uintptr_t(p));
  if (!allocation || !allocation->isHost() || allocation->pool)
    return CUDA_ERROR_INVALID_VALUE;
  *pdptr = CUdeviceptr(p);
  return CUDA_SUCCESS;
}

CUresult cuMemHostGetFlags(unsigned int *pFlags, void *p) {
  std::optional<Allocation> allocation = memory().find(uintptr_t(p));
  if (!allocation)
    return CUDA_ERROR_INVALID_VALUE;
  switch (allocation->kind) {
  case Allocation::Kind::Host:
    *pFlags = allocation->flags;
    return CUDA_SUCCESS;
  case Allocation::Kind::Managed:
    *pFlags = CU_MEMHOSTALLOC_DEVICEMAP; // (seen)
    return CUDA_SUCCESS;
  case Allocation::Kind::Registered: // always mapped (seen)
    *pFlags = (allocation->flags & CU_MEMHOSTALLOC_PORTABLE) | CU_MEMHOSTALLOC_DEVICEMAP;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

static bool isOfPool(const void *p) {
  std::optional<Allocation> allocation = memory().find(uintptr_t(p));
  return allocation && allocation->pool;
}

CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags) {
  if (isOfPool(p))
    return CUDA_ERROR_INVALID_VALUE;
  return memory().registerHost(currentContext(), uintptr_t(p), bytesize, Flags);
}

CUresult cuMemHostUnregister(void *p) {
  if (!p || isOfPool(p))
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult result = synchronizeOwner(uintptr_t(p)))
    return result;
  return memory().unregisterHost(uintptr_t(p));
}

#include "driver/bodies/Memory.inc"

} // namespace anywarp::driver
