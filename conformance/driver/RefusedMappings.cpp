// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What arrays, mapped memory and what is shared between processes refuse: extents at their ends and
// beyond, ranges that are not reserved or not mapped, what is not to be shared.
#include "Check.h"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kHandle = CUDA_ERROR_INVALID_HANDLE,
                   kDevice = CUDA_ERROR_INVALID_DEVICE, kMemory = CUDA_ERROR_OUT_OF_MEMORY,
                   kNot = CUDA_ERROR_NOT_SUPPORTED;
/// More than any device has.
constexpr size_t kHuge = size_t(1) << 46;

static void arrays() {
  CUarray a = nullptr;
  CUmipmappedArray m = nullptr;
  CUDA_ARRAY_DESCRIPTOR d{16, 16, CU_AD_FORMAT_FLOAT, 1}, seen;
  CUDA_ARRAY3D_DESCRIPTOR e{16, 16, 0, CU_AD_FORMAT_FLOAT, 1, 0}, seen3;
  EXPECT(kValue, cuArrayCreate(&a, nullptr));
  EXPECT(kValue, cuArray3DCreate(&a, nullptr));
  EXPECT(kValue, cuMipmappedArrayCreate(&m, nullptr, 1));
  OK(cuMipmappedArrayCreate(&m, &e, 0)); // seen
  OK(cuMipmappedArrayCreate(&m, &e, 5));
  OK(cuMipmappedArrayDestroy(m));
  OK(cuMipmappedArrayCreate(&m, &e, 6));
  OK(cuMipmappedArrayDestroy(m));
  int w1, w2, h2, w3, h3, d3, wl, ll;
  OK(cuDeviceGetAttribute(&w1, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, 0));
  OK(cuDeviceGetAttribute(&w2, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 0));
  OK(cuDeviceGetAttribute(&h2, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, 0));
  OK(cuDeviceGetAttribute(&w3, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, 0));
  OK(cuDeviceGetAttribute(&h3, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, 0));
  OK(cuDeviceGetAttribute(&d3, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, 0));
  OK(cuDeviceGetAttribute(&wl, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 0));
  OK(cuDeviceGetAttribute(&ll, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 0));
  using E = CUDA_ARRAY3D_DESCRIPTOR;
  const E good[] = {
      {1, 0, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {size_t(w1), 0, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {size_t(w2), 1, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {1, size_t(h2), 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {1, 1, 1, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {size_t(w3), 1, 1, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {1, 1, size_t(d3), CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {1, 1, size_t(ll), CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_LAYERED},
      {1, 0, size_t(ll), CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_LAYERED},
      {4, 4, 6, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_CUBEMAP},
      {4, 4, 12, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED}};
  for (auto &g : good) {
    OK(cuArray3DCreate(&a, &g));
    OK(cuArray3DGetDescriptor(&seen3, a));
    EQUAL(g.Width, seen3.Width);
    EQUAL(g.Height, seen3.Height);
    EQUAL(g.Depth, seen3.Depth);
    OK(cuArrayDestroy(a));
    const bool isLargest = g.Width > 32768 || g.Height > 32768; // for mipmaps there are less
    EXPECT(isLargest ? kValue : CUDA_SUCCESS, cuMipmappedArrayCreate(&m, &g, 1));
    if (!isLargest)
      OK(cuMipmappedArrayDestroy(m));
  }
  const E bad[] = {
      {0, 0, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {0, 1, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {1, 0, 1, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {size_t(w1) + 1, 0, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {size_t(w2) + 1, 1, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {1, size_t(h2) + 1, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {size_t(w3) + 1, 1, 1, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {1, size_t(h3) + 1, 1, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
      {1, 1, size_t(ll) + 1, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_LAYERED},
      {1, 1, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_LAYERED},
      {4, 5, 6, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_CUBEMAP},
      {4, 4, 5, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_CUBEMAP},
      {4, 4, 7, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED},
      {4, 4, 0, CU_AD_FORMAT_UNSIGNED_INT8, 3, 0},
      {4, 4, 0, CU_AD_FORMAT_UNSIGNED_INT8, 0, 0},
      {4, 4, 0, CU_AD_FORMAT_UNSIGNED_INT8, 5, 0},
      {4, 4, 0, CUarray_format(0x77), 1, 0},
      {4, 4, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0x10000}};
  for (auto &b : bad) {
    EXPECT(kValue, cuArray3DCreate(&a, &b));
    EXPECT(kValue, cuMipmappedArrayCreate(&m, &b, 1));
    if (!b.Depth && !b.Flags) {
      CUDA_ARRAY_DESCRIPTOR flat{b.Width, b.Height, b.Format, b.NumChannels};
      EXPECT(kValue, cuArrayCreate(&a, &flat));
    }
  }
  const E vast{size_t(w3), size_t(h3), size_t(d3), CU_AD_FORMAT_FLOAT, 4, 0};
  EXPECT(kMemory, cuArray3DCreate(&a, &vast));
  EXPECT(kMemory, cuMipmappedArrayCreate(&m, &vast, 1));
  CUDA_ARRAY_DESCRIPTOR wide{size_t(w2), size_t(h2), CU_AD_FORMAT_FLOAT, 4};
  size_t total = 0;
  OK(cuDeviceTotalMem(&total, 0));
  if (total < wide.Width * wide.Height * 16)
    EXPECT(kMemory, cuArrayCreate(&a, &wide));
  OK(cuArrayCreate(&a, &d));
  OK(cuMipmappedArrayCreate(&m, &e, 2));
  EXPECT(kHandle, cuArrayGetDescriptor(&seen, nullptr));
  EXPECT(kHandle, cuArray3DGetDescriptor(&seen3, nullptr));
  EXPECT(kHandle, cuArrayDestroy(nullptr));
  CUarray level;
  EXPECT(kValue, cuMipmappedArrayGetLevel(&level, m, 2));
  OK(cuMipmappedArrayGetLevel(&level, m, 1));
  OK(cuArrayDestroy(level)); // seen
  CUDA_ARRAY_MEMORY_REQUIREMENTS need;
  CUDA_ARRAY_SPARSE_PROPERTIES sparse;
  EXPECT(kValue, cuArrayGetMemoryRequirements(&need, nullptr, 0)); // seen
  EXPECT(kValue, cuArrayGetMemoryRequirements(&need, a, 99));      // seen
  EXPECT(kValue, cuArrayGetMemoryRequirements(&need, a, 0));       // not a deferred one
  EXPECT(kValue, cuMipmappedArrayGetMemoryRequirements(&need, m, 0));
  EXPECT(kValue, cuArrayGetSparseProperties(&sparse, a));
  EXPECT(kValue, cuMipmappedArrayGetSparseProperties(&sparse, m));
  OK(cuArrayDestroy(a));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuArrayDestroy(a)); // seen
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuArray3DGetDescriptor(&seen3, a));
}

static void mapped() {
  CUdeviceptr at = 0;
  CUmemGenericAllocationHandle h = 0, g = 0;
  CUmemAllocationProp prop{};
  size_t gran = 0;
  unsigned long long flags = 0;
  int fd = -1;
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  EXPECT(kValue, cuMemGetAllocationGranularity(&gran, nullptr, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  EXPECT(kValue, cuMemGetAllocationGranularity(&gran, &prop, CUmemAllocationGranularity_flags(77)));
  OK(cuMemGetAllocationGranularity(&gran, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  auto made = [&](CUresult why, auto change) {
    auto wrong = prop;
    change(wrong);
    EXPECT(why, cuMemCreate(&g, gran, &wrong, 0));
    if (!why)
      OK(cuMemRelease(g));
  };
  made(kValue, [](auto &p) { p.type = CUmemAllocationType(0); });
  made(kValue, [](auto &p) { p.type = CUmemAllocationType(77); });
  made(kValue, [](auto &p) { p.type = CU_MEM_ALLOCATION_TYPE_MANAGED; });
  made(kValue, [](auto &p) { p.location.type = CUmemLocationType(0); });
  made(kValue, [](auto &p) { p.location.type = CUmemLocationType(77); });
  made(kDevice, [](auto &p) { p.location.id = 99; });
  made(kDevice, [](auto &p) { p.location.id = -1; });
  made(kValue, [](auto &p) { p.requestedHandleTypes = CU_MEM_HANDLE_TYPE_WIN32; });
  made(kValue, [](auto &p) { p.requestedHandleTypes = CU_MEM_HANDLE_TYPE_WIN32_KMT; });
  made(kValue, [](auto &p) { p.allocFlags.compressionType = 77; });
  made(kValue, [](auto &p) { p.location = {CU_MEM_LOCATION_TYPE_HOST_NUMA, 99}; });
  made(kValue, [](auto &p) { p.location = {CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT, 0}; });
  made(CUDA_SUCCESS, [](auto &p) { p.location = {CU_MEM_LOCATION_TYPE_HOST, 0}; });
  made(CUDA_SUCCESS, [](auto &p) { p.location = {CU_MEM_LOCATION_TYPE_HOST_NUMA, 0}; });
  int hasFabric = 0;
  OK(cuDeviceGetAttribute(&hasFabric, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED, 0));
  if (!hasFabric)
    made(kNot, [](auto &p) { p.requestedHandleTypes = CU_MEM_HANDLE_TYPE_FABRIC; });
  EXPECT(kValue, cuMemCreate(&h, gran, nullptr, 0));
  EXPECT(kValue, cuMemCreate(&h, 0, &prop, 0));
  EXPECT(kValue, cuMemCreate(&h, gran + 1, &prop, 0));
  EXPECT(kValue, cuMemCreate(&h, gran, &prop, 1));
  EXPECT(kMemory, cuMemCreate(&h, kHuge, &prop, 0));
  OK(cuMemCreate(&h, gran, &prop, 0));
  EXPECT(kValue, cuMemAddressReserve(&at, 0, 0, 0, 0));
  EXPECT(kValue, cuMemAddressReserve(&at, 100, 0, 0, 0));
  EXPECT(kValue, cuMemAddressReserve(&at, gran, 3, 0, 0));
  EXPECT(kValue, cuMemAddressReserve(&at, gran, 0, 0, 1));
  EXPECT(kMemory, cuMemAddressReserve(&at, size_t(1) << 60, 0, 0, 0));
  EXPECT(kMemory, cuMemAddressReserve(&at, size_t(1) << 47, 0, 0, 0));
  OK(cuMemAddressReserve(&at, 4 * gran, 0, 0, 0));
  EXPECT(kValue, cuMemMap(0, gran, 0, h, 0));
  EXPECT(kValue, cuMemMap(at, 0, 0, h, 0));
  EXPECT(kValue, cuMemMap(at, gran, 0, 0, 0));
  EXPECT(kNot, cuMemMap(at, gran + 1, 0, h, 0)); // seen
  EXPECT(kValue, cuMemMap(at + 1, gran, 0, h, 0));
  EXPECT(kNot, cuMemMap(at, gran, gran, h, 0));  // seen
  EXPECT(kNot, cuMemMap(at, 2 * gran, 0, h, 0)); // seen
  EXPECT(kValue, cuMemMap(at, gran, 0, h, 1));
  EXPECT(kValue, cuMemMap(at + 4 * gran, gran, 0, h, 0));
  OK(cuMemMap(at, gran, 0, h, 0));
  EXPECT(kValue, cuMemMap(at, gran, 0, h, 0)); // there already
  OK(cuMemMap(at + gran, gran, 0, h, 0));      // in two places
  CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  EXPECT(kValue, cuMemSetAccess(0, gran, &access, 1));
  EXPECT(kValue, cuMemSetAccess(at, 0, &access, 1));
  EXPECT(kValue, cuMemSetAccess(at, gran + 1, &access, 1));
  EXPECT(kValue, cuMemSetAccess(at, gran, nullptr, 1));
  EXPECT(kValue, cuMemSetAccess(at, gran, &access, 0));
  EXPECT(kValue, cuMemSetAccess(at, 3 * gran, &access, 1)); // not mapped
  access.location.id = 99;
  EXPECT(kValue, cuMemSetAccess(at, gran, &access, 1)); // seen
  access.location = {CUmemLocationType(77), 0};
  EXPECT(kValue, cuMemSetAccess(at, gran, &access, 1));
  access.location = {CU_MEM_LOCATION_TYPE_HOST, 0};
  EXPECT(kNot, cuMemSetAccess(at, gran, &access, 1));
  access.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  access.flags = CUmemAccess_flags(77);
  EXPECT(kValue, cuMemSetAccess(at, gran, &access, 1));
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
  OK(cuMemSetAccess(at, gran, &access, 1)); // seen
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  OK(cuMemSetAccess(at, gran, &access, 1));
  CUmemLocation place{CU_MEM_LOCATION_TYPE_DEVICE, 0};
  EXPECT(kValue, cuMemGetAccess(&flags, nullptr, at));
  EXPECT(kValue, cuMemGetAccess(&flags, &place, 0));
  EXPECT(kValue, cuMemGetAccess(&flags, &place, at + 3 * gran));
  place.id = 99;
  EXPECT(kDevice, cuMemGetAccess(&flags, &place, at));
  place = {CUmemLocationType(77), 0};
  EXPECT(kDevice, cuMemGetAccess(&flags, &place, at)); // seen
  CUmemAllocationProp seen;
  EXPECT(kValue, cuMemGetAllocationPropertiesFromHandle(&seen, 0));
  EXPECT(kValue, cuMemRetainAllocationHandle(&g, nullptr));
  EXPECT(kValue, cuMemRetainAllocationHandle(&g, (void *)(at + 3 * gran)));
  EXPECT(kValue, cuMemRetainAllocationHandle(&g, &seen));
  EXPECT(kValue,
         cuMemExportToShareableHandle(nullptr, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  EXPECT(kValue, cuMemExportToShareableHandle(&fd, 0, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  EXPECT(kValue, cuMemExportToShareableHandle(&fd, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  EXPECT(kValue, cuMemExportToShareableHandle(&fd, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 1));
  EXPECT(kValue, cuMemExportToShareableHandle(&fd, h, CUmemAllocationHandleType(77), 0));
  EXPECT(kValue, cuMemExportToShareableHandle(&fd, h, CU_MEM_HANDLE_TYPE_WIN32, 0)); // seen
  EXPECT(kValue,
         cuMemImportFromShareableHandle(&g, (void *)0, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  EXPECT(kValue, cuMemImportFromShareableHandle(&g, (void *)0, CUmemAllocationHandleType(77)));
  EXPECT(kNot, cuMemImportFromShareableHandle(&g, (void *)&fd, CU_MEM_HANDLE_TYPE_WIN32));
  EXPECT(kValue, cuMemUnmap(0, gran));
  EXPECT(kValue, cuMemUnmap(at, 0));
  EXPECT(kValue, cuMemUnmap(at, gran + 1));
  OK(cuMemUnmap(at + 2 * gran, gran));            // seen
  EXPECT(kValue, cuMemAddressFree(at, 4 * gran)); // still mapped
  OK(cuMemUnmap(at, 2 * gran));
  OK(cuMemUnmap(at, gran)); // seen
  EXPECT(kValue, cuMemAddressFree(0, gran));
  EXPECT(kValue, cuMemAddressFree(at, gran));
  EXPECT(kValue, cuMemAddressFree(at + gran, gran));
  OK(cuMemAddressFree(at, 4 * gran));
  EXPECT(kValue, cuMemAddressFree(at, 4 * gran));
  OK(cuMemRelease(h));
  EXPECT(kValue, cuMemRelease(h));
  EXPECT(kValue, cuMemRelease(0));
  EXPECT(kValue, cuMemMap(at, gran, 0, h, 0));
}

static void shared() {
  CUipcMemHandle mem;
  CUipcEventHandle ev;
  CUevent plain, ipc, opened;
  CUdeviceptr p = 0, q = 0, managed = 0, pooled = 0;
  void *h;
  OK(cuMemAlloc(&p, 4096));
  OK(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemAllocAsync(&pooled, 4096, nullptr));
  OK(cuMemAllocHost(&h, 4096));
  OK(cuEventCreate(&plain, 0));
  OK(cuEventCreate(&ipc, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
  EXPECT(kValue, cuIpcGetMemHandle(&mem, 0));
  EXPECT(kValue, cuIpcGetMemHandle(&mem, (CUdeviceptr)&mem));
  EXPECT(kValue, cuIpcGetMemHandle(&mem, managed));
  EXPECT(kValue, cuIpcGetMemHandle(&mem, pooled));
  EXPECT(kValue, cuIpcGetMemHandle(&mem, (CUdeviceptr)h));
  OK(cuIpcGetMemHandle(&mem, p));
  EXPECT(kValue, cuIpcOpenMemHandle(&q, mem, 0));
  EXPECT(kValue, cuIpcOpenMemHandle(&q, mem, 2));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT,
         cuIpcOpenMemHandle(&q, mem, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)); // of this process
  CUipcMemHandle zero{}, junk;
  std::memset(&junk, 0x5a, sizeof junk);
  EXPECT(kValue, cuIpcOpenMemHandle(&q, zero, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  EXPECT(kValue, cuIpcOpenMemHandle(&q, junk, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  EXPECT(kValue, cuIpcCloseMemHandle(0));
  EXPECT(kValue, cuIpcCloseMemHandle(p));
  EXPECT(kValue, cuIpcCloseMemHandle((CUdeviceptr)h));
  EXPECT(kValue, cuIpcGetEventHandle(&ev, nullptr)); // seen
  EXPECT(kHandle, cuIpcGetEventHandle(&ev, plain));
  OK(cuIpcGetEventHandle(&ev, ipc));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuIpcOpenEventHandle(&opened, ev)); // of this process
  CUipcEventHandle zeroEvent{}, junkEvent;
  std::memset(&junkEvent, 0x5a, sizeof junkEvent);
  EXPECT(CUDA_ERROR_MAP_FAILED, cuIpcOpenEventHandle(&opened, zeroEvent)); // seen
  EXPECT(CUDA_ERROR_MAP_FAILED, cuIpcOpenEventHandle(&opened, junkEvent)); // seen
}

int main() {
  inChildren({{"arrays", arrays}, {"mapped", mapped}, {"shared", shared}});
  return finish("RefusedMappings");
}
