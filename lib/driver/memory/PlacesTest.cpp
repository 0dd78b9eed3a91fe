// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of other places: peers, the host's pools, memory and arrays of others; many pieces in one
// call; what programs from before CUDA 3.2 know of memory.
#include <cstdlib>
#include <numeric>
#include <sys/mman.h>
#include <unistd.h>

#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

/// Before anything reads the options: the first device of all tests has a peer.
const int kTwoDevices = setenv("ANYWARP_CPU_DEVICES", "2", 1);

using PeerApi = DeviceTest;
using PlacesApi = DeviceTest;
using BatchApi = DeviceTest;
using LegacyMemoryApi = DeviceTest;

CUmemLocation at(CUmemLocationType type, int id = 0) { return {type, id}; }

TEST_F(PeerApi, APeersMemoryIsReachedWhenItIsAllowed) {
  int count = 0, can = 0, value = -1;
  OK(cuDeviceGetCount(&count));
  ASSERT_EQ(2, count);
  OK(cuDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(1, can);
  OK(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 1));
  EXPECT_EQ(1, value);
  FAILS(INVALID_VALUE, cuDeviceGetP2PAttribute(&value, CUdevice_P2PAttribute(77), 0, 1));
  FAILS(INVALID_DEVICE,
        cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 2));
  unsigned capabilities[2] = {};
  const CUatomicOperation operations[] = {CU_ATOMIC_OPERATION_INTEGER_ADD, CU_ATOMIC_OPERATION_CAS};
  OK(cuDeviceGetP2PAtomicCapabilities(capabilities, operations, 2, 0, 1));
  OK(cuDeviceGetHostAtomicCapabilities(capabilities, operations, 2, 0));
  EXPECT_NE(0u, capabilities[0]);

  CUcontext far;
  OK(cuCtxCreate(&far, nullptr, 0, 1));
  const CUdeviceptr there = words(16, 5);
  OK(cuCtxSetCurrent(context_));
  FAILS(PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(far));
  FAILS(INVALID_VALUE, cuCtxEnablePeerAccess(far, 1)); // flags must be 0
  OK(cuCtxEnablePeerAccess(far, 0));
  FAILS(PEER_ACCESS_ALREADY_ENABLED, cuCtxEnablePeerAccess(far, 0));
  EXPECT_NE(CUDA_SUCCESS, cuCtxEnablePeerAccess(context_, 0)); // its own
  OK(cuCtxDisablePeerAccess(far));

  const CUdeviceptr here = words(16);
  CUDA_MEMCPY3D_PEER box = {};
  box.srcContext = far;
  box.dstContext = context_;
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = there;
  box.dstDevice = here;
  box.srcPitch = box.dstPitch = 16;
  box.srcHeight = box.dstHeight = 2;
  box.WidthInBytes = 8;
  box.Height = box.Depth = 2;
  OK(cuMemcpy3DPeer(&box));
  EXPECT_EQ((std::vector<unsigned>{5, 5, 0, 0, 5, 5, 0, 0}), read(here, 8));
  box.dstXInBytes = 8;
  OK(cuMemcpy3DPeerAsync(&box, nullptr));
  EXPECT_EQ(std::vector<unsigned>(8, 5), read(here, 8));
  OK(cuCtxSetCurrent(far));
  OK(cuMemFree(there));
  OK(cuCtxSetCurrent(context_));
  OK(cuCtxDestroy(far));
  OK(cuMemFree(here));
}

