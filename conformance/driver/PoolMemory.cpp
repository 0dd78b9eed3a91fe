// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of pools by location: memory of the host, and how long it lives.
#include <fcntl.h>
#include <sys/mman.h>

#include "Pools.h"

/// Memory of the host: a device may use it when the pool says so, and the host always.
static void ofTheHost() {
  for (CUmemLocation location :
       {at(CU_MEM_LOCATION_TYPE_HOST), at(CU_MEM_LOCATION_TYPE_HOST_NUMA)}) {
    CUmemLocation here = at(CU_MEM_LOCATION_TYPE_DEVICE), host = at(CU_MEM_LOCATION_TYPE_HOST, 7),
                  none = at(CU_MEM_LOCATION_TYPE_INVALID);
    CUmemoryPool pool = nullptr;
    OK(create(pool, kPinnedType, location));
    CUmemAccess_flags flags;
    OK(cuMemPoolGetAccess(&flags, pool, &here));
    EQUAL(CU_MEM_ACCESS_FLAGS_PROT_NONE, flags);
    OK(cuMemPoolGetAccess(&flags, pool, &host));
    EQUAL(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, flags);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolGetAccess(&flags, pool, &none));
    CUdeviceptr p = 0, q = 0;
    OK(cuMemAllocFromPoolAsync(&p, 1000, pool, nullptr));
    OK(cuCtxSynchronize());
    EQUAL(CU_MEMORYTYPE_HOST, pointerFact<unsigned>(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuPointerGetAttribute(&q, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, p));
    EQUAL(p, pointerFact<CUdeviceptr>(CU_POINTER_ATTRIBUTE_HOST_POINTER, p));
    EQUAL(0, pointerFact<unsigned>(CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
    EQUAL(1000, pointerFact<size_t>(CU_POINTER_ATTRIBUTE_RANGE_SIZE, p));
    size_t size = 0;
    EXPECT(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(&q, &size, p));
    EQUAL(1000, number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
    EQUAL(32 << 20, number(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT));
    auto *value = reinterpret_cast<volatile unsigned *>(p);
    value[0] = 41;
    // Copies take it for the host's, fills for nobody's.
    CUdeviceptr device = 0;
    unsigned bytes[2] = {1, 2};
    OK(cuMemAlloc(&device, 100));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p + 8, bytes, 8));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(bytes, p, 8));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(p + 8, 7, 10));
    OK(cuMemcpyHtoD(device, reinterpret_cast<void *>(p), 8));
    OK(cuMemcpy(p + 8, device, 8));
    OK(cuMemcpyDtoH(reinterpret_cast<void *>(p + 16), device, 8));
    OK(cuCtxSynchronize());
    CHECK(value[2] == 41 && value[4] == 41);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(&q, reinterpret_cast<void *>(p), 0));
    unsigned hostFlags = 0;
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostGetFlags(&hostFlags, reinterpret_cast<void *>(p)));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(reinterpret_cast<void *>(p), 100, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostUnregister(reinterpret_cast<void *>(p)));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(reinterpret_cast<void *>(p)));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchAsync(p, 1000, here, 0, nullptr));

    CUmemAccessDesc desc{};
    auto set = [&](CUmemLocation where, CUmemAccess_flags wanted) {
      desc.location = where;
      desc.flags = wanted;
      return cuMemPoolSetAccess(pool, &desc, 1);
    };
    constexpr auto kTake = CU_MEM_ACCESS_FLAGS_PROT_NONE,
                   kGive = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, set(here, CU_MEM_ACCESS_FLAGS_PROT_READ));
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, set(host, kTake));
    OK(set(host, kGive));
    EXPECT(CUDA_ERROR_INVALID_VALUE, set(none, kGive));
    EXPECT(CUDA_ERROR_INVALID_DEVICE, set(at(CU_MEM_LOCATION_TYPE_DEVICE, 99), kGive));
    OK(set(here, kTake));
    OK(set(here, kGive));
    OK(cuMemPoolGetAccess(&flags, pool, &here));
    EQUAL(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, flags);
    OK(launch1(kernelOf(loadPtx(kIotaPtx), "increment"), 1, 1, {&p}));
    OK(cuCtxSynchronize());
    EQUAL(42, value[0]);
    EQUAL(p, pointerFact<CUdeviceptr>(CU_POINTER_ATTRIBUTE_DEVICE_POINTER, p));
    OK(cuMemGetAddressRange(&q, &size, p + 10));
    CHECK(q == p && size == 1000);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p + 8, bytes, 8));
    OK(cuMemsetD32(p + 8, 7, 10));
    OK(cuCtxSynchronize());
    EQUAL(7, value[11]);
    OK(cuMemFreeAsync(p, nullptr));
    OK(cuCtxSynchronize());
    OK(cuMemPoolTrimTo(pool, 0));
    EQUAL(0, number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
    int descriptor = -1;
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuMemPoolExportToShareableHandle(&descriptor, pool,
                                            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemPoolDestroy(pool));
  }
  // Of a node's memory another process can have a part.
  CUmemoryPool pool = nullptr, imported = nullptr;
  constexpr auto kFile = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  int descriptor = -1;
  CUdeviceptr p = 0, q = 0;
  CUmemPoolPtrExportData data;
  OK(create(pool, kPinnedType, at(CU_MEM_LOCATION_TYPE_HOST_NUMA), kFile));
  OK(cuMemPoolExportToShareableHandle(&descriptor, pool, kFile, 0));
  OK(cuMemAllocFromPoolAsync(&p, 100, pool, nullptr));
  OK(cuCtxSynchronize());
  *reinterpret_cast<unsigned *>(p) = 9;
  OK(cuMemPoolExportPointer(&data, p));
  OK(cuMemPoolImportFromShareableHandle(&imported, reinterpret_cast<void *>(intptr_t(descriptor)),
                                        kFile, 0));
  OK(cuMemPoolImportPointer(&q, imported, &data));
  EQUAL(9, *reinterpret_cast<unsigned *>(q));
  if (!onNvidia()) // what our files say is believed only if it can be
    for (bool isWrong : {false, true}) {
      char label[4096];
      const ssize_t size = pread(descriptor, label, sizeof label, 0);
      CHECK(size > 36);
      if (isWrong)
        label[32] = 77; // the kind of location
      int copy = memfd_create("copy", MFD_ALLOW_SEALING);
      EQUAL(size, pwrite(copy, label, size_t(size), 0));
      EQUAL(0, fcntl(copy, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_WRITE | F_SEAL_SEAL));
      EXPECT(isWrong ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS,
             cuMemPoolImportFromShareableHandle(&imported, reinterpret_cast<void *>(intptr_t(copy)),
                                                kFile, 0));
      close(copy);
    }
  OK(cuMemFreeAsync(p, nullptr));
  OK(cuCtxSynchronize());
}

