// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocations, copies, fills and what is told about pointers.
#include <cstring>
#include <numeric>

#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

using MemoryApi = DeviceTest;

std::vector<unsigned> counted(size_t count) {
  std::vector<unsigned> values(count);
  std::iota(values.begin(), values.end(), 0u);
  return values;
}

TEST_F(MemoryApi, AllocationsAreAlignedAndHaveARange) {
  CUdeviceptr memory, base;
  size_t size;
  OK(cuMemAlloc(&memory, 1000));
  EXPECT_EQ(0u, memory % 256);
  OK(cuMemGetAddressRange(&base, &size, memory + 500));
  EXPECT_EQ(memory, base);
  EXPECT_EQ(1000u, size);
  OK(cuMemFree(memory));
  FAILS(INVALID_VALUE, cuMemAlloc(&memory, 0));
  FAILS(INVALID_VALUE, cuMemAlloc(nullptr, 4));
  FAILS(OUT_OF_MEMORY, cuMemAlloc(&memory, size_t(1) << 60));
  OK(cuMemFree(0));
  size_t free, total;
  OK(cuMemGetInfo(&free, &total));
  EXPECT_LE(free, total);
}

TEST_F(MemoryApi, RowsOfAPitchedAllocationAreWideEnough) {
  CUdeviceptr memory;
  size_t pitch;
  OK(cuMemAllocPitch(&memory, &pitch, 100, 10, 4));
  EXPECT_GE(pitch, 100u);
  EXPECT_EQ(0u, pitch % 4);
  FAILS(INVALID_VALUE, cuMemAllocPitch(&memory, &pitch, 100, 10, 3)); // 4, 8 or 16
  OK(cuMemFree(memory));
}

TEST_F(MemoryApi, FillsOfEachWidth) {
  const CUdeviceptr memory = words(8);
  OK(cuMemsetD8(memory, 0x11, 4));
  OK(cuMemsetD16(memory + 4, 0x2233, 2));
  OK(cuMemsetD32(memory + 8, 0x44556677, 1));
  EXPECT_EQ((std::vector<unsigned>{0x11111111, 0x22332233, 0x44556677, 0}), read(memory, 4));
  OK(cuMemsetD8Async(memory, 1, 4, nullptr));
  OK(cuMemsetD16Async(memory + 4, 2, 2, nullptr));
  OK(cuMemsetD32Async(memory + 8, 3, 1, nullptr));
  EXPECT_EQ((std::vector<unsigned>{0x01010101, 0x00020002, 3, 0}), read(memory, 4));
  // Two columns of two rows: the columns between stay.
  OK(cuMemsetD32(memory, 0, 8));
  OK(cuMemsetD2D32(memory, 16, 9, 2, 2));
  OK(cuMemsetD2D8(memory + 8, 16, 1, 1, 2));
  OK(cuMemsetD2D16(memory + 12, 16, 5, 1, 2));
  EXPECT_EQ((std::vector<unsigned>{9, 9, 1, 5, 9, 9, 1, 5}), read(memory, 8));
  OK(cuMemsetD2D32Async(memory, 16, 7, 1, 2, nullptr));
  OK(cuMemsetD2D16Async(memory + 4, 16, 6, 1, 2, nullptr));
  OK(cuMemsetD2D8Async(memory + 8, 16, 2, 1, 2, nullptr));
  EXPECT_EQ((std::vector<unsigned>{7, 6, 2, 5, 7, 6, 2, 5}), read(memory, 8));
  FAILS(INVALID_VALUE, cuMemsetD32(memory + 2, 0, 1)); // must be aligned
  OK(cuMemFree(memory));
}