TEST_F(PlacesApi, EachPlaceHasAPoolOfItsOwn) {
  constexpr auto kPinned = CU_MEM_ALLOCATION_TYPE_PINNED, kManaged = CU_MEM_ALLOCATION_TYPE_MANAGED;
  struct {
    CUmemLocation location;
    CUmemAllocationType type;
    CUresult answer;
  } places[] = {
      {at(CU_MEM_LOCATION_TYPE_DEVICE), kPinned, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_DEVICE, 99), kPinned, CUDA_ERROR_INVALID_VALUE},
      {at(CU_MEM_LOCATION_TYPE_INVALID), kPinned, CUDA_ERROR_INVALID_VALUE},
      {at(CU_MEM_LOCATION_TYPE_HOST), kPinned, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_HOST_NUMA), kPinned, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_HOST_NUMA, 99), kPinned, CUDA_ERROR_INVALID_VALUE},
      {at(CUmemLocationType(77)), kPinned, CUDA_ERROR_NOT_SUPPORTED},
      {at(CU_MEM_LOCATION_TYPE_INVALID), kManaged, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_DEVICE), kManaged, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_HOST), kManaged, CUDA_SUCCESS},
  };
  std::vector<CUmemoryPool> all;
  for (auto &place : places) {
    CUmemoryPool usual = nullptr, current = nullptr, own = nullptr;
    EXPECT_EQ(place.answer, cuMemGetDefaultMemPool(&usual, &place.location, place.type));
    EXPECT_EQ(place.answer, cuMemGetMemPool(&current, &place.location, place.type));
    if (place.answer)
      continue;
    EXPECT_EQ(usual, current);
    for (CUmemoryPool other : all)
      EXPECT_NE(other, usual);
    all.push_back(usual);
    FAILS(INVALID_VALUE, cuMemPoolDestroy(usual)); // a default pool stays
    CUmemPoolProps wanted = {};
    wanted.allocType = place.type;
    wanted.location = place.location;
    OK(cuMemPoolCreate(&own, &wanted));
    OK(cuMemSetMemPool(&place.location, place.type, own));
    OK(cuMemGetMemPool(&current, &place.location, place.type));
    EXPECT_EQ(own, current);
    CUdeviceptr memory = 0;
    CUmemoryPool owner = nullptr;
    OK(cuMemAllocFromPoolAsync(&memory, 4096, own, nullptr));
    OK(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, memory));
    EXPECT_EQ(own, owner);
    OK(cuMemFreeAsync(memory, nullptr));
    OK(cuCtxSynchronize());
    OK(cuMemPoolDestroy(own)); // and the default one is current again
    OK(cuMemGetMemPool(&current, &place.location, place.type));
    EXPECT_EQ(usual, current);
  }
  CUmemoryPool pool;
  CUmemPoolProps wanted = {};
  wanted.allocType = kPinned;
  wanted.location = at(CU_MEM_LOCATION_TYPE_DEVICE);
  OK(cuMemPoolCreate(&pool, &wanted));
  CUmemAccessDesc access = {at(CU_MEM_LOCATION_TYPE_DEVICE, 1), CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  CUmemAccess_flags seen;
  OK(cuMemPoolSetAccess(pool, &access, 1));
  OK(cuMemPoolGetAccess(&seen, pool, &access.location));
  EXPECT_EQ(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, seen);
  access.location.id = 99;
  EXPECT_NE(CUDA_SUCCESS, cuMemPoolSetAccess(pool, &access, 1));
  OK(cuMemPoolDestroy(pool));
}