static CUcontext makeContext() {
  CUcontext context = nullptr;
  OK(cuCtxCreate(&context, nullptr, 0, 0));
  return context;
}

/// Memory of a pool is no context's: it stays, with what is in it, when that goes in whose stream
/// it was allocated.
static void outlivesContexts() {
  const struct {
    CUmemAllocationType type;
    CUmemLocationType location;
  } kinds[] = {{kPinnedType, CU_MEM_LOCATION_TYPE_DEVICE},
               {kPinnedType, CU_MEM_LOCATION_TYPE_HOST},
               {kManagedType, CU_MEM_LOCATION_TYPE_HOST},
               {kManagedType, CU_MEM_LOCATION_TYPE_DEVICE}};
  constexpr size_t kBytes = 1 << 20;
  CUcontext primary = nullptr, none = nullptr;
  OK(cuCtxGetCurrent(&primary));
  for (auto [type, location] : kinds)
    for (bool isReset : {false, true}) {
      CUmemLocation where = at(location);
      CUmemoryPool pool = nullptr, again = nullptr;
      OK(cuMemGetDefaultMemPool(&pool, &where, type));
      EQUAL(0, number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
      cuuint64_t threshold = ~0ull;
      OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
      CUcontext own = isReset ? nullptr : makeContext();
      CUdeviceptr p = 0, q = 0, other = 0;
      OK(cuMemAllocFromPoolAsync(&p, kBytes, pool, nullptr));
      OK(cuMemAllocFromPoolAsync(&q, kBytes, pool, nullptr));
      const bool isHosts = type == kPinnedType && location == CU_MEM_LOCATION_TYPE_HOST;
      if (isHosts)
        *reinterpret_cast<unsigned *>(p) = 0x1234;
      else
        OK(cuMemsetD32(p, 0x1234, 16));
      OK(cuMemFreeAsync(q, nullptr));
      OK(cuCtxSynchronize());
      if (isReset) {
        OK(cuDevicePrimaryCtxReset(0));
        OK(cuDevicePrimaryCtxRetain(&primary, 0));
      } else {
        OK(cuCtxDestroy(own));
      }
      OK(cuCtxSetCurrent(primary));
      OK(cuMemGetDefaultMemPool(&again, &where, type));
      CHECK(again == pool);
      EQUAL(kBytes, number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
      EQUAL(32 << 20, number(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT));
      EQUAL(isHosts ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE,
            pointerFact<unsigned>(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
      CHECK(pointerFact<CUcontext>(CU_POINTER_ATTRIBUTE_CONTEXT, p) == none);
      unsigned seen = 0;
      if (isHosts)
        seen = *reinterpret_cast<unsigned *>(p);
      else
        OK(cuMemcpyDtoH(&seen, p, 4));
      EQUAL(0x1234, seen);
      OK(cuMemAllocFromPoolAsync(&other, kBytes, pool, nullptr)); // what the context gave back
      CHECK(other == q);
      EQUAL(32 << 20, number(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT));
      OK(cuMemFreeAsync(other, nullptr));
      OK(cuMemFreeAsync(p, nullptr));
      EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, nullptr));
      OK(cuCtxSynchronize());
      EQUAL(0, number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
      OK(cuMemPoolTrimTo(pool, 0));
      EQUAL(0, number(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT));
    }
  // A pool that was full still is.
  for (auto location : {CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST}) {
    CUmemoryPool pool = nullptr;
    CUdeviceptr p = 0, q = 0;
    OK(create(pool, kPinnedType, at(location), 0, 32 << 20));
    OK(cuMemAllocFromPoolAsync(&p, 20 << 20, pool, nullptr));
    OK(cuCtxSynchronize());
    OK(cuDevicePrimaryCtxReset(0));
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cuCtxSetCurrent(primary));
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, cuMemAllocFromPoolAsync(&q, 20 << 20, pool, nullptr));
    OK(cuMemFreeAsync(p, nullptr));
    OK(cuCtxSynchronize());
    OK(cuMemAllocFromPoolAsync(&q, 20 << 20, pool, nullptr));
    OK(cuMemFreeAsync(q, nullptr));
    OK(cuCtxSynchronize());
    OK(cuMemPoolDestroy(pool));
  }
}

int main() {
  inChild("of the host", [] {
    usePrimary();
    ofTheHost();
  });
  inChild("contexts", [] {
    usePrimary();
    outlivesContexts();
  });
  return finish("PoolMemory");
}