TEST_F(MemoryApi, CopiesInEveryDirection) {
  const std::vector<unsigned> values = counted(64);
  const CUdeviceptr from = words(64), to = words(64);
  OK(cuMemcpyHtoD(from, values.data(), 256));
  OK(cuMemcpyDtoD(to, from, 256));
  EXPECT_EQ(values, read(to, 64));
  OK(cuMemsetD32(to, 0, 64));
  OK(cuMemcpy(to, from, 256));
  EXPECT_EQ(values, read(to, 64));
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  std::vector<unsigned> back(64);
  OK(cuMemcpyHtoDAsync(from, values.data() + 32, 128, stream));
  OK(cuMemcpyDtoDAsync(to, from, 128, stream));
  OK(cuMemcpyAsync(to + 128, from, 128, stream));
  OK(cuMemcpyDtoHAsync(back.data(), to, 256, stream));
  OK(cuStreamSynchronize(stream));
  EXPECT_EQ(32u, back[0]);
  EXPECT_EQ(63u, back[63]);
  OK(cuMemcpyPeer(to, context_, from, context_, 64));
  OK(cuMemcpyPeerAsync(to + 64, context_, from, context_, 64, stream));
  OK(cuStreamSynchronize(stream));
  EXPECT_EQ(read(from, 16), read(to + 64, 16));
  FAILS(INVALID_VALUE, cuMemcpyDtoH(back.data(), to, 1 << 20)); // beyond its end
  OK(cuStreamDestroy(stream));
  OK(cuMemFree(from));
  OK(cuMemFree(to));
}

TEST_F(MemoryApi, BoxesAreCopiedBetweenPitches) {
  const std::vector<unsigned> values = counted(64); // 8 x 8
  const CUdeviceptr memory = words(64);
  CUDA_MEMCPY2D plane = {};
  plane.srcMemoryType = CU_MEMORYTYPE_HOST;
  plane.srcHost = values.data();
  plane.srcPitch = 32;
  plane.srcXInBytes = 4;
  plane.srcY = 1;
  plane.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  plane.dstDevice = memory;
  plane.dstPitch = 16;
  plane.WidthInBytes = 12;
  plane.Height = 3;
  OK(cuMemcpy2D(&plane));
  EXPECT_EQ((std::vector<unsigned>{9, 10, 11, 0, 17, 18, 19, 0, 25, 26, 27, 0}), read(memory, 12));
  OK(cuMemcpy2DUnaligned(&plane));
  OK(cuMemcpy2DAsync(&plane, nullptr));
  plane.WidthInBytes = 40; // wider than a row
  FAILS(INVALID_VALUE, cuMemcpy2D(&plane));

  CUDA_MEMCPY3D box = {};
  box.srcMemoryType = CU_MEMORYTYPE_HOST;
  box.srcHost = values.data();
  box.srcPitch = 16;
  box.srcHeight = 4; // 4 x 4 x 4
  box.srcZ = 1;
  box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.dstDevice = memory;
  box.dstPitch = 8;
  box.dstHeight = 2;
  box.WidthInBytes = 8;
  box.Height = 2;
  box.Depth = 2;
  OK(cuMemcpy3D(&box));
  OK(cuMemcpy3DAsync(&box, nullptr));
  EXPECT_EQ((std::vector<unsigned>{16, 17, 20, 21, 32, 33, 36, 37}), read(memory, 8));
  OK(cuMemFree(memory));
}

TEST_F(MemoryApi, HostMemoryIsKnownToTheDevice) {
  void *host;
  OK(cuMemHostAlloc(&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE));
  CUdeviceptr mapped;
  unsigned flags;
  OK(cuMemHostGetDevicePointer(&mapped, host, 0));
  OK(cuMemHostGetFlags(&flags, host));
  EXPECT_TRUE(flags & CU_MEMHOSTALLOC_PORTABLE);
  OK(cuMemsetD32(mapped, 5, 4));
  OK(cuCtxSynchronize());
  EXPECT_EQ(5u, static_cast<unsigned *>(host)[3]);
  OK(cuMemFreeHost(host));
  OK(cuMemAllocHost(&host, 64));
  OK(cuMemFreeHost(host));

  void *own = std::aligned_alloc(4096, 8192);
  OK(cuMemHostRegister(own, 8192, CU_MEMHOSTREGISTER_DEVICEMAP));
  FAILS(HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(own, 8192, 0));
  OK(cuMemHostGetDevicePointer(&mapped, own, 0));
  OK(cuMemHostUnregister(own));
  FAILS(HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(own));
  std::free(own);
}

