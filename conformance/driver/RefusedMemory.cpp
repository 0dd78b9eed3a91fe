// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What allocation, registration, pools and questions about pointers refuse: nothing, too much, no
// place for the answer, memory of another kind; with the sizes at the ends.
#include "Check.h"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kDevice = CUDA_ERROR_INVALID_DEVICE,
                   kMemory = CUDA_ERROR_OUT_OF_MEMORY;
/// More than any device has.
constexpr size_t kHuge = size_t(1) << 46;

static void allocation() {
  CUdeviceptr p = 0;
  void *h = nullptr;
  size_t pitch = 0, size = 0;
  unsigned flags = 0;
  EXPECT(kValue, cuMemAlloc(&p, 0));
  EXPECT(kMemory, cuMemAlloc(&p, kHuge));
  EXPECT(kMemory, cuMemAlloc(&p, ~size_t(0)));
  EXPECT(kValue, cuMemAllocPitch(&p, &pitch, 0, 4, 4));
  EXPECT(kValue, cuMemAllocPitch(&p, &pitch, 4, 0, 4));
  EXPECT(kValue, cuMemAllocPitch(&p, &pitch, 4, 4, 0));
  EXPECT(kValue, cuMemAllocPitch(&p, &pitch, 4, 4, 3));
  EXPECT(kValue, cuMemAllocPitch(&p, &pitch, 4, 4, 32));
  EXPECT(kMemory, cuMemAllocPitch(&p, &pitch, 1 << 20, size_t(1) << 26, 4));
  EXPECT(kMemory, cuMemAllocPitch(&p, &pitch, 4, ~size_t(0) / 4, 4));
  EXPECT(kValue, cuMemAllocPitch(&p, &pitch, ~size_t(0) - 8, 1, 4)); // seen
  OK(cuMemAllocHost(&h, 0));                                         // seen
  EXPECT(kMemory, cuMemAllocHost(&h, kHuge));
  OK(cuMemHostAlloc(&h, 0, 0)); // seen
  EXPECT(kValue, cuMemHostAlloc(&h, 4, 0x100));
  EXPECT(kMemory, cuMemHostAlloc(&h, kHuge, 0));
  EXPECT(kValue, cuMemAllocManaged(&p, 0, CU_MEM_ATTACH_GLOBAL));
  EXPECT(kValue, cuMemAllocManaged(&p, 4, 0));
  EXPECT(kValue, cuMemAllocManaged(&p, 4, 3));
  EXPECT(kValue, cuMemAllocManaged(&p, 4, CU_MEM_ATTACH_SINGLE));
  if (!onNvidia()) // which makes it, and has no pages for it later
    EXPECT(kMemory, cuMemAllocManaged(&p, kHuge, CU_MEM_ATTACH_GLOBAL));
  EXPECT(kMemory, cuMemAllocManaged(&p, ~size_t(0), CU_MEM_ATTACH_GLOBAL));
  EXPECT(kMemory, cuMemAllocAsync(&p, kHuge, nullptr));
  EXPECT(kMemory, cuMemAllocAsync(&p, ~size_t(0), nullptr));
  OK(cuMemAllocAsync(&p, 0, nullptr)); // seen
  CUmemoryPool pool = nullptr;
  OK(cuDeviceGetDefaultMemPool(&pool, 0));
  EXPECT(kMemory, cuMemAllocFromPoolAsync(&p, kHuge, pool, nullptr));
  OK(cuMemFree(0));
  EXPECT(kValue, cuMemFree(1));
  OK(cuMemAlloc(&p, 4096));
  EXPECT(kValue, cuMemFree(p + 4));
  OK(cuMemAllocHost(&h, 4096));
  EXPECT(kValue, cuMemFree((CUdeviceptr)h));
  EXPECT(kValue, cuMemFreeHost((char *)h + 4));
  EXPECT(kValue, cuMemFreeHost((void *)p));
  OK(cuMemFreeHost(nullptr));
  EXPECT(kValue, cuMemFreeAsync(p + 4, nullptr));
  OK(cuMemFreeAsync(0, nullptr));
  EXPECT(kValue, cuMemFreeAsync((CUdeviceptr)h, nullptr));
  EXPECT(kValue, cuMemHostGetDevicePointer(&p, nullptr, 0));
  EXPECT(kValue, cuMemHostGetDevicePointer(&p, h, 1));
  EXPECT(kValue, cuMemHostGetDevicePointer(&p, &size, 0));
  EXPECT(kValue, cuMemHostGetFlags(&flags, nullptr));
  EXPECT(kValue, cuMemHostGetFlags(&flags, &size));
  char *plain = (char *)malloc(1 << 16);
  EXPECT(kValue, cuMemHostRegister(nullptr, 4096, 0));
  EXPECT(kValue, cuMemHostRegister(plain, 0, 0));
  EXPECT(kValue, cuMemHostRegister(plain, 4096, 0x100));
  EXPECT(kValue, cuMemHostRegister(plain, 4096, CU_MEMHOSTREGISTER_IOMEMORY)); // it is none
  EXPECT(kMemory, cuMemHostRegister(plain, kHuge, 0));                         // seen
  EXPECT(kValue, cuMemHostRegister((void *)0x10000, 4096, 0));
  EXPECT(kValue, cuMemHostRegister(h, 4096, 0)); // seen
  OK(cuMemHostRegister(plain, 4096, 0));
  EXPECT(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(plain, 4096, 0));
  EXPECT(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(plain + 16, 16, 0));
  EXPECT(kValue, cuMemHostUnregister(nullptr));
  EXPECT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(plain + 8192));
  EXPECT(kValue, cuMemHostUnregister(plain + 16)); // seen
  EXPECT(kValue, cuMemHostUnregister(h));
  EXPECT(kValue, cuMemFreeHost(plain));
  OK(cuMemHostUnregister(plain));
  EXPECT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(plain));
  OK(cuMemGetInfo(nullptr, &size));
  OK(cuMemGetInfo(&size, nullptr));
  OK(cuMemAlloc(&p, 4096));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(nullptr, &size, 0));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(nullptr, &size, 1));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(nullptr, &size, (CUdeviceptr)plain));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(nullptr, &size, p + (1 << 30)));
  OK(cuMemGetAddressRange(nullptr, nullptr, p + 4095));
}