TEST_F(PlacesApi, MemoryOfAFileIsSeenFromBothSides) {
  constexpr size_t kBytes = 1 << 16;
  const int file = memfd_create("memory", 0);
  ASSERT_EQ(0, ftruncate(file, kBytes));
  auto *shared =
      static_cast<unsigned *>(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc = {};
  desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  desc.handle.fd = file;
  CUexternalMemory external = nullptr;
  FAILS(INVALID_VALUE, cuImportExternalMemory(&external, &desc)); // no size
  desc.size = kBytes;
  OK(cuImportExternalMemory(&external, &desc));
  CUDA_EXTERNAL_MEMORY_BUFFER_DESC part = {};
  part.offset = 4096;
  part.size = 4096;
  CUdeviceptr buffer;
  OK(cuExternalMemoryGetMappedBuffer(&buffer, external, &part));
  OK(cuMemsetD32(buffer, 9, 4));
  OK(cuCtxSynchronize());
  EXPECT_EQ(9u, shared[1027]);
  part.size = kBytes;
  CUdeviceptr none;
  FAILS(INVALID_VALUE, cuExternalMemoryGetMappedBuffer(&none, external, &part)); // beyond its end

  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC shape = {};
  shape.arrayDesc.Width = 16;
  shape.arrayDesc.Height = 8;
  shape.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT32;
  shape.arrayDesc.NumChannels = 1;
  shape.numLevels = 3;
  CUmipmappedArray mipmap;
  OK(cuExternalMemoryGetMappedMipmappedArray(&mipmap, external, &shape));
  CUarray level;
  CUDA_ARRAY_DESCRIPTOR seen = {};
  OK(cuMipmappedArrayGetLevel(&level, mipmap, 1));
  OK(cuArrayGetDescriptor(&seen, level));
  EXPECT_EQ(8u, seen.Width);
  FAILS(INVALID_VALUE, cuMipmappedArrayGetLevel(&level, mipmap, 3));
  shape.numLevels = 6; // it has five
  CUmipmappedArray refused;
  FAILS(INVALID_VALUE, cuExternalMemoryGetMappedMipmappedArray(&refused, external, &shape));
  OK(cuMipmappedArrayDestroy(mipmap));
  OK(cuMemFree(buffer));
  OK(cuDestroyExternalMemory(external));
  munmap(shared, kBytes);
}

TEST_F(PlacesApi, OrdinaryArraysHaveNeitherPlanesNorTiles) {
  CUDA_ARRAY3D_DESCRIPTOR shape = {};
  shape.Width = shape.Height = 256;
  shape.Format = CU_AD_FORMAT_FLOAT;
  shape.NumChannels = 1;
  CUarray image, plane;
  CUmipmappedArray mipmap;
  CUDA_ARRAY_SPARSE_PROPERTIES tiles = {};
  OK(cuArray3DCreate(&image, &shape));
  OK(cuMipmappedArrayCreate(&mipmap, &shape, 2));
  FAILS(INVALID_VALUE, cuArrayGetPlane(&plane, image, 0));
  FAILS(INVALID_VALUE, cuArrayGetSparseProperties(&tiles, image));
  FAILS(INVALID_VALUE, cuMipmappedArrayGetSparseProperties(&tiles, mipmap));
  OK(cuArrayDestroy(image));
  OK(cuMipmappedArrayDestroy(mipmap));
}

CUmemcpy3DOperand rows(CUdeviceptr pointer, size_t length, size_t height) {
  CUmemcpy3DOperand operand = {};
  operand.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  operand.op.ptr.ptr = pointer;
  operand.op.ptr.rowLength = length;
  operand.op.ptr.layerHeight = height;
  return operand;
}

TEST_F(BatchApi, BoxesBetweenPointersAndArrays) {
  std::vector<unsigned> values(64);
  std::iota(values.begin(), values.end(), 0u);
  const CUdeviceptr from = words(64), to = words(64);
  OK(cuMemcpyHtoD(from, values.data(), 256));
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUDA_ARRAY3D_DESCRIPTOR shape = {};
  shape.Width = 8;
  shape.Height = 4;
  shape.Depth = 2;
  shape.Format = CU_AD_FORMAT_UNSIGNED_INT32;
  shape.NumChannels = 1;
  CUarray array;
  OK(cuArray3DCreate(&array, &shape));
  CUDA_MEMCPY3D_BATCH_OP in = {}, out = {};
  in.src = rows(from, 0, 0); // packed
  in.dst.type = out.src.type = CU_MEMCPY_OPERAND_TYPE_ARRAY;
  in.dst.op.array.array = out.src.op.array.array = array;
  in.extent = {8, 4, 2};
  in.srcAccessOrder = out.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  OK(cuMemcpy3DBatchAsync(1, &in, 0, stream));
  out.src.op.array.offset = {2, 1, 1};
  out.dst = rows(to, 4, 2);
  out.extent = {3, 2, 1};
  OK(cuMemcpy3DBatchAsync(1, &out, 0, stream));
  OK(cuStreamSynchronize(stream));
  EXPECT_EQ((std::vector<unsigned>{42, 43, 44, 0, 50, 51, 52, 0}), read(to, 8));
  OK(cuMemcpy3DWithAttributesAsync(&out, 0, stream));
  out.src.op.array.offset = {6, 1, 1}; // over the edge
  FAILS(INVALID_VALUE, cuMemcpy3DBatchAsync(1, &out, 0, stream));
  FAILS(INVALID_VALUE, cuMemcpy3DBatchAsync(0, &in, 0, stream));
  FAILS(INVALID_VALUE, cuMemcpy3DBatchAsync(1, &in, 1, stream)); // no flags yet
  CUmemcpyAttributes attributes = {};
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL;
  OK(cuMemcpyWithAttributesAsync(to, CUdeviceptr(values.data()), 16, &attributes, stream));
  std::fill(values.begin(), values.end(), 99); // the source may go when the call returns
  OK(cuStreamSynchronize(stream));
  EXPECT_EQ((std::vector<unsigned>{0, 1, 2, 3}), read(to, 4));
  OK(cuArrayDestroy(array));
  OK(cuStreamDestroy(stream));
  OK(cuMemFree(from));
  OK(cuMemFree(to));
}

TEST_F(BatchApi, ManagedMemoryMovesInBatches) {
  constexpr size_t kPart = 1 << 16;
  CUdeviceptr memory[3];
  for (CUdeviceptr &each : memory)
    OK(cuMemAllocManaged(&each, kPart, CU_MEM_ATTACH_GLOBAL));
  size_t sizes[] = {kPart, kPart, kPart}, starts[] = {0, 2};
  CUmemLocation places[] = {at(CU_MEM_LOCATION_TYPE_DEVICE), at(CU_MEM_LOCATION_TYPE_HOST)};
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  auto lastOf = [&](CUdeviceptr pointer) {
    int place = -9;
    EXPECT_EQ(CUDA_SUCCESS,
              cuMemRangeGetAttribute(&place, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
                                     pointer, kPart));
    return place;
  };
  OK(cuMemPrefetchBatchAsync(memory, sizes, 3, places, starts, 2, 0, stream));
  EXPECT_EQ(0, lastOf(memory[0]));
  EXPECT_EQ(0, lastOf(memory[1]));
  EXPECT_EQ(int(CU_DEVICE_CPU), lastOf(memory[2]));
  OK(cuMemDiscardBatchAsync(memory, sizes, 2, 0, stream));
  OK(cuMemDiscardAndPrefetchBatchAsync(memory + 2, sizes, 1, places, starts, 1, 0, stream));
  EXPECT_EQ(0, lastOf(memory[2]));
  OK(cuMemsetD8Async(memory[0], 2, kPart, stream)); // what was discarded can be written
  OK(cuStreamSynchronize(stream));
  EXPECT_EQ(0x02020202u, read(memory[0], 1)[0]);
  FAILS(INVALID_VALUE, cuMemPrefetchBatchAsync(memory, sizes, 0, places, starts, 1, 0, stream));
  FAILS(INVALID_VALUE, cuMemPrefetchBatchAsync(memory, sizes, 3, places, starts, 2, 1, stream));
  FAILS(INVALID_VALUE, cuMemDiscardBatchAsync(nullptr, sizes, 1, 0, stream));
  CUmemLocation seen[2] = {};
  OK(cuMemGetLocationInfo(memory[0], kPart, kPart, 0, seen));
  FAILS(INVALID_VALUE, cuMemGetLocationInfo(memory[0], kPart, 0, 0, seen));
  for (CUdeviceptr each : memory)
    OK(cuMemFree(each));
  OK(cuStreamDestroy(stream));
}

TEST_F(BatchApi, DeflatedBlocksAreOpened) {
  // RFC 1951 by hand: one stored block; and "aaaaaaaaaa" in fixed codes.
  const unsigned char stored[] = {0x01, 0x05, 0x00, 0xfa, 0xff, 'h', 'e', 'l', 'l', 'o'};
  const unsigned char fixed[] = {0x4b, 0x4c, 0x84, 0x01, 0x00};
  const CUdeviceptr from = words(64), to = words(64), sizes = words(2);
  OK(cuMemcpyHtoD(from, stored, sizeof(stored)));
  OK(cuMemcpyHtoD(from + 128, fixed, sizeof(fixed)));
  CUmemDecompressParams params[2] = {};
  for (unsigned i : {0u, 1u}) {
    params[i].algo = CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE;
    params[i].src = reinterpret_cast<void *>(from + 128 * i);
    params[i].dst = reinterpret_cast<void *>(to + 128 * i);
    params[i].dstActBytes = reinterpret_cast<cuuint32_t *>(sizes + 4 * i);
    params[i].srcNumBytes = i ? sizeof(fixed) : sizeof(stored);
    params[i].dstNumBytes = 100;
  }
  size_t error = 99;
  OK(cuMemBatchDecompressAsync(params, 2, 0, &error, nullptr));
  OK(cuCtxSynchronize());
  EXPECT_EQ((std::vector<unsigned>{5, 10}), read(sizes, 2));
  char text[11] = {};
  OK(cuMemcpyDtoH(text, to, 5));
  EXPECT_STREQ("hello", text);
  OK(cuMemcpyDtoH(text, to + 128, 10));
  EXPECT_STREQ("aaaaaaaaaa", text);
  params[1].algo = CUmemDecompressAlgorithm(64);
  FAILS(INVALID_VALUE, cuMemBatchDecompressAsync(params, 2, 0, &error, nullptr));
  EXPECT_EQ(1u, error);
  for (CUdeviceptr each : {from, to, sizes})
    OK(cuMemFree(each));
}

/// The form of a function that programs from before CUDA 3.2 have.
template <typename F> F old(const char *name) { return formOf<F>(name, 3010); }

TEST_F(LegacyMemoryApi, PointersHave32Bits) {
  using Pointer = unsigned;
  auto allocate = old<CUresult (*)(Pointer *, unsigned)>("cuMemAlloc");
  auto free = old<CUresult (*)(Pointer)>("cuMemFree");
  auto toDevice = old<CUresult (*)(Pointer, const void *, unsigned)>("cuMemcpyHtoD");
  auto toHost = old<CUresult (*)(void *, Pointer, unsigned)>("cuMemcpyDtoH");
  auto range = old<CUresult (*)(Pointer *, unsigned *, Pointer)>("cuMemGetAddressRange");
  auto info = old<CUresult (*)(unsigned *, unsigned *)>("cuMemGetInfo");
  auto pitched =
      old<CUresult (*)(Pointer *, unsigned *, unsigned, unsigned, unsigned)>("cuMemAllocPitch");
  auto host = old<CUresult (*)(void **, unsigned)>("cuMemAllocHost");
  auto mapped = old<CUresult (*)(Pointer *, void *, unsigned)>("cuMemHostGetDevicePointer");
  Pointer memory = 0, base = 0;
  unsigned size = 0, left = 0, total = 0;
  FAILS(INVALID_VALUE, allocate(&memory, 0));
  OK(allocate(&memory, 1000));
  OK(range(&base, &size, memory + 500));
  EXPECT_EQ(memory, base);
  EXPECT_EQ(1000u, size);
  OK(info(&left, &total));
  EXPECT_LE(left, total);
  int values[] = {1, 2, 3, 4}, seen[4] = {};
  OK(toDevice(memory, values, 16));
  OK(toHost(seen, memory, 16));
  EXPECT_EQ(4, seen[3]);
  OK(free(memory));
  FAILS(INVALID_VALUE, free(memory));
  OK(pitched(&memory, &size, 100, 10, 4));
  EXPECT_GE(size, 100u);
  OK(free(memory));
  void *pinned;
  OK(host(&pinned, 64));
  OK(mapped(&memory, pinned, 0));
  EXPECT_EQ(memory, reinterpret_cast<uintptr_t>(pinned));
  OK(cuMemFreeHost(pinned));
}

} // namespace
} // namespace anywarp::driver