template <typename T> T attribute(CUpointer_attribute which, CUdeviceptr pointer) {
  T value = {};
  EXPECT_EQ(CUDA_SUCCESS, cuPointerGetAttribute(&value, which, pointer));
  return value;
}

TEST_F(MemoryApi, PointersTellWhatTheyAre) {
  const CUdeviceptr memory = words(16);
  EXPECT_EQ(context_, attribute<CUcontext>(CU_POINTER_ATTRIBUTE_CONTEXT, memory));
  EXPECT_EQ(CU_MEMORYTYPE_DEVICE,
            attribute<CUmemorytype>(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory + 4));
  EXPECT_EQ(memory, attribute<CUdeviceptr>(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, memory + 4));
  EXPECT_EQ(64u, attribute<size_t>(CU_POINTER_ATTRIBUTE_RANGE_SIZE, memory));
  EXPECT_EQ(device_, attribute<int>(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
  EXPECT_EQ(0u, attribute<unsigned>(CU_POINTER_ATTRIBUTE_IS_MANAGED, memory));
  EXPECT_EQ(1, attribute<int>(CU_POINTER_ATTRIBUTE_MAPPED, memory));
  EXPECT_NE(0ull, attribute<unsigned long long>(CU_POINTER_ATTRIBUTE_BUFFER_ID, memory));
  EXPECT_EQ(0u, attribute<unsigned>(CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
  const unsigned on = 1;
  OK(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
  EXPECT_EQ(1u, attribute<unsigned>(CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
  FAILS(INVALID_VALUE, cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_CONTEXT, memory));

  // Several at once: what a pointer has not is null, and no error.
  int stack = 0, ordinal = 7;
  CUcontext owner = context_;
  CUpointer_attribute names[] = {CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  void *values[] = {&owner, &ordinal};
  OK(cuPointerGetAttributes(2, names, values, CUdeviceptr(&stack)));
  EXPECT_EQ(nullptr, owner);
  FAILS(INVALID_VALUE,
        cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, CUdeviceptr(&stack)));
  OK(cuMemFree(memory));
}

TEST_F(MemoryApi, WhatAPointerIsDependsOnItsKind) {
  const CUdeviceptr memory = words(16);
  void *host;
  CUdeviceptr pooled;
  OK(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
  OK(cuMemAllocAsync(&pooled, 64, nullptr));
  const auto pinned = reinterpret_cast<CUdeviceptr>(host);
  EXPECT_EQ(host, attribute<void *>(CU_POINTER_ATTRIBUTE_HOST_POINTER, pinned));
  EXPECT_EQ(pinned, attribute<CUdeviceptr>(CU_POINTER_ATTRIBUTE_DEVICE_POINTER, pinned));
  EXPECT_EQ(CU_MEMORYTYPE_HOST, attribute<CUmemorytype>(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, pinned));
  void *none;
  FAILS(INVALID_VALUE, cuPointerGetAttribute(&none, CU_POINTER_ATTRIBUTE_HOST_POINTER, memory));
  FAILS(NOT_SUPPORTED, cuPointerGetAttribute(&none, CU_POINTER_ATTRIBUTE_P2P_TOKENS, memory));
  FAILS(INVALID_VALUE, cuPointerGetAttribute(&none, CUpointer_attribute(99), memory));
  EXPECT_EQ(1u, attribute<unsigned>(CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, memory));
  EXPECT_EQ(0u, attribute<unsigned>(CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, pooled));
  EXPECT_EQ(nullptr, attribute<CUcontext>(CU_POINTER_ATTRIBUTE_CONTEXT, pooled));
  CUmemoryPool pool;
  OK(cuDeviceGetMemPool(&pool, device_));
  EXPECT_EQ(pool, attribute<CUmemoryPool>(CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, pooled));
  EXPECT_EQ(nullptr, attribute<CUmemoryPool>(CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, memory));
  EXPECT_EQ(unsigned(CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE),
            attribute<unsigned>(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, memory));
  EXPECT_EQ(0ull, attribute<unsigned long long>(CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, memory));
  EXPECT_EQ(memory, attribute<CUdeviceptr>(CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, memory + 8));
  OK(cuMemFreeAsync(pooled, nullptr));
  OK(cuMemFreeHost(host));
  OK(cuMemFree(memory));
}

TEST_F(MemoryApi, MappedMemoryIsItsPhysicalMemorys) {
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device_};
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  size_t bytes = 0;
  OK(cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CUdeviceptr range;
  CUmemGenericAllocationHandle handle;
  OK(cuMemAddressReserve(&range, bytes, 0, 0, 0));
  OK(cuMemCreate(&handle, bytes, &properties, 0));
  OK(cuMemMap(range, bytes, 0, handle, 0));
  EXPECT_EQ(nullptr, attribute<CUcontext>(CU_POINTER_ATTRIBUTE_CONTEXT, range));
  EXPECT_EQ(CU_MEMORYTYPE_DEVICE, attribute<CUmemorytype>(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, range));
  EXPECT_EQ(1ull * CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
            attribute<unsigned long long>(CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, range));
  EXPECT_EQ(unsigned(CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE),
            attribute<unsigned>(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, range));
  for (auto [access, expected] :
       {std::pair(CU_MEM_ACCESS_FLAGS_PROT_READ, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ),
        std::pair(CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
                  CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE)}) {
    const CUmemAccessDesc allowed = {properties.location, access};
    OK(cuMemSetAccess(range, bytes, &allowed, 1));
    EXPECT_EQ(unsigned(expected), attribute<unsigned>(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, range));
  }
  void *none;
  FAILS(INVALID_VALUE, cuPointerGetAttribute(&none, CU_POINTER_ATTRIBUTE_HOST_POINTER, range));
  OK(cuMemUnmap(range, bytes));
  OK(cuMemRelease(handle));
  OK(cuMemAddressFree(range, bytes));
}

TEST_F(MemoryApi, AdviceTellsPlacesByTypeAndNumber) {
  CUdeviceptr memory;
  OK(cuMemAllocManaged(&memory, 1 << 16, CU_MEM_ATTACH_GLOBAL));
  auto told = [&](CUmem_range_attribute which) {
    int value = -77;
    EXPECT_EQ(CUDA_SUCCESS, cuMemRangeGetAttribute(&value, 4, which, memory, 1 << 16));
    return value;
  };
  EXPECT_EQ(int(CU_MEM_LOCATION_TYPE_INVALID),
            told(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE));
  OK(cuMemAdvise(memory, 1 << 16, CU_MEM_ADVISE_SET_PREFERRED_LOCATION,
                 CUmemLocation{CU_MEM_LOCATION_TYPE_DEVICE, device_}));
  EXPECT_EQ(int(CU_MEM_LOCATION_TYPE_DEVICE), told(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE));
  EXPECT_EQ(device_, told(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID));
  OK(cuMemPrefetchAsync(memory, 1 << 16, CUmemLocation{CU_MEM_LOCATION_TYPE_DEVICE, device_}, 0,
                        nullptr));
  EXPECT_EQ(int(CU_MEM_LOCATION_TYPE_DEVICE),
            told(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE));
  EXPECT_EQ(device_, told(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID));
  OK(cuMemFree(memory));
}

TEST_F(MemoryApi, ManagedMemoryKeepsItsAdvice) {
  CUdeviceptr memory;
  OK(cuMemAllocManaged(&memory, 1 << 16, CU_MEM_ATTACH_GLOBAL));
  EXPECT_EQ(1u, attribute<unsigned>(CU_POINTER_ATTRIBUTE_IS_MANAGED, memory));
  std::memset(reinterpret_cast<void *>(memory), 1, 1 << 16);
  OK(cuMemsetD8(memory, 3, 1 << 16));
  OK(cuCtxSynchronize());
  EXPECT_EQ(3, reinterpret_cast<char *>(memory)[77]);

  const CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, device_};
  const CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0};
  OK(cuMemAdvise(memory, 1 << 16, CU_MEM_ADVISE_SET_READ_MOSTLY, here));
  OK(cuMemAdvise(memory, 1 << 16, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, here));
  OK(cuMemAdvise(memory, 1 << 16, CU_MEM_ADVISE_SET_ACCESSED_BY, here));
  OK(cuMemPrefetchAsync(memory, 1 << 16, here, 0, nullptr));
  int readMostly = 0, preferred = -9, last = -9, accessedBy[2] = {};
  OK(cuMemRangeGetAttribute(&readMostly, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory, 1 << 16));
  OK(cuMemRangeGetAttribute(&preferred, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, memory,
                            1 << 16));
  OK(cuMemRangeGetAttribute(&last, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, memory,
                            1 << 16));
  EXPECT_EQ(1, readMostly);
  EXPECT_EQ(device_, preferred);
  EXPECT_EQ(device_, last);
  OK(cuMemPrefetchAsync(memory, 1 << 16, host, 0, nullptr));
  void *data[] = {&last, accessedBy};
  size_t sizes[] = {4, 8};
  CUmem_range_attribute which[] = {CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
                                   CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY};
  OK(cuMemRangeGetAttributes(data, sizes, which, 2, memory, 1 << 16));
  EXPECT_EQ(int(CU_DEVICE_CPU), last);
  EXPECT_EQ(device_, accessedBy[0]);
  EXPECT_EQ(int(CU_DEVICE_INVALID), accessedBy[1]); // nobody else
  OK(cuMemAdvise(memory, 1 << 16, CU_MEM_ADVISE_UNSET_READ_MOSTLY, here));
  OK(cuMemAdvise(memory, 1 << 16, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, here));
  OK(cuMemAdvise(memory, 1 << 16, CU_MEM_ADVISE_UNSET_ACCESSED_BY, here));
  OK(cuMemRangeGetAttribute(&readMostly, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory, 1 << 16));
  EXPECT_EQ(0, readMostly);
  FAILS(INVALID_VALUE,
        cuMemRangeGetAttribute(&readMostly, 3, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory, 4096));
  OK(cuStreamAttachMemAsync(nullptr, memory, 0, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemFree(memory));
}

TEST_F(MemoryApi, ManyCopiesInOneCall) {
  const CUdeviceptr from = words(8, 7), to = words(8);
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
  CUdeviceptr sources[] = {from, from + 16}, targets[] = {to + 16, to};
  size_t sizes[] = {16, 8}, starts[] = {0};
  CUmemcpyAttributes attributes = {};
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  OK(cuMemcpyBatchAsync(targets, sources, sizes, 2, &attributes, starts, 1, stream));
  OK(cuStreamSynchronize(stream));
  EXPECT_EQ((std::vector<unsigned>{7, 7, 0, 0, 7, 7, 7, 7}), read(to, 8));
  FAILS(INVALID_VALUE,
        cuMemcpyBatchAsync(targets, sources, sizes, 0, &attributes, starts, 1, stream));
  OK(cuStreamDestroy(stream));
  OK(cuMemFree(from));
  OK(cuMemFree(to));
}

} // namespace
} // namespace anywarp::driver