static void pools() {
  CUmemoryPool pool = nullptr, q = nullptr;
  CUmemPoolProps props{};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  OK(cuMemPoolCreate(&pool, &props));
  cuuint64_t value = 0;
  int fd = -1;
  EXPECT(kValue, cuMemPoolGetAttribute(pool, CUmemPool_attribute(77), &value));
  EXPECT(kValue, cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, nullptr));
  EXPECT(kValue, cuMemPoolGetAttribute(nullptr, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  EXPECT(kValue, cuMemPoolSetAttribute(pool, CUmemPool_attribute(77), &value));
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, nullptr));
  EXPECT(kValue, cuMemPoolSetAttribute(nullptr, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  EXPECT(kValue, cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &value));
  value = 7;
  EXPECT(kValue, cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &value));
  EXPECT(kValue, cuMemPoolTrimTo(nullptr, 0));
  OK(cuMemPoolTrimTo(pool, ~size_t(0)));
  EXPECT(kValue, cuMemPoolDestroy(nullptr));
  CUmemoryPool own = nullptr;
  OK(cuDeviceGetDefaultMemPool(&own, 0));
  EXPECT(kValue, cuMemPoolDestroy(own));
  EXPECT(kValue, cuMemPoolCreate(&q, nullptr));
  auto refused = [&](auto change) {
    auto wrong = props;
    change(wrong);
    EXPECT(kValue, cuMemPoolCreate(&q, &wrong));
  };
  refused([](auto &p) { p.allocType = CUmemAllocationType(0); });
  refused([](auto &p) { p.allocType = CUmemAllocationType(77); });
  refused([](auto &p) { p.location.type = CUmemLocationType(77); });
  refused([](auto &p) { p.location.id = 99; });
  refused([](auto &p) { p.handleTypes = CUmemAllocationHandleType(0x40); });
  refused([](auto &p) { p.handleTypes = CU_MEM_HANDLE_TYPE_WIN32; });
  CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_NONE};
  EXPECT(kValue, cuMemPoolSetAccess(pool, nullptr, 1));
  EXPECT(kDevice, cuMemPoolSetAccess(pool, &access, 1)); // not from its own device
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  access.location.id = 99;
  EXPECT(kDevice, cuMemPoolSetAccess(pool, &access, 1));
  CUmemAccess_flags flags;
  CUmemLocation place{CU_MEM_LOCATION_TYPE_DEVICE, 99};
  EXPECT(kValue, cuMemPoolGetAccess(&flags, pool, &place)); // seen
  EXPECT(kValue, cuMemPoolGetAccess(&flags, pool, nullptr));
  EXPECT(kValue,
         cuMemPoolExportToShareableHandle(&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  EXPECT(kValue, cuMemPoolExportToShareableHandle(nullptr, pool,
                                                  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  EXPECT(kValue,
         cuMemPoolExportToShareableHandle(&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 1));
  EXPECT(kValue, cuMemPoolImportFromShareableHandle(&q, (void *)0,
                                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 1));
  CUmemPoolPtrExportData data{};
  CUdeviceptr p = 0;
  OK(cuMemAllocFromPoolAsync(&p, 4096, pool, nullptr));
  EXPECT(kValue, cuMemPoolExportPointer(&data, p));
  EXPECT(kValue, cuMemPoolExportPointer(&data, 0));
  EXPECT(kValue, cuMemPoolImportPointer(&p, pool, &data));
  EXPECT(kValue, cuMemPoolImportPointer(&p, nullptr, &data));
  EXPECT(kValue, cuMemPoolImportPointer(&p, pool, nullptr));
  CUmemLocation here{CU_MEM_LOCATION_TYPE_DEVICE, 99};
  EXPECT(kValue, cuMemGetDefaultMemPool(&q, &here, CU_MEM_ALLOCATION_TYPE_PINNED)); // seen
  EXPECT(kValue, cuMemGetMemPool(&q, &here, CU_MEM_ALLOCATION_TYPE_PINNED));        // seen
  EXPECT(kValue, cuMemSetMemPool(&here, CU_MEM_ALLOCATION_TYPE_PINNED, pool));      // seen
  here.id = 0;
  EXPECT(kValue, cuMemGetDefaultMemPool(&q, nullptr, CU_MEM_ALLOCATION_TYPE_PINNED));
  EXPECT(kValue, cuMemGetDefaultMemPool(&q, &here, CUmemAllocationType(77)));
}

static void pointers() {
  CUdeviceptr p = 0, m = 0;
  OK(cuMemAlloc(&p, 4096));
  OK(cuMemAllocManaged(&m, 4096, CU_MEM_ATTACH_GLOBAL));
  unsigned value = 0;
  unsigned sync = 1;
  CUdeviceptr plain = (CUdeviceptr)&value;
  void *out[2] = {&value, &sync};
  CUpointer_attribute attributes[2] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                       CU_POINTER_ATTRIBUTE_SYNC_MEMOPS};
  EXPECT(kValue, cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  EXPECT(kValue, cuPointerGetAttribute(&value, CUpointer_attribute(77), p));
  EXPECT(kValue, cuPointerGetAttribute(&value, CUpointer_attribute(0), p));
  EXPECT(kValue, cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0));
  EXPECT(kValue, cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, plain));
  EXPECT(kValue, cuPointerGetAttributes(0, attributes, out, p));
  EXPECT(kValue, cuPointerGetAttributes(2, nullptr, out, p));
  EXPECT(kValue, cuPointerGetAttributes(2, attributes, nullptr, p));
  OK(cuPointerGetAttributes(2, attributes, out, plain));
  attributes[1] = CUpointer_attribute(77);
  EXPECT(kValue, cuPointerGetAttributes(2, attributes, out, p));
  EXPECT(kValue, cuPointerSetAttribute(nullptr, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
  EXPECT(kValue, cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  EXPECT(kValue, cuPointerSetAttribute(&sync, CUpointer_attribute(77), p));
  EXPECT(kValue, cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, 0));
  EXPECT(kValue, cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, plain));
  sync = 2;
  OK(cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); // seen
  sync = 1;
  OK(cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
  CUmemLocation place{CU_MEM_LOCATION_TYPE_DEVICE, 99};
  EXPECT(kValue, cuMemAdvise(m, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, place)); // seen
  EXPECT(kDevice, cuMemPrefetchAsync(m, 4096, place, 0, nullptr));
  place.id = 0;
  EXPECT(kValue, cuMemAdvise(0, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, place));
  EXPECT(kValue, cuMemAdvise(m, 0, CU_MEM_ADVISE_SET_READ_MOSTLY, place));
  EXPECT(kValue, cuMemAdvise(m, 4096, CUmem_advise(77), place));
  EXPECT(kValue, cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, place));
  EXPECT(kValue, cuMemAdvise(m, 1 << 30, CU_MEM_ADVISE_SET_READ_MOSTLY, place));
  EXPECT(kValue, cuMemPrefetchAsync(0, 4096, place, 0, nullptr));
  EXPECT(kValue, cuMemPrefetchAsync(m, 0, place, 0, nullptr));
  EXPECT(kValue, cuMemPrefetchAsync(p, 4096, place, 0, nullptr));
  EXPECT(kValue, cuMemPrefetchAsync(m, 4096, place, 1, nullptr));
  EXPECT(kValue, cuMemRangeGetAttribute(nullptr, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, m, 4096));
  EXPECT(kValue, cuMemRangeGetAttribute(&value, 3, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, m, 4096));
  EXPECT(kValue, cuMemRangeGetAttribute(&value, 4, CUmem_range_attribute(77), m, 4096));
  EXPECT(kValue, cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, m, 0));
  EXPECT(kValue, cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, 4096));
  size_t size = 4;
  CUmem_range_attribute range = CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
  EXPECT(kValue, cuMemRangeGetAttributes(nullptr, &size, &range, 1, m, 4096));
  EXPECT(kValue, cuMemRangeGetAttributes(out, nullptr, &range, 1, m, 4096));
  EXPECT(kValue, cuMemRangeGetAttributes(out, &size, nullptr, 1, m, 4096));
  EXPECT(kValue, cuMemRangeGetAttributes(out, &size, &range, 0, m, 4096));
}

int main() {
  inChildren({{"allocation", allocation}, {"pools", pools}, {"pointers", pointers}});
  return finish("RefusedMemory");
}
